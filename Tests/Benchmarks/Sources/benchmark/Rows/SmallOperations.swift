import CProbes
import Glibc

/// Many small changes in one folder, one after another.
enum SmallOperationsRow {
  private static let operations: [(Measure, small_operation)] = [
    (measure("create", "files created"), SMALL_CREATE),
    (measure("rename", "files renamed"), SMALL_RENAME),
    (measure("unlink", "files removed"), SMALL_UNLINK),
    (measure("mkdir", "folders made"), SMALL_MKDIR),
    (measure("rmdir", "folders removed"), SMALL_RMDIR),
  ]

  private static func measure(_ name: String, _ title: String) -> Measure {
    Measure("small.\(name)", title, .perSecond, .atLeast(1, times: .bindfs))
  }

  static let row = Row(
    name: "small", about: "create, rename, unlink, mkdir", measures: operations.map(\.0)
  ) { bench in
    guard bench.canChange() else { return }
    let count = bench.options.scaled(5_000)
    bench.interleave([.ours, .plain, .bindfs]) { contestant in
      try bench.inFolder(of: contestant) { folder in
        let directory = try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY)
        for (measure, operation) in operations {
          var elapsed: Int64 = 0
          try Failure.checkProbe(
            probe_small_operations(directory.number, operation, count, &elapsed), measure.title)
          bench.record(measure, contestant, Double(count) / (Double(elapsed) / 1e9))
        }
      }
    }
  }
}
