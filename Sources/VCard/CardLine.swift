/// A line of a card with its continuations. One that was read keeps its bytes, and is written as it was.
package struct CardLine: Equatable, Sendable {
  /// Nil where the line could not be read.
  package let property: CardProperty?
  /// The bytes in the stream, with the ends of lines; nil for a line that was made here.
  private let source: ArraySlice<UInt8>?

  /// A line that is written anew.
  package init(_ property: CardProperty) {
    self.property = property
    source = nil
  }

  init(property: CardProperty?, source: ArraySlice<UInt8>) {
    self.property = property
    self.source = source
  }

  /// - Parameter lineEnd: Where lines of this card end, if this one was made here.
  func write(to bytes: inout [UInt8], lineEnd: [UInt8]) {
    if let source {
      bytes += source
    } else if let property {
      property.write(to: &bytes, lineEnd: lineEnd)
    }
  }
}

extension CardProperty {
  /// The longest line in octets, without its end.
  private static let width = 75

  /// Writes a content line, folded. No value ends the line early: line breaks become escapes.
  fileprivate func write(to bytes: inout [UInt8], lineEnd: [UInt8]) {
    var line: [UInt8] = []
    line += (group.map { $0 + "." } ?? "").utf8
    line += name.utf8
    for parameter in parameters { line += parameter.written.utf8 }
    line.append(UInt8(ascii: ":"))
    for (index, byte) in value.enumerated() {
      switch byte {
      case .lineFeed where index > 0 && value[index - 1] == .carriageReturn: break
      case .carriageReturn, .lineFeed: line += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      default: line.append(byte)
      }
    }
    var width = Self.width
    if Unfolding.isQuotedPrintable(line[...]) {
      // An equals sign at the end of a line would be a soft line break.
      while let last = line.last, last == .equals || last.isBlank { line.removeLast() }
      width = line.count
    }
    var position = 0
    while true {
      // One octet of a continuation is its space.
      var end = min(line.count, position + (position == 0 ? width : width - 1))
      // Not within a character: it has four octets at most.
      if end < line.count, let character = (end - 3...end).last(where: { line[$0] & 0xc0 != 0x80 }) { end = character }
      bytes += line[position..<end]
      bytes += lineEnd
      if end == line.count { return }
      bytes.append(.space)
      position = end
    }
  }
}
