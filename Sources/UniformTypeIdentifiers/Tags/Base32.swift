/// Base 32 of RFC 4648 in lower case, without padding.
enum Base32 {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var result: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        result.append(letters[Int(buffer >> UInt32(bits)) & 31])
      }
      buffer &= (1 << UInt32(bits)) - 1
    }
    if bits > 0 {
      result.append(letters[Int(buffer << UInt32(5 - bits)) & 31])
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// `nil` if a character is not in the alphabet, or if encoding the result would not give `text` again.
  static func decode(_ text: Substring) -> [UInt8]? {
    var result: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for letter in text.utf8 {
      let value: UInt8
      switch letter {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = letter - UInt8(ascii: "a")
      case UInt8(ascii: "2")...UInt8(ascii: "7"): value = letter - UInt8(ascii: "2") + 26
      default: return nil
      }
      buffer = buffer << 5 | UInt32(value)
      bits += 5
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(buffer >> UInt32(bits) & 0xFF))
      }
      buffer &= (1 << UInt32(bits)) - 1
    }
    return bits < 5 && buffer == 0 ? result : nil
  }
}
