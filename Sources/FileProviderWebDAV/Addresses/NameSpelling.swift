/// How the bytes of a name are written as text, for names that are not valid UTF-8: as the system does it, which spells the byte E9 as `\xe9`, and a
/// backslash that would be read so as `\x5c`.
enum NameSpelling {
  private static let backslash = UInt8(ascii: "\\")

  static func text(_ bytes: [UInt8]) -> String {
    if !bytes.contains(backslash), let text = String(validating: bytes, as: UTF8.self) { return text }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let length = validLength(at: index, in: bytes)
      if length == 0 || escaped(at: index, in: bytes) != nil {
        result += [backslash, UInt8(ascii: "x"), digit(bytes[index] >> 4), digit(bytes[index] & 15)]
        index += 1
      } else {
        result += bytes[index..<index + length]
        index += length
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func bytes(_ text: String) -> [UInt8] {
    let bytes = [UInt8](text.utf8)
    guard bytes.contains(backslash) else { return bytes }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = escaped(at: index, in: bytes)
      result.append(byte ?? bytes[index])
      index += byte == nil ? 1 : 4
    }
    return result
  }

  /// How many bytes the character at a place has; 0 when they are none.
  private static func validLength(at index: Int, in bytes: [UInt8]) -> Int {
    let length: Int
    switch bytes[index] {
    case 0..<0x80: return 1
    case 0xC2..<0xE0: length = 2
    case 0xE0..<0xF0: length = 3
    case 0xF0..<0xF5: length = 4
    default: return 0
    }
    guard index + length <= bytes.count else { return 0 }
    return String(validating: bytes[index..<index + length], as: UTF8.self) == nil ? 0 : length
  }

  private static func escaped(at index: Int, in bytes: [UInt8]) -> UInt8? {
    guard bytes[index] == backslash, index + 4 <= bytes.count, bytes[index + 1] == UInt8(ascii: "x"),
      let high = value(bytes[index + 2]), let low = value(bytes[index + 3])
    else { return nil }
    let byte = high << 4 | low
    return byte >= 0x80 || byte == backslash ? byte : nil
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 { Array("0123456789abcdef".utf8)[Int(value)] }
}
