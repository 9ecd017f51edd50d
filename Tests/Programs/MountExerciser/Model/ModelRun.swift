import Glibc

/// Runs operations on a mounted tree and on a plain one, and stops at the first thing that differs.
final class ModelRun {
  private let mounted: Side
  private let plain: Side
  private let order: TimeOrder
  private var before: (Snapshot, Snapshot)
  /// How often all contents are compared, beside the attributes, which are after each step.
  private static let contentsEvery = 10

  /// Both directories are made.
  init(mounted: String, plain: String) {
    umask(0o22)
    mkdir(mounted, 0o755)
    mkdir(plain, 0o755)
    self.mounted = Side(root: mounted)
    self.plain = Side(root: plain)
    order = TimeOrder(plainClockIsFine: Self.hasFineClock(plain))
    before = (Snapshot(root: mounted, readsContents: true), Snapshot(root: plain, readsContents: true))
  }

  deinit {
    mounted.closeAll()
    plain.closeAll()
  }

  /// The tree as it is in the plain directory.
  var tree: Snapshot { before.1 }

  /// Returns what differs after an operation, or nothing.
  func step(_ operation: Operation, readsContents: Bool) -> [String] {
    var lines = compare(operation)
    let after = (
      Snapshot(root: mounted.root, readsContents: readsContents),
      Snapshot(root: plain.root, readsContents: readsContents)
    )
    lines += Snapshot.differences(mounted: after.0, plain: after.1)
    if !KnownDifferences.isFreeOfTimes(operation) {
      lines += order.differences(mounted: (before.0, after.0), plain: (before.1, after.1))
    }
    before = after
    return lines
  }

  private func compare(_ operation: Operation) -> [String] {
    let known = KnownDifferences.answer(to: operation, plain: plain)
    let mine = mounted.perform(operation)
    let other = known.map { Observation($0) } ?? plain.perform(operation)
    return mine == other ? [] : ["mount: \(mine)", "plain: \(other)"]
  }

  static func readsContents(at step: Int) -> Bool { step % contentsEvery == contentsEvery - 1 }

  /// Whether two changes with a look between them have different times.
  private static func hasFineClock(_ folder: String) -> Bool {
    let path = folder + "/clock"
    defer { unlink(path) }
    close(creat(path, 0o600))
    var last = 0
    for mode in 0..<20 {
      chmod(path, mode_t(0o600 + mode % 2))
      let changed = Listing.status(path).1.st_ctim.nanoseconds
      if changed == last { return false }
      last = changed
    }
    return true
  }
}
