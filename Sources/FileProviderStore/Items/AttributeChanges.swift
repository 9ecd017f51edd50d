/// Which attributes of an item to set; `nil` leaves one as it is.
package struct AttributeChanges: Sendable, Hashable {
  /// Permission bits (`07777`).
  package var mode: UInt16?
  package var owner: UInt32?
  package var group: UInt32?
  /// The size in bytes. The caller has already changed the contents.
  package var size: Int64?
  package var modified: Timestamp?
  package var accessed: Timestamp?
  package var created: Timestamp?
  /// Whether the contents changed, so that readers of the log hear of it even when the size is the same.
  package var contentsChanged = false

  /// Whether the status-change time moves even if nothing else changes, as with POSIX calls.
  package var touches = false

  package init() {}
}
