/// What a line is for the division of a stream.
enum LineKind {
  case blank, begin, end, other

  /// - Parameter isFirst: Whether it is the first of the stream, where a byte order mark may be.
  init(_ line: ArraySlice<UInt8>, isFirst: Bool) {
    var text = line
    if isFirst, text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
    while let last = text.last, last.isBlank || last == .lineFeed || last == .carriageReturn { text.removeLast() }
    guard let first = text.first else {
      self = .blank
      return
    }
    switch first.lowercased {
    case UInt8(ascii: "b") where text.isSameWord(as: "BEGIN:VCARD".utf8): self = .begin
    case UInt8(ascii: "e") where text.isSameWord(as: "END:VCARD".utf8): self = .end
    default: self = .other
    }
  }
}
