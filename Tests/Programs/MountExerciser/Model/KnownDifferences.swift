import Glibc

/// All that a mount and a plain directory are allowed to do differently. What is not here is a failure.
enum KnownDifferences {
  /// What a mount must answer without the plain directory being asked; `nil` when both are asked and must agree.
  ///
  /// An item has one parent, so there are no hard links. What is wrong with the paths is said first, as everywhere.
  static func answer(to operation: Operation, plain: Side) -> Outcome? {
    guard case .link(let from, let to) = operation else { return nil }
    let (source, status) = Listing.status(plain.path(from))
    let (target, _) = Listing.status(plain.path(to))
    // Directories are refused everywhere, and a bad path has its own error.
    guard !source.isError, status.st_mode & S_IFMT != S_IFDIR, target == .error(ENOENT) else { return nil }
    guard plain.canCreate(to) else { return nil }
    return .error(EPERM)
  }

  /// Sizes and blocks of directories are the business of each file system, and of a file's blocks only the order of magnitude is not.
  static let blockSlack = 64 * 1024

  /// Whether times of a node may be the same on one side and new on the other: written through a mapping, a file's times are those of
  /// the first store into a page here and of the writing back there.
  static func isFreeOfTimes(_ operation: Operation) -> Bool {
    if case .map = operation { true } else { false }
  }

  /// What goes through a FIFO never leaves the kernel, so only a file system in the kernel can note the time of it.
  static func isFreeOfTimes(_ node: NodeFacts) -> Bool { node.isPipe }
}
