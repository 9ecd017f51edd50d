/// The number of an item in its store, and its inode number in every mount.
///
/// An item's number is derived from the generation of the change that created it, so one counter serves both: it is
/// never reused, needs no table, and contains when the item was created. 1 is the root, 2 the trash, 3–1023 are kept for
/// fixed virtual nodes, and items follow from 1024.
package struct ItemID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  package let rawValue: Int64

  @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }

  /// The root container.
  package static let root = ItemID(rawValue: 1)
  /// The trash container.
  package static let trash = ItemID(rawValue: 2)
  /// The parent of the two containers above: nothing.
  package static let none = ItemID(rawValue: 0)
  /// The last number that is kept for what every store or mount has: items have greater ones.
  @inlinable package static var lastFixed: ItemID { ItemID(rawValue: 1023) }
  /// What is added to a generation to get the number of the item created by it.
  static var offset: Int64 { lastFixed.rawValue }

  init(createdAt generation: Generation) { self.init(rawValue: generation.rawValue + Self.offset) }

  /// The generation of the change that created this item; zero for the fixed containers.
  package var creation: Generation { Generation(rawValue: Swift.max(0, rawValue - Self.offset)) }

  /// Whether the number is a container every store has.
  package var isFixed: Bool { self <= .lastFixed }

  @inlinable package static func < (a: ItemID, b: ItemID) -> Bool { a.rawValue < b.rawValue }
  package var description: String { String(rawValue) }
}
