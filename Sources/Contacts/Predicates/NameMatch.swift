import Foundation

/// The words of a search for names. Letter case and accents are ignored.
struct NameMatch {
  let words: [String]

  init(_ text: String) { words = Self.words(of: text) }

  /// Whether each of the words is the beginning of a word in the contact's names. Without words, no contact matches.
  func matches(_ contact: ContactValues) -> Bool {
    if words.isEmpty { return false }
    var left = words[...]
    func remove(_ name: String) { left.removeAll { Self.hasWord(name, beginningWith: $0) } }
    for path in Self.names where !left.isEmpty { remove(contact[keyPath: path]) }
    // Building the display name takes longer than comparing the other names.
    if !left.isEmpty { remove(contact.displayName ?? "") }
    return left.isEmpty
  }

  /// The words of all names of a contact and of its display name. In some languages the display name has no spaces between the names.
  static func words(of contact: ContactValues) -> [String] {
    (names.map { contact[keyPath: $0] } + [contact.displayName ?? ""]).flatMap(words)
  }

  private static let names: [KeyPath<ContactValues, String> & Sendable] = [
    \.namePrefix, \.givenName, \.middleName, \.familyName, \.nameSuffix, \.previousFamilyName, \.nickname,
    \.organizationName, \.phoneticGivenName, \.phoneticMiddleName, \.phoneticFamilyName, \.phoneticOrganizationName,
  ]

  /// Whether a word of a text begins with a given word. ASCII texts, as most names are, are compared without a copy.
  private static func hasWord(_ text: String, beginningWith word: String) -> Bool {
    if text.isEmpty { return false }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return words(of: text).contains { $0.utf8.starts(with: word.utf8) }
    }
    let (text, word) = (text.utf8, word.utf8)
    var start = text.startIndex
    while start != text.endIndex {
      let end = text[start...].firstIndex { !isPartOfWord($0) } ?? text.endIndex
      if text[start..<end].lazy.map(lowercase).starts(with: word) { return true }
      start = end == text.endIndex ? end : text.index(after: end)
    }
    return false
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercase(byte))
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  /// The words of a text, composed: a word begins with another if its bytes do, as the index has it. No word has an ASCII character that is no letter or digit;
  /// some letters are one `Character` with such a one that follows.
  static func words(of text: String) -> [String] {
    if text.isEmpty { return [] }
    return folded(text).split { !$0.isLetter && !$0.isNumber }.flatMap { word in
      composed(String(word)).utf8.split { $0 < 0x80 && !isPartOfWord($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Texts that are equal to Swift have the same bytes.
  static func composed(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }

  /// The text in lower case, without accents. Foundation's folding is many times slower, so ASCII texts do without it.
  private static func folded(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 }
      ? text.lowercased() : text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
