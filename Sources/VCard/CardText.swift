/// The escapes in values, and the separators between their parts.
package enum CardText {
  /// Escapes a text, so that it is one value or one component.
  package static func escape(_ text: some StringProtocol) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var wasReturn = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"): result += [UInt8(ascii: "\\"), byte]
      case .carriageReturn: result += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case .lineFeed: if !wasReturn { result += [UInt8(ascii: "\\"), UInt8(ascii: "n")] }
      default: result.append(byte)
      }
      wasReturn = byte == .carriageReturn
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The text of an escaped one. A backslash before any other character stays: programs write paths without escapes.
  package static func unescape(_ text: some StringProtocol) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var isEscape = false
    for byte in text.utf8 {
      if isEscape {
        isEscape = false
        switch byte {
        case UInt8(ascii: "n"), UInt8(ascii: "N"): result.append(.lineFeed)
        case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"): result.append(byte)
        default: result += [UInt8(ascii: "\\"), byte]
        }
      } else if byte == UInt8(ascii: "\\") {
        isEscape = true
      } else {
        result.append(byte)
      }
    }
    if isEscape { result.append(UInt8(ascii: "\\")) }
    return String(decoding: result, as: UTF8.self)
  }

  /// The escaped parts of a text between separators that are not escaped.
  package static func split(_ text: some StringProtocol, at separator: Unicode.Scalar) -> [String] {
    let separator = UInt8(ascii: separator)
    var parts: [String] = []
    var part: [UInt8] = []
    var isEscape = false
    for byte in text.utf8 {
      if byte == separator && !isEscape {
        parts.append(String(decoding: part, as: UTF8.self))
        part.removeAll(keepingCapacity: true)
      } else {
        part.append(byte)
      }
      isEscape = byte == UInt8(ascii: "\\") && !isEscape
    }
    return parts + [String(decoding: part, as: UTF8.self)]
  }
}
