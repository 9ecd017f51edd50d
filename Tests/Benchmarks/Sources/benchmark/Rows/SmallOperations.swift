import CProbes
import Glibc

/// Many small changes in one folder, one after another.
enum SmallOperationsRow {
  private struct Step {
    let measure: Measure
    let operation: small_operation
    /// Whether the folder is asked for its attributes after each. A mount whose permissions the kernel checks is asked for them anyway by
    /// the next change, one whose are not checked so is not: so the two can be compared without that question.
    let asks: Bool
  }

  private static let changes: [(name: String, title: String, operation: small_operation)] = [
    ("create", "files created", SMALL_CREATE), ("rename", "files renamed", SMALL_RENAME),
    ("unlink", "files removed", SMALL_UNLINK), ("mkdir", "folders made", SMALL_MKDIR),
    ("rmdir", "folders removed", SMALL_RMDIR),
  ]

  private static let contents: [(name: String, title: String, operation: small_operation)] = [
    ("write", "files of 4 KiB written", SMALL_WRITE), ("read", "opened, read and closed", SMALL_READ),
    ("discard", "removed with their contents", SMALL_DISCARD),
  ]

  private static let steps: [Step] =
    (changes + contents).map { step($0.name, $0.title, $0.operation, asks: false) }
    + changes.map { step($0.name + ".stat", $0.title + ", fstat of the folder", $0.operation, asks: true) }

  private static func step(_ name: String, _ title: String, _ operation: small_operation, asks: Bool) -> Step {
    Step(
      measure: Measure("small.\(name)", title, .perSecond, .atLeast(1, times: .bindfs)), operation: operation,
      asks: asks)
  }

  static let row = Row(
    name: "small", about: "create, rename, unlink, mkdir, rmdir, and small files", measures: steps.map(\.measure)
  ) { bench in
    guard bench.canChange() else { return }
    let count = bench.options.scaled(5_000)
    bench.interleave([.ours, .plain, .bindfs]) { contestant in
      try bench.inFolder(of: contestant) { folder, mount in
        let directory = try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY)
        for step in steps {
          var elapsed: Int64 = 0
          let result = bench.spending(on: step.measure, contestant, mount) {
            probe_small_operations(directory.number, step.operation, step.asks ? 1 : 0, count, &elapsed)
          }
          try Failure.checkProbe(result, step.measure.title)
          bench.record(step.measure, contestant, Double(count) / (Double(elapsed) / 1e9))
        }
      }
    }
  }
}
