import Foundation

/// URLs as values of properties.
enum CardURL {
  /// Escapes what no URL has, and nothing else: commas and semicolons stay.
  static func escape(_ url: String) -> String {
    url.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\n", with: "\\n")
  }

  /// The scheme and what is after the colon; nil of a text that is no URL.
  static func split(_ text: String) -> (scheme: String, rest: String)? {
    guard let colon = text.firstIndex(of: ":"), let first = text.first, first.isASCII, first.isLetter,
      text[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return (text[..<colon].lowercased(), String(text[text.index(after: colon)...]))
  }

  /// A user's name as part of a URL.
  static func encode(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: allowed) ?? name
  }

  static func decode(_ name: String) -> String { name.removingPercentEncoding ?? name }

  private static let allowed = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~@+!$'()*")
}
