/// Facts about an item that are needed so often that they are in its row.
package struct ItemFlags: OptionSet, Sendable, Hashable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The item is in the working set.
  package static let member = ItemFlags(rawValue: 1)
  /// The item has extended attributes.
  package static let attributed = ItemFlags(rawValue: 2)
  /// The document's contents are at the provider, not here.
  package static let dataless = ItemFlags(rawValue: 4)
  /// The folder has never been listed completely: what is here may not be all.
  package static let unlisted = ItemFlags(rawValue: 8)
  /// The item would be in the working set if it were not below a trashed folder.
  package static let suspended = ItemFlags(rawValue: 16)
  /// The document's contents occupy other space on the disk than their size, or have holes; space allocated ahead counts as one.
  package static let sparse = ItemFlags(rawValue: 32)
  /// The provider does not allow everything with the item; its row in `synced` has what it allows.
  package static let restricted = ItemFlags(rawValue: 64)
  /// The document is a conflict copy that nobody has given another place or name.
  package static let conflict = ItemFlags(rawValue: 128)

  /// Adds or removes flags.
  mutating func set(_ flags: ItemFlags, _ present: Bool) {
    if present { formUnion(flags) } else { subtract(flags) }
  }
}
