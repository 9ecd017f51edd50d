package import FileProviderStore

/// The number under which the kernel knows a node.
///
/// An item's inode number is its number in the store, so there is no table of known inodes and the numbers survive a
/// remount. 1 is the root, 3–1023 are fixed virtual nodes, items follow from 1024. A virtual node that belongs to an
/// item, a user or a tag has its kind in the top eight bits and the number of what it belongs to in the others.
package struct InodeNumber: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt64

  @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }
  @inlinable package init(_ id: ItemID) { self.init(rawValue: UInt64(bitPattern: id.rawValue)) }

  package static let root = InodeNumber(rawValue: 1)

  /// The folder of what the tree does not show: the last of the fixed virtual nodes. Only the helper process finds it,
  /// by its secret name.
  package static let outside = InodeNumber(rawValue: 1023)

  /// The item this is, or `nil` for a virtual node.
  @inlinable package var item: ItemID? {
    rawValue == 1 || rawValue &- 1024 < (1 << 56) &- 1024 ? ItemID(rawValue: Int64(bitPattern: rawValue)) : nil
  }
}
