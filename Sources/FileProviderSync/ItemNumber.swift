/// The number of an item in the local tree.
package struct ItemNumber: Hashable, Comparable, Sendable {
  package let rawValue: Int

  package init(_ rawValue: Int) { self.rawValue = rawValue }

  package static let root = ItemNumber(0)
  package static let trash = ItemNumber(-1)

  /// The root and the trash are always there, and are never moved, renamed or deleted.
  package var isFixed: Bool { self <= .root }

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
