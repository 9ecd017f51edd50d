/// The name of an item at the provider. It may be a number that never changes, or the item's path.
package struct Identifier: Hashable, Sendable {
  package let rawValue: String

  package init(_ rawValue: String) { self.rawValue = rawValue }

  package static let root = Identifier("/")
}
