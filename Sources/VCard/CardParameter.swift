/// A parameter of a property.
package struct CardParameter: Equatable, Sendable {
  /// As it was written; empty where a card of version 2.1 has a value alone, as in `TEL;HOME:1`.
  package let name: String
  /// The values, without quotation marks and the escapes of RFC 6868.
  package var values: [String]

  package init(_ name: String, _ values: String...) {
    self.init(name, values: values)
  }

  package init(_ name: String, values: [String]) {
    self.name = name
    self.values = values
  }

  /// Compares names without regard to letter case.
  package func isNamed(_ other: String) -> Bool { name.isSameWord(as: other) }

  /// As in a content line, with the semicolon before it.
  var written: String {
    let text = values.map(Self.write).joined(separator: ",")
    return name.isEmpty ? ";" + text : ";\(name)=\(text)"
  }

  /// Escapes a value as RFC 6868 has it, and quotes it if necessary.
  private static func write(_ value: String) -> String {
    var text = ""
    var isQuoted = false
    for character in value.unicodeScalars {
      switch character {
      case "^": text += "^^"
      case "\"": text += "^'"
      case "\n", "\r": text += "^n"
      case ",", ";", ":", "=", " ", "\t":
        isQuoted = true
        text.unicodeScalars.append(character)
      default: text.unicodeScalars.append(character)
      }
    }
    return isQuoted ? "\"\(text)\"" : text
  }

  /// The value of escaped text: `^n` is a line feed, `^^` a circumflex, `^'` a quotation mark. Other circumflexes stay.
  static func unescape(_ text: some Sequence<UInt8>) -> String {
    var bytes: [UInt8] = []
    var isEscape = false
    for byte in text {
      if isEscape {
        isEscape = false
        switch byte {
        case UInt8(ascii: "n"), UInt8(ascii: "N"): bytes.append(.lineFeed)
        case UInt8(ascii: "^"): bytes.append(byte)
        case UInt8(ascii: "'"): bytes.append(UInt8(ascii: "\""))
        default: bytes += [UInt8(ascii: "^"), byte]
        }
      } else if byte == UInt8(ascii: "^") {
        isEscape = true
      } else {
        bytes.append(byte)
      }
    }
    if isEscape { bytes.append(UInt8(ascii: "^")) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
