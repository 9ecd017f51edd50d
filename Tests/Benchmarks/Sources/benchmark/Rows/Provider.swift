import Foundation

/// What stands between a store and a provider, without a mount and in one process: `ReplicaMeter` of the main package, which is built
/// beside `fileprovider`. Its provider answers from arithmetic, so that what is measured is ours.
enum ProviderRow {
  private static let pull = Measure("provider.pull", "items listed, 12 a folder", .perSecond, .atLeast(50_000))
  private static let flat = Measure("provider.flat", "items listed, one folder", .perSecond, .atLeast(50_000))
  private static let metadata = Measure("provider.metadata", "renames told, 20 ms each", .perSecond, .atLeast(160))
  private static let contents = Measure("provider.contents", "contents told, 20 ms each", .perSecond, .atLeast(80))
  private static let half = Measure("provider.signal.p50", "from signal to store, p50", .milliseconds)
  private static let most = Measure("provider.signal.p99", "from signal to store, p99", .milliseconds, .atMost(100))
  private static let listed = Measure("provider.memory", "memory, all listed", .mebibytes, .atMost(64))
  private static let waiting = Measure("provider.waiting", "memory, a tenth waiting", .mebibytes, .atMost(64))

  static let row = Row(
    name: "provider", about: "listing, telling and hearing a provider that costs nothing",
    measures: [pull, flat, metadata, contents, half, most, listed, waiting], isPaired: false
  ) { bench in
    guard let fileprovider = bench.workspace.fileprovider else { return }
    let meter = URL(fileURLWithPath: fileprovider).deletingLastPathComponent().appendingPathComponent("ReplicaMeter")
      .path
    guard FileManager.default.isExecutableFile(atPath: meter) else {
      return bench.remark("there is no ReplicaMeter beside fileprovider; build it with --product ReplicaMeter")
    }
    let (items, edits) = (bench.options.items, bench.options.scaled(10_000))
    bench.interleave([.ours]) { contestant in
      func record(_ name: String, _ count: Int, _ measures: [(String, Measure)]) throws {
        let figures = try run(meter, name, count, bench)
        for (key, measure) in measures { if let value = figures[key] { bench.record(measure, contestant, value) } }
      }
      try record("pull", items, [("rate", pull)])
      try record("flat", items, [("rate", flat)])
      try record("metadata", edits, [("rate", metadata)])
      try record("contents", edits, [("rate", contents)])
      try record("signal", bench.options.scaled(500), [("p50", half), ("p99", most)])
      try record("memory", items, [("listed", listed), ("waiting", waiting)])
    }
  }

  /// Runs a meter in a process of its own, with a store of its own.
  private static func run(_ meter: String, _ name: String, _ count: Int, _ bench: Bench) throws -> [String: Double] {
    let folder = "\(bench.workspace.folder)/provider-\(name)"
    defer { File.remove(folder) }
    let command = Command(executable: meter, arguments: [name, String(count), folder])
    return try JSONDecoder().decode([String: Double].self, from: Data(command.read(log: bench.workspace.log)))
  }
}
