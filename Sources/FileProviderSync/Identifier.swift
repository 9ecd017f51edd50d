/// The name of an item at the provider. It may be a number that never changes, or the item's path.
package struct Identifier: Hashable, Comparable, Sendable {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  package static let root = Identifier("/")
  package static let trash = Identifier("trash")

  package var isFixed: Bool { self == .root || self == .trash }

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
