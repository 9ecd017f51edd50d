/// The marks of documents in the table `writers`: the name of a mount that writes the document, or one of these.
///
/// A mark means that the contents may not agree with the row, or may not be on the disk. It is committed before the first change of the contents,
/// replaced by one of these when the writer is done, and removed when contents and row are known to be on the disk. So after a loss of power
/// the marks name every document whose row and contents have to be recovered.
package enum ContentMark {
  /// Closed by its writer, and not known to be on the disk.
  package static let closed = "closed"
  /// Fetched from the provider, which still has them, and not known to be on the disk.
  package static let fetched = "fetched"
  /// As `closed`, `fetched` and the name of a mount, from before a loss of power: the document is recovered before any program sees it.
  static let lost = "lost"
  static let lostFetched = "lost fetched"
  static let lostWritten = "lost written"

  /// Beside other marks: an earlier state of the contents was on the disk, and they were changed in place since. Without it, marked contents are
  /// new, and the disk may have nothing of them.
  static let changed = "changed"

  /// The marks of documents that no mount writes, and that need no recovery.
  static let idle = "'\(closed)', '\(changed)', '\(fetched)'"
  static let unrecovered = "'\(lost)', '\(lostFetched)', '\(lostWritten)'"
  private static let all: Set<String> = [closed, changed, fetched, lost, lostFetched, lostWritten]

  /// Whether a mark is the name of a mount.
  static func isSession(_ name: String) -> Bool { !all.contains(name) }
}
