import Foundation
import Glibc

/// The checksum of contents as ownCloud and Nextcloud tell it (`OC-Checksum`). Of the kinds there are, SHA-1 is understood; it finds damage, not deceit.
enum Checksum {
  /// Whether a file has the checksum that is told; also where none is that is understood.
  static func fits(_ header: String?, _ file: Int32) throws -> Bool {
    let words = header?.split(whereSeparator: { " ,".contains($0) }) ?? []
    guard let told = words.first(where: { $0.uppercased().hasPrefix("SHA1:") })?.dropFirst("SHA1:".count) else {
      return true
    }
    return try sha1(file).map { String(format: "%02x", $0) }.joined() == told.lowercased()
  }

  private static func sha1(_ file: Int32) throws -> [UInt8] {
    var sum = SHA1()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var offset: off_t = 0
    while true {
      let count = pread(file, &buffer, buffer.count, offset)
      guard count >= 0 else { throw CocoaError(.fileReadUnknown) }
      if count == 0 { return sum.finish() }
      sum.add(buffer[..<count])
      offset += off_t(count)
    }
  }
}

/// SHA-1 (FIPS 180-4).
struct SHA1 {
  private var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
  private var words = [UInt32](repeating: 0, count: 80)
  private var block: [UInt8] = []
  private var length: UInt64 = 0

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      block.append(byte)
      length &+= 1
      if block.count == 64 { mix() }
    }
  }

  mutating func finish() -> [UInt8] {
    let bits = length &* 8
    add([0x80])
    while block.count != 56 { add([0]) }
    add((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) })
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }

  private mutating func mix() {
    for index in 0..<16 {
      words[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(block[index * 4 + $1]) }
    }
    for index in 16..<80 {
      words[index] = Self.rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for index in 0..<80 {
      let (mixed, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      (a, b, c, d, e) = (Self.rotated(a, 5) &+ mixed &+ e &+ constant &+ words[index], a, Self.rotated(b, 30), c, d)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    block.removeAll(keepingCapacity: true)
  }
}
