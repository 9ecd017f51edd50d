/// A card. What is not changed is written byte for byte as it was read.
package struct Card: Equatable, Sendable {
  package let version: CardVersion
  /// What is between `BEGIN` and `END`, in order.
  package var lines: [CardLine]
  /// What is wrong with lines. The rest of the card can be used.
  package let problems: [CardProblem]
  /// The number of the first line in the stream.
  package let line: Int
  private let opening: [UInt8]
  private let closing: [UInt8]
  private let lineEnd: [UInt8]

  /// A new card.
  package init(version: CardVersion = .v3, properties: [CardProperty] = []) {
    self.init(
      version: version, lines: ([CardProperty("VERSION", value: version.rawValue)] + properties).map { CardLine($0) },
      problems: [], line: 1, opening: Array("BEGIN:VCARD\r\n".utf8), closing: Array("END:VCARD\r\n".utf8))
  }

  init(
    version: CardVersion, lines: [CardLine], problems: [CardProblem], line: Int, opening: [UInt8], closing: [UInt8]
  ) {
    self.version = version
    self.lines = lines
    self.problems = problems
    self.line = line
    self.opening = opening
    self.closing = closing
    lineEnd = opening.suffix(2).first == .carriageReturn ? [.carriageReturn, .lineFeed] : [.lineFeed]
  }

  /// The properties of lines that could be read.
  package var properties: some Sequence<CardProperty> { lines.lazy.compactMap(\.property) }

  /// The first property of a name.
  package func first(_ name: String) -> CardProperty? { properties.first { $0.isNamed(name) } }

  /// The card as it is written.
  package var bytes: [UInt8] {
    var bytes = opening
    for line in lines { line.write(to: &bytes, lineEnd: lineEnd) }
    return bytes + closing
  }

  /// The card as a part of a stream: without a byte order mark, which only begins a stream, and with an end of its last line.
  package var streamBytes: [UInt8] {
    var bytes = bytes
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    if bytes.last != .lineFeed { bytes += lineEnd }
    return bytes
  }

  /// The card as version 3.0 if it is of version 2.1, otherwise the card. Lines that could not be read stay as they are.
  ///
  /// Lines that are made here have the form of 3.0 and 4.0: they belong only into a card of these.
  package var upgraded: Card {
    guard version == .v2 else { return self }
    let lines = lines.map { line in
      guard let property = line.property else { return line }
      return CardLine(property.isNamed("VERSION") ? property.replacing(value: "3.0") : property.upgraded)
    }
    return Card(version: .v3, lines: lines, problems: problems, line: line, opening: opening, closing: closing)
  }
}
