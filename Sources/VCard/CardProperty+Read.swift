extension CardProperty {
  /// Reads an unfolded content line.
  init(line: [UInt8], version: CardVersion) throws(InvalidLine) {
    guard let nameEnd = line.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }) else {
      throw InvalidLine(reason: .noColon)
    }
    let names = line[..<nameEnd]
    let dot = names.lastIndex(of: UInt8(ascii: "."))
    let name = dot.map { names[($0 + 1)...] } ?? names
    guard !name.isEmpty, name.allSatisfy(Self.isNameByte),
      names.allSatisfy({ Self.isNameByte($0) || $0 == UInt8(ascii: ".") })
    else { throw InvalidLine(reason: .invalidName) }
    // With parameters, too: without them it would begin or end a card.
    if name.isSameWord(as: "BEGIN".utf8) || name.isSameWord(as: "END".utf8) {
      throw InvalidLine(reason: .invalidName)
    }
    var reader = ParameterReader(line: line, position: nameEnd, isEscaped: version != .v2)
    // A quotation mark without an end is a character as any other.
    guard let (parameters, valueStart) = reader.read() ?? reader.readWithoutQuotes() else {
      throw InvalidLine(reason: .noColon)
    }
    self.init(
      group: dot.map { String(decoding: names[..<$0], as: UTF8.self) }, name: String(decoding: name, as: UTF8.self),
      parameters: parameters, value: Array(line[valueStart...]))
  }

  /// Why a line is no property.
  struct InvalidLine: Error {
    let reason: CardProblem.Reason
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// Reads the parameters of a content line, each byte once.
private struct ParameterReader {
  let line: [UInt8]
  var position: Int
  /// Whether values have the escapes of RFC 6868.
  let isEscaped: Bool
  private let start: Int
  private var hasQuotes = true

  init(line: [UInt8], position: Int, isEscaped: Bool) {
    self.line = line
    self.position = position
    self.isEscaped = isEscaped
    start = position
  }

  /// The parameters, and where the value begins; nil if the line ends before.
  mutating func read() -> ([CardParameter], value: Int)? {
    var parameters: [CardParameter] = []
    while position < line.count, line[position] == UInt8(ascii: ";") {
      position += 1
      guard let parameter = parameter() else { return nil }
      parameters.append(parameter)
    }
    return position < line.count ? (parameters, position + 1) : nil
  }

  mutating func readWithoutQuotes() -> ([CardParameter], value: Int)? {
    hasQuotes = false
    position = start
    return read()
  }

  private mutating func parameter() -> CardParameter? {
    let begin = position
    while position < line.count, !isEnd(line[position]), line[position] != .equals, line[position] != Self.quote {
      position += 1
    }
    var name = ""
    if position < line.count, line[position] == .equals {
      name = String(decoding: line[begin..<position], as: UTF8.self)
      position += 1
    } else {
      position = begin
    }
    var values: [String] = []
    repeat {
      if !values.isEmpty { position += 1 }
      guard let value = value() else { return nil }
      values.append(value)
    } while position < line.count && line[position] == UInt8(ascii: ",")
    return CardParameter(name, values: values)
  }

  /// A value: quoted parts and others, up to a comma, a semicolon or a colon outside of quotation marks.
  private mutating func value() -> String? {
    var bytes: [UInt8] = []
    var isQuoted = false
    while position < line.count {
      let byte = line[position]
      if hasQuotes, byte == Self.quote, isQuoted || bytes.isEmpty {
        isQuoted.toggle()
      } else if !isQuoted && isEnd(byte) {
        break
      } else {
        bytes.append(byte)
      }
      position += 1
    }
    if isQuoted { return nil }
    return isEscaped ? CardParameter.unescape(bytes) : String(decoding: bytes, as: UTF8.self)
  }

  private static let quote = UInt8(ascii: "\"")

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":")
  }
}
