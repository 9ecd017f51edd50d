/// The attributes of an item that is to be created.
package struct NewItem: Sendable {
  package var parent: ItemID
  package var name: FileName
  package var kind: ItemKind
  /// Permission bits (`07777`).
  package var mode: UInt16
  package var owner: UInt32
  package var group: UInt32
  package var size: Int64 = 0
  package var content: ContentKey?
  /// Where a symbolic link points.
  package var target: [UInt8]?
  /// The number of a device node, as `st_rdev` has it.
  package var device: UInt64 = 0
  /// Defaults to the time of the transaction.
  package var modified: Timestamp?
  package var accessed: Timestamp?
  package var created: Timestamp?
  /// Only `dataless`, `unlisted` and `restricted` may be given, and `attributed` where attributes are written with it; the others follow from what is
  /// written.
  package var flags: ItemFlags = []
  /// Whether the parent's modification time follows. An import sets it to false, and sets the folder's own time at its
  /// end.
  package var touchesParent = true

  package init(parent: ItemID, name: FileName, kind: ItemKind, mode: UInt16, owner: UInt32, group: UInt32) {
    self.parent = parent
    self.name = name
    self.kind = kind
    self.mode = mode
    self.owner = owner
    self.group = group
  }
}
