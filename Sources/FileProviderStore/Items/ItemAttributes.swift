/// The row of an item without its name: plain numbers, free to copy, nothing to allocate.
///
/// A listing of 100 000 items makes 100 000 of these; a class behind a protocol would cost 120–350 ns each.
package struct ItemAttributes: Sendable, Hashable {
  package var id: ItemID
  package var parent: ItemID
  package var kind: ItemKind
  /// Permission bits, with set-user-ID, set-group-ID and sticky (`07777`).
  package var mode: UInt16
  package var owner: UInt32
  package var group: UInt32
  /// In bytes: the size of a file's contents or of a link's target, otherwise 0.
  package var size: Int64
  package var modified: Timestamp
  package var changed: Timestamp
  package var accessed: Timestamp
  package var created: Timestamp
  package var flags: ItemFlags
  /// The content file; `nil` for a document that never had contents, and for one whose contents are not here.
  package var content: ContentKey?
  /// The number of folders directly in this folder.
  package var subfolders: Int32
  /// The generation at which the item entered its parent: a listing pinned earlier leaves it out.
  package var entered: Generation
  /// The generation of the item's last change.
  package var lastChange: Generation
  /// What the contents of a sparse document occupy on the disk, in units of 512 bytes; `nil` while the disk has to be asked.
  package var blocks: Int64?

  /// Notes that a document has other contents than before, or none.
  ///
  /// - Parameter isSparse: Whether they occupy other space than their size, or have holes. How much is noted later; see `ItemStore.measureContents`.
  mutating func noteRoom(isSparse: Bool) {
    flags.set(.sparse, isSparse)
    blocks = nil
  }

  package var isFolder: Bool { kind == .folder }
}

/// An item's row with its name.
package struct ItemRecord: Sendable, Hashable {
  package var attributes: ItemAttributes
  package var name: FileName

  package init(attributes: ItemAttributes, name: FileName) {
    self.attributes = attributes
    self.name = name
  }

  package var id: ItemID { attributes.id }
  package var parent: ItemID { attributes.parent }
  package var kind: ItemKind { attributes.kind }
}
