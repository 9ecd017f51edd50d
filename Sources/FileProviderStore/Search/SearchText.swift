import Foundation

/// How names are split into words, in the index and in a query alike.
///
/// SQLite's tokenizer splits at everything that is neither letter nor digit, and folds case and diacritics. Two things
/// that it does not know are done here. Names join words (`summerHoliday2024`): their parts are appended to the name,
/// so that each is found. And Chinese and Japanese have no spaces: each of their characters, and each emoji, becomes a
/// word of its own, and a query for several of them becomes a phrase.
enum SearchText {
  /// Begins the words by which the index marks items. No name can have it: it is removed from names. With a column of
  /// their own for the marks, every term would have to name its columns; that made a query take half as long
  /// again.
  static let facetMark: Unicode.Scalar = "\u{E000}"

  /// The text that is indexed for a name.
  static func indexed(_ name: String) -> String {
    let text = spaced(name)
    let parts = parts(of: text)
    return parts.isEmpty ? text : text + parts
  }

  /// The phrases for a term, one of which an item must have: the term as it is, and split into its parts.
  static func phrases(of term: String) -> [String] {
    let text = spaced(term)
    let parts = parts(of: text)
    return parts.isEmpty ? [text] : [text, String(parts.dropFirst())]
  }

  /// Whether the tokenizer finds a word in a term; a term without one is searched for as it is.
  static func hasWords(_ term: String) -> Bool {
    term.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
        .letterNumber,
        .otherNumber, .privateUse, .otherSymbol:
        true
      default: false
      }
    }
  }

  /// How many words a name has without its extension; 9 stands for all larger numbers.
  static func wordCount(_ name: String) -> Int {
    var count = 0
    var isInside = false
    for byte in stem(of: name).utf8 {
      let isWord = isWordByte(byte)
      if isWord && !isInside { count += 1 }
      isInside = isWord
    }
    return min(count, 9)
  }

  /// A name without its extension. A name whose only dot is its first character has none.
  static func stem(of name: String) -> Substring {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name[...] }
    return name[..<dot]
  }

  /// The extension of a name, without the dot; empty when there is none.
  static func ending(of name: String) -> Substring { name[stem(of: name).endIndex...].dropFirst() }

  /// The text without case and diacritics, to compare names with terms.
  static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    return text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }

  // MARK: Parts of words

  private enum Letter {
    case lower, upper, digit, other
  }

  @inline(__always) private static func letter(_ byte: UInt8) -> Letter {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): .lower
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): .upper
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    default: .other
    }
  }

  @inline(__always) static func isWordByte(_ byte: UInt8) -> Bool { byte >= 0x80 || letter(byte) != .other }

  /// The parts of all words that have any, each after a space.
  private static func parts(of text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      var parts: [UInt8] = []
      var start = 0
      for end in 0...bytes.count where end == bytes.count || !isWordByte(bytes[end]) {
        if end - start > 2 { appendParts(of: start..<end, in: bytes, to: &parts) }
        start = end + 1
      }
      return parts.isEmpty ? "" : String(decoding: parts, as: UTF8.self)
    }
  }

  /// A word of many parts is a checksum or an identifier, whose parts are not searched for; nor are
  /// a single letter.
  private static func appendParts(of word: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, to parts: inout [UInt8]) {
    var boundaries = 0
    for index in word.dropFirst() where isBoundary(bytes, index, word) { boundaries += 1 }
    guard (1...5).contains(boundaries) else { return }
    var start = word.lowerBound
    for end in word.dropFirst() where isBoundary(bytes, end, word) {
      if end - start > 1 { append(bytes[start..<end], to: &parts) }
      start = end
    }
    if word.upperBound - start > 1 { append(bytes[start..<word.upperBound], to: &parts) }
  }

  private static func append(_ part: Slice<UnsafeBufferPointer<UInt8>>, to parts: inout [UInt8]) {
    parts.append(UInt8(ascii: " "))
    parts.append(contentsOf: part)
  }

  /// Whether a part begins at a place: `aB`, `1a`, `a1`, and the `P` of `HTMLParser`.
  @inline(__always) private static func isBoundary(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ word: Range<Int>
  ) -> Bool {
    switch (letter(bytes[index - 1]), letter(bytes[index])) {
    case (.lower, .upper), (.other, .upper): true
    case (.digit, .lower), (.digit, .upper), (.digit, .other): true
    case (.lower, .digit), (.upper, .digit), (.other, .digit): true
    case (.upper, .upper): index + 1 < word.upperBound && letter(bytes[index + 1]) == .lower
    default: false
    }
  }

  // MARK: Characters that are words

  /// The text with spaces around characters that stand alone.
  private static func spaced(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0xe3 }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if standsAlone(scalar) {
        result += " \(scalar) "
      } else if scalar == facetMark {
        result += " "
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Kana, Han, and the pictures from U+1F000 on.
  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0x1f000...0x1faff, 0x20000...0x323af: true
    default: false
    }
  }
}
