/// In whose name a document is marked in `writers`: a mount that writes it, or one of these.
///
/// A mark says that the contents may not be what the row says, or may not be on the disk. It is there before the first change of the
/// contents, changes hands when the writer is done, and goes when contents and row are known to be on the disk. So after a loss of
/// power the marks name every document whose row and contents have to be looked at, and nothing else does.
package enum ContentMark {
  /// Closed by its writer, and not known to be on the disk.
  package static let closed = "closed"
  /// Brought from the provider, and not known to be on the disk: the provider has them, too.
  package static let fetched = "fetched"
  /// As `closed` and `fetched`, from before a loss of power: to be recovered before anybody sees the document.
  static let lost = "lost"
  static let lostFetched = "lost fetched"

  /// Beside other marks: the contents were on the disk as they were once, and were changed in place since. Without it, marked contents
  /// are new: the disk may have nothing of them.
  static let changed = "changed"

  /// Those of documents that no mount writes, and that need no recovery.
  static let idle = "'\(closed)', '\(changed)', '\(fetched)'"
  static let unrecovered = "'\(lost)', '\(lostFetched)'"
  private static let all: Set<String> = [closed, changed, fetched, lost, lostFetched]

  /// Whether a mark is in the name of a mount.
  static func isSession(_ name: String) -> Bool { !all.contains(name) }
}
