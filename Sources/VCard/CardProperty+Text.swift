import Foundation

extension CardProperty {
  /// The value without escapes, with line feeds at the ends of lines.
  package var plainText: String { Self.plain(text) }

  /// The number that `TEL` has, as text or in a URL of the scheme `tel`.
  package var telephoneNumber: String {
    let text = plainText
    guard text.prefix(4).isSameWord(as: "tel:") else { return text }
    let number = String(text.dropFirst(4))
    return number.removingPercentEncoding ?? number
  }

  /// The components between semicolons, escaped.
  package var components: [String] { CardText.split(text, at: ";") }

  /// A text without escapes, with line feeds at the ends of lines.
  package static func plain(_ text: String) -> String {
    let text = CardText.unescape(text)
    guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
    return text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
  }
}
