/// The number of a content file. It is not the item's: new contents get a new file, and the commit that points the item
/// at it is what replaces the old.
package struct ContentKey: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int64
  @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}
