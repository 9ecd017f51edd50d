/// The order of questions, calls and their ends on this machine. Stored, never reused.
package struct Moment: Hashable, Comparable, Sendable {
  package let rawValue: Int

  package init(_ rawValue: Int) { self.rawValue = rawValue }

  package static let zero = Moment(0)

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
