/// Joins the lines that are one content line.
enum Unfolding {
  /// A line without its end and blanks before that.
  static func withoutEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = line
    while let last = text.last, last.isBlank || last == .lineFeed || last == .carriageReturn { text.removeLast() }
    return text
  }

  /// Whether the parameters of a line say that its value is quoted-printable.
  static func isQuotedPrintable(_ line: ArraySlice<UInt8>) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return line[..<colon].split { $0 == UInt8(ascii: ";") || $0 == .equals || $0 == UInt8(ascii: ",") }
      .dropFirst().contains { $0.isSameWord(as: "QUOTED-PRINTABLE".utf8) }
  }

  /// The content line of lines that belong together. Of a continuation the first blank is left out; in version 2.1 it is part of the text.
  static func unfold(_ source: ArraySlice<UInt8>, version: CardVersion) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    let isQuotedPrintable = isQuotedPrintable(source)
    var isSoftBreak = false
    for line in source.split(separator: .lineFeed, omittingEmptySubsequences: true) {
      let text = isQuotedPrintable ? withoutEnd(line) : line.last == .carriageReturn ? line.dropLast() : line
      if text.isEmpty { continue }
      if isSoftBreak {
        result.removeLast()
        result += text
      } else if result.isEmpty {
        result += text
      } else if text.first?.isBlank == true {
        result += version == .v2 ? text : text.dropFirst()
      } else {
        // A card inside of a card.
        result.append(.lineFeed)
        result += text
      }
      isSoftBreak = isQuotedPrintable && result.last == .equals
    }
    return result
  }
}
