/// A version of a resource as a server names it (RFC 9110, section 8.8.3).
struct EntityTag: Hashable, Sendable {
  /// In quotes, and without the mark of weakness. Some servers leave the quotes out in a listing (WsgiDAV), and none means another version by it.
  let text: String
  /// A weak one means that two versions are equivalent, not that their bytes are equal. Conditions must not use one.
  let isWeak: Bool

  init?(_ header: String?) {
    var text = header?.drop { $0 == " " } ?? ""
    while text.last == " " { text.removeLast() }
    isWeak = text.hasPrefix("W/") || text.hasPrefix("w/")
    if isWeak { text = text.dropFirst(2) }
    guard !text.isEmpty, text.utf8.count <= 512, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    let isQuoted = text.utf8.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
    self.text = isQuoted ? String(text) : "\"\(text)\""
  }

  /// One that was read before.
  init(text: String, isWeak: Bool) { (self.text, self.isWeak) = (text, isWeak) }

  /// Whether both name one version, even if weak.
  func names(_ other: EntityTag?) -> Bool { text == other?.text }
}
