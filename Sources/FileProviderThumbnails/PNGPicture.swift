import FileProviderProgram

/// A PNG picture (ISO 15948), as far as it takes to put texts into it.
struct PNGPicture {
  /// In pixels.
  let width: Int
  let height: Int
  private let bytes: [UInt8]
  /// The chunks, in order, the first of which is the header.
  private let chunks: [Range<Int>]

  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  /// A chunk is a length, a type, data of that length, and a checksum.
  private static let frame = (length: 4, type: 4, checksum: 4)

  /// Whether bytes claim to be such a picture.
  static func isOne(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: signature) }

  /// - Returns: `nil` for bytes that are none, or a damaged one.
  init?(_ bytes: [UInt8]) {
    guard Self.isOne(bytes), let chunks = Self.chunks(of: bytes), let header = chunks.first,
      Self.type(header, bytes) == "IHDR", header.count == 12 + 13, let last = chunks.last,
      Self.type(last, bytes) == "IEND"
    else { return nil }
    let data = header.lowerBound + Self.frame.length + Self.frame.type
    width = Int(Self.number(bytes[data..<data + 4]))
    height = Int(Self.number(bytes[data + 4..<data + 8]))
    guard width > 0, height > 0 else { return nil }
    self.bytes = bytes
    self.chunks = chunks
  }

  /// The chunks up to the last one; `nil` when they are not whole.
  private static func chunks(of bytes: [UInt8]) -> [Range<Int>]? {
    var chunks: [Range<Int>] = []
    var start = signature.count
    let around = frame.length + frame.type + frame.checksum
    while bytes.count - start >= around {
      let length = Int(number(bytes[start..<start + frame.length]))
      guard length <= bytes.count - start - around else { return nil }
      let chunk = start..<start + around + length
      let covered = bytes[chunk.lowerBound + frame.length..<chunk.upperBound - frame.checksum]
      guard CRC32.checksum(of: covered) == number(bytes[chunk.upperBound - frame.checksum..<chunk.upperBound]) else {
        return nil
      }
      chunks.append(chunk)
      if type(chunk, bytes) == "IEND" { return chunks }
      start = chunk.upperBound
    }
    return nil
  }

  private static func type(_ chunk: Range<Int>, _ bytes: [UInt8]) -> String {
    let start = chunk.lowerBound + frame.length
    return String(decoding: bytes[start..<start + frame.type], as: UTF8.self)
  }

  /// Four bytes with the highest first.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

  /// The picture with texts after its header, in place of those that it has for the same keys.
  ///
  /// - Parameter texts: Keys of 1 to 79 characters with their texts, all in ASCII.
  func with(_ texts: [(key: String, text: String)]) -> [UInt8] {
    var result = Self.signature
    for (index, chunk) in chunks.enumerated() {
      if isText(chunk, for: texts.map(\.key)) { continue }
      result += bytes[chunk]
      if index == 0 { for text in texts { result += Self.chunk("tEXt", Array("\(text.key)\0\(text.text)".utf8)) } }
    }
    return result
  }

  private func isText(_ chunk: Range<Int>, for keys: [String]) -> Bool {
    guard ["tEXt", "zTXt", "iTXt"].contains(Self.type(chunk, bytes)) else { return false }
    let data = bytes[chunk.lowerBound + Self.frame.length + Self.frame.type..<chunk.upperBound - Self.frame.checksum]
    return keys.contains { data.starts(with: Array($0.utf8) + [0]) }
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let covered = Array(type.utf8) + data
    return big(UInt32(clamping: data.count)) + covered + big(CRC32.checksum(of: covered))
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
  }
}

/// The checksum of PNG chunks (ISO 15948, annex D), which is that of zlib and Ethernet.
package enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : 0xedb8_8320 ^ value >> 1 }
  }

  package static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }
}
