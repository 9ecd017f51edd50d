import CProbes

/// A reader who was away: every change since its anchor, as JSON lines to a pipe, from the start of the command to the end
/// of its output.
enum TailRow {
  private static let changes = Measure(
    "tail.changes", "lines since an anchor, to a pipe", .perSecond, .atLeast(500_000))
  private static let everything = Measure("tail.begin", "lines since the beginning, to a pipe", .perSecond)

  static let row = Row(
    name: "tail", about: "tail catching up", measures: [changes, everything]
  ) { bench in
    bench.interleave([.ours]) { contestant in
      let store = try bench.main.store(of: contestant)
      if let anchor = store.anchorAtStart {
        let (count, rate) = try read(since: anchor, store)
        if count < bench.main.shape.itemCount {
          bench.remark("\(count) lines for \(bench.main.shape.itemCount) new items")
        }
        bench.record(changes, contestant, rate)
      } else {
        bench.remark("tail --since now gave no anchor before the import")
      }
      bench.record(everything, contestant, try read(since: "begin", store).rate)
    }
  }

  private static func read(since anchor: String, _ store: Store) throws -> (count: Int, rate: Double) {
    let (reading, writing) = try Descriptor.pipe()
    let command = try store.command("tail", "--container", "all", "--since", anchor, "--json")
    let start = probe_monotonic()
    let child = try command.start(output: writing.number, log: store.workspace.log)
    writing.close()
    var count = 0
    while let chunk = try reading.read() {
      chunk.withUnsafeBufferPointer { bytes in
        for byte in bytes where byte == UInt8(ascii: "\n") { count += 1 }
      }
    }
    let elapsed = Double(probe_monotonic() - start) / 1e9
    try child.succeed()
    return (count, Double(count) / elapsed)
  }
}
