import FileProviderThumbnails
import Foundation

/// A grey PNG picture, whole and valid, with its pixels stored as they are.
package enum SamplePicture {
  package static func png(_ width: Int, _ height: Int, texts: [(String, String)] = []) -> [UInt8] {
    let header = big(width) + big(height) + [8, 0, 0, 0, 0]
    let rows = [UInt8](repeating: 0x80, count: (width + 1) * height).enumerated().map { index, grey in
      // Each row begins with its filter, which is none.
      index % (width + 1) == 0 ? 0 : grey
    }
    var chunks = chunk("IHDR", header)
    for (key, text) in texts { chunks += chunk("tEXt", Array("\(key)\0\(text)".utf8)) }
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunks + chunk("IDAT", zlib(rows)) + chunk("IEND", [])
  }

  /// The texts of a picture, in order, read from its chunks.
  package static func texts(_ bytes: [UInt8]) -> [String] {
    var texts: [String] = []
    var start = 8
    while start + 12 <= bytes.count {
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      if bytes[start + 4..<start + 8].elementsEqual("tEXt".utf8) {
        let text = String(decoding: bytes[start + 8..<start + 8 + length], as: UTF8.self)
        texts.append(text.replacingOccurrences(of: "\0", with: "="))
      }
      start += 12 + length
    }
    return texts
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let covered = Array(type.utf8) + data
    return big(data.count) + covered + big(Int(CRC32.checksum(of: covered)))
  }

  private static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Bytes as a zlib stream of stored blocks (RFC 1950, RFC 1951).
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      let size = UInt16(block.count)
      stream.append(start + block.count == bytes.count ? 1 : 0)
      for number in [size, ~size] { stream += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }
      stream += block
    }
    var (a, b) = (1, 0)
    for byte in bytes { (a, b) = ((a + Int(byte)) % 65_521, (b + a + Int(byte)) % 65_521) }
    return stream + big(b << 16 | a)
  }
}
