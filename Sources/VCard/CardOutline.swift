/// Where the lines of a card begin, while it is read. Offsets count from the first byte of the element.
struct CardOutline {
  private struct Start {
    let offset: Int
    let number: Int
  }

  /// The number of the line with `BEGIN`.
  let line: Int
  private(set) var isClosed = false
  private var starts: [Start] = []
  /// Where `BEGIN` ends, and blank lines after it.
  private var opening: Int
  /// Where `END` begins.
  private var closing = 0
  /// How many cards inside of this one are open: the value of `AGENT` in version 2.1.
  private var depth = 0
  private var lastIsEmptyAgent = false
  /// Whether the next line continues the last one, which ended with `=`.
  private var isSoftBreak = false

  init(opening: Int, line: Int) {
    self.opening = opening
    self.line = line
  }

  /// Adds a line; false if it begins another card, so that this one has no end.
  mutating func add(_ kind: LineKind, _ line: ArraySlice<UInt8>, at offset: Int, number: Int) -> Bool {
    let followsAgent = lastIsEmptyAgent
    lastIsEmptyAgent = followsAgent && kind == .blank
    if depth > 0 {
      if kind == .begin { depth += 1 }
      if kind == .end { depth -= 1 }
      return true
    }
    switch kind {
    case .begin:
      guard followsAgent else { return false }
      depth = 1
    case .end:
      closing = offset
      isClosed = true
    case .blank:
      if starts.isEmpty { opening = offset + line.count }
      isSoftBreak = false
    case .other:
      let continues = isSoftBreak || (line.first?.isBlank == true && !starts.isEmpty)
      if !continues {
        starts.append(Start(offset: offset, number: number))
        lastIsEmptyAgent = Unfolding.withoutEnd(line).isSameWord(as: "AGENT:".utf8)
      }
      isSoftBreak =
        Unfolding.withoutEnd(line).last == .equals && (isSoftBreak || !continues && Unfolding.isQuotedPrintable(line))
    }
    return true
  }

  /// The card of an element's bytes.
  func card(_ bytes: [UInt8]) -> Card {
    let ends = starts.dropFirst().map(\.offset) + [closing]
    let sources = zip(starts, ends).map { (number: $0.number, bytes: bytes[$0.offset..<$1]) }
    var problems: [CardProblem] = []
    let version = Self.version(in: sources.map(\.bytes))
    if let problem = version.problem { problems.append(CardProblem(line: line, reason: problem)) }
    let lines = sources.map { source -> CardLine in
      do throws(CardProperty.InvalidLine) {
        let line = Unfolding.unfold(source.bytes, version: version.version)
        return CardLine(property: try CardProperty(line: line, version: version.version), source: source.bytes)
      } catch {
        problems.append(CardProblem(line: source.number, reason: error.reason))
        return CardLine(property: nil, source: source.bytes)
      }
    }
    return Card(
      version: version.version, lines: lines, problems: problems, line: line, opening: Array(bytes[..<opening]),
      closing: Array(bytes[closing...]))
  }

  /// What the card says of its version, before the other lines are read: folding depends on it.
  private static func version(in lines: [ArraySlice<UInt8>]) -> (version: CardVersion, problem: CardProblem.Reason?) {
    let name = Array("VERSION:".utf8)
    guard let line = lines.first(where: { $0.prefix(name.count).isSameWord(as: name) }) else {
      return (.v3, .noVersion)
    }
    let value = Unfolding.withoutEnd(line.dropFirst(name.count)).drop(while: \.isBlank)
    let version = CardVersion(rawValue: String(decoding: value, as: UTF8.self))
    return (version ?? .v3, version == nil ? .unknownVersion : nil)
  }
}
