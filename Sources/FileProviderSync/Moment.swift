/// The order of questions, of what is reported, and of calls and their ends on this machine. A number that is stored is not used again.
package struct Moment: Hashable, Comparable, Sendable {
  package let rawValue: Int

  package init(_ rawValue: Int) { self.rawValue = rawValue }

  package static let zero = Moment(0)

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
