import CProbes
import Glibc

/// One question to the server and its answer, with nothing cached: AT_STATX_FORCE_SYNC makes the kernel ask.
enum StatRow {
  private static let openMedian = Measure(
    "stat.open.p50", "fstat of an open file, p50", .microseconds, .atMost(1.3, times: .null))
  private static let openTail = Measure(
    "stat.open.p99", "the same, p99", .microseconds, .atMost(2, times: .null))
  private static let closedMedian = Measure(
    "stat.closed.p50", "stat of a file nobody has open, p50", .microseconds, .atMost(2, times: .null))
  private static let closedTail = Measure("stat.closed.p99", "the same, p99", .microseconds)

  static let row = Row(
    name: "stat", about: "fstat round trip, nothing cached",
    measures: [openMedian, openTail, closedMedian, closedTail]
  ) { bench in
    bench.interleave([.ours, .null, .plain, .bindfs]) { contestant in
      try bench.main.mounted(contestant) { mount in
        let path = "\(mount.root)/\(bench.main.shape.someFile)"
        // A path descriptor does not open the file for its server. It goes first, so that nothing has.
        let closed = try times(path, probe_path, bench)
        bench.record(closedMedian, contestant, microseconds(50, closed))
        bench.record(closedTail, contestant, microseconds(99, closed))
        let open = try times(path, O_RDONLY, bench)
        bench.record(openMedian, contestant, microseconds(50, open))
        bench.record(openTail, contestant, microseconds(99, open))
      }
    }
  }

  private static func times(_ path: String, _ flags: Int32, _ bench: Bench) throws -> [UInt32] {
    let file = try Descriptor(opening: path, flags)
    var times = [UInt32](repeating: 0, count: bench.options.scaled(20_000))
    // The first thousand warm up whoever answers.
    try Failure.checkProbe(probe_stat(file.number, 1_000, &times), path)
    try Failure.checkProbe(probe_stat(file.number, times.count, &times), path)
    return times
  }

  static func microseconds(_ rank: Double, _ times: [UInt32]) -> Double {
    Double(percentile(rank, of: times) ?? 0) / 1_000
  }
}
