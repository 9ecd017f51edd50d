import Glibc

/// How bytes that need not be valid UTF-8 are written in a string.
///
/// Names, paths and names of extended attributes are bytes; JSON, a terminal, the search index and providers take text.
/// A byte that is not part of valid UTF-8 is written as `\x` and two hexadecimal digits in lower case: `caf\xe9`. A
/// backslash before what would be read as such a byte is written as `\x5c`, so the name that consists of the four
/// characters `\xe9` is written `\x5cxe9`. All else stays as it is, other backslashes included. A path is spelled like
/// its names, with the slashes between them.
///
/// Different bytes have different spellings. A string that is not the spelling of any bytes is not a spelling:
/// `\xc3\xa9` is “é” and must be written so.
@usableFromInline package enum ByteSpelling {
  @usableFromInline package static let backslash = UInt8(ascii: "\\")

  /// The bytes of the spelling.
  static func spelled(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 12)
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
    return result
  }

  /// The bytes that a string spells; of a string that is not a spelling, those that its escapes stand for.
  @usableFromInline package static func bytes(of spelling: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(spelling.count)
    var index = 0
    while index < spelling.count {
      let byte = escaped(at: index, in: spelling)
      result.append(byte ?? spelling[index])
      index += byte == nil ? 1 : 4
    }
    return result
  }

  /// Whether there is nothing but ASCII without a backslash, which is its own spelling. Validating each name with
  /// `String(validating:)` took four times as long as making the string.
  @inlinable @inline(__always) package static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var found: UInt64 = 0
    var index = 0
    while index + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // A word in which the highest bit is set of each byte that is not ASCII, or is a backslash.
      found |= word | ((word ^ (ones &* UInt64(backslash))) &- ones)
      index += 8
    }
    var rest: UInt8 = 0
    while index < bytes.count {
      rest |= bytes[index] | (bytes[index] == backslash ? 0x80 : 0)
      index += 1
    }
    return found & (ones << 7) == 0 && rest < 0x80
  }

  /// The spelling of bytes that are not plain.
  @usableFromInline package static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    if !hasBackslash(bytes) {
      var text = String(decoding: bytes, as: UTF8.self)
      // What was repaired is another text.
      if text.withUTF8({ $0.elementsEqual(bytes) }) { return text }
    }
    return String(decoding: spelled(bytes), as: UTF8.self)
  }

  /// Whether there can be an escape at all: hardly any name has to be examined further.
  @usableFromInline package static func hasBackslash(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.baseAddress.map { memchr($0, Int32(backslash), bytes.count) != nil } ?? false
  }

  /// Whether a string spells other bytes than its own.
  package static func hasEscape(_ spelling: UnsafeRawBufferPointer) -> Bool {
    hasBackslash(spelling) && spelling.indices.contains { escaped(at: $0, in: spelling) != nil }
  }

  /// The byte that the escape at a position encodes; `nil` when there is none.
  private static func escaped(at index: Int, in bytes: UnsafeRawBufferPointer) -> UInt8? {
    guard bytes[index] == backslash, index + 4 <= bytes.count, bytes[index + 1] == UInt8(ascii: "x"),
      let high = value(bytes[index + 2]), let low = value(bytes[index + 3])
    else { return nil }
    let byte = high << 4 | low
    return byte >= 0x80 || byte == backslash ? byte : nil
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// The length of the UTF-8 sequence that begins at a place, 0 when none does (The Unicode Standard, table 3-7).
  private static func validLength(at index: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let second: ClosedRange<UInt8>
    let length: Int
    switch bytes[index] {
    case 0...0x7f: return 1
    case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: (length, second) = (3, 0x80...0xbf)
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    default: return 0
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
    return bytes[index + 2..<max(index + 2, index + length)].allSatisfy { $0 & 0xc0 == 0x80 } ? length : 0
  }
}

/// A string as the spelling of bytes; see `ByteSpelling`.
extension String {
  /// The spelling of bytes: themselves, where they are valid UTF-8 that does not look like the spelling of something else.
  @inlinable @inline(__always)
  package init(spelling bytes: UnsafeRawBufferPointer) {
    self = ByteSpelling.isPlain(bytes) ? String(decoding: bytes, as: UTF8.self) : ByteSpelling.text(bytes)
  }

  package init(spelling bytes: some Collection<UInt8>) {
    self = Array(bytes).withUnsafeBytes { String(spelling: $0) }
  }

  /// The spelling of a name or path from a system call.
  package init(spelling bytes: UnsafePointer<CChar>) {
    self.init(spelling: UnsafeRawBufferPointer(start: bytes, count: strlen(bytes)))
  }

  /// Calls with the bytes that this string spells.
  @inlinable @inline(__always)
  package func withSpelledBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = self
    return text.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      if !ByteSpelling.hasBackslash(bytes) { return body(bytes) }
      return ByteSpelling.bytes(of: bytes).withUnsafeBytes(body)
    }
  }

  /// The bytes that this string spells.
  package var spelledBytes: [UInt8] { withSpelledBytes { Array($0) } }

  /// Whether the bytes that this string spells are others than its own.
  package var hasEscapedBytes: Bool {
    var text = self
    return text.withUTF8 { ByteSpelling.hasEscape(UnsafeRawBufferPointer($0)) }
  }

  /// Whether there are bytes that are spelled so.
  package var isSpelling: Bool { !hasEscapedBytes || String(spelling: spelledBytes).utf8.elementsEqual(utf8) }
}
