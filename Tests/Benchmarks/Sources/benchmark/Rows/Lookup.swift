import CProbes
import Glibc

/// Names the kernel does not know yet, each asked for once, in no order.
enum LookupRow {
  private static let median = Measure(
    "lookup.p50", "look-up of a name for the first time, p50", .microseconds, .atMost(2, times: .null))
  private static let tail = Measure("lookup.p99", "the same, p99", .microseconds)

  static let row = Row(
    name: "lookup", about: "look-up that reaches the store", measures: [median, tail]
  ) { bench in
    bench.interleave([.ours, .null, .plain, .bindfs]) { contestant in
      try bench.main.mounted(contestant) { mount in
        let directory = try Descriptor(opening: mount.root + "/flat", probe_path | O_DIRECTORY)
        var shape = bench.main.shape.tree
        var times = [UInt32](repeating: 0, count: min(20_000, Int(shape.flat)))
        try Failure.checkProbe(probe_lookups(directory.number, &shape, times.count, &times), "look-up")
        bench.record(median, contestant, StatRow.microseconds(50, times))
        bench.record(tail, contestant, StatRow.microseconds(99, times))
      }
    }
  }
}
