import Foundation

/// A place as a server writes it in an answer (`href`; RFC 3986): with any scheme and host, since another server may be in front of it.
struct Reference: Hashable, Sendable {
  /// The decoded names of the path, one by one.
  var names: [[UInt8]]
  /// Whether they begin at the top of the server; else, where the request was sent.
  var isAbsolute: Bool
  var endsWithSlash: Bool

  /// - Returns: `nil` for what is empty.
  init?(_ text: String) {
    var path = text[...]
    if let colon = path.range(of: "://"), !path[..<colon.lowerBound].contains("/") {
      path = path[colon.upperBound...].drop { $0 != "/" }
    } else if path.hasPrefix("//") {
      path = path.dropFirst(2).drop { $0 != "/" }
    }
    path = path.prefix { $0 != "?" && $0 != "#" }
    guard !path.isEmpty else { return nil }
    isAbsolute = path.hasPrefix("/")
    endsWithSlash = path.hasSuffix("/")
    names = PercentCoding.names(path)
    if !isAbsolute, names.first == Array(".".utf8) { names.removeFirst() }
  }
}
