/// What a text for people may contain on a bus: no NUL and no noncharacters of Unicode.
package enum BusText {
  /// Whether a bus carries a character.
  package static func carries(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value != 0 && scalar.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(scalar.value)
  }

  /// A text with replacement characters in the places of those that no bus carries.
  package static func clean(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { carries($0) ? $0 : "\u{FFFD}" }))
  }
}
