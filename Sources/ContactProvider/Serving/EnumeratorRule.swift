/// A rule of enumerators that an extension has broken. The page *Writing a contact provider* has all of them by these numbers.
package struct EnumeratorRule: Error, Equatable, CustomStringConvertible {
  /// As the page has it: `C3`.
  package let number: String
  /// What the extension did.
  package let breach: String

  package var description: String { "rule \(number) of contact enumerators: \(breach)" }

  static func marker(_ breach: String) -> EnumeratorRule { EnumeratorRule(number: "C1", breach: breach) }
  static func oneEnd(_ breach: String) -> EnumeratorRule { EnumeratorRule(number: "C2", breach: breach) }
  static func nextMarker(_ breach: String) -> EnumeratorRule { EnumeratorRule(number: "C3", breach: breach) }
  static func offset(_ breach: String) -> EnumeratorRule { EnumeratorRule(number: "C4", breach: breach) }
  static func anchor(_ breach: String) -> EnumeratorRule { EnumeratorRule(number: "C7", breach: breach) }
  static func order(_ breach: String) -> EnumeratorRule { EnumeratorRule(number: "C8", breach: breach) }
}
