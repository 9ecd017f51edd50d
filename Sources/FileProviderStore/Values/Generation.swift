/// A position in a store's change log: strictly increasing, never reused, assigned in commit order.
package struct Generation: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  package let rawValue: Int64

  @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }

  /// Before the first change.
  package static let zero = Generation(rawValue: 0)
  /// No log reaches back to it: an anchor at it has expired.
  static let beforeEverything = Generation(rawValue: -1)
  /// After every change.
  package static let endless = Generation(rawValue: .max)

  package var next: Generation { Generation(rawValue: rawValue + 1) }
  @inlinable package static func < (a: Generation, b: Generation) -> Bool { a.rawValue < b.rawValue }
  package var description: String { String(rawValue) }
}
