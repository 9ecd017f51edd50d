/// SHA-1 (FIPS 180-4). In plain loops over memory: with collections it takes minutes for some megabytes where nothing is optimized.
///
/// Of our own: it finds damage, and guards no secret; swift-crypto would be a minute more of each first build for these lines, and libcrypto is not on
/// every machine that has libcurl.
struct SHA1 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
  )
  /// What does not fill a block yet.
  private var tail: [UInt8] = []
  private var length: UInt64 = 0
  private static let block = 64

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    length &+= UInt64(bytes.count)
    var rest = bytes[...]
    if !tail.isEmpty {
      let missing = rest.prefix(Self.block - tail.count)
      tail += missing
      rest = rest.dropFirst(missing.count)
      guard tail.count == Self.block else { return }
      mixTail()
    }
    while rest.count >= Self.block {
      mix(UnsafeRawBufferPointer(rebasing: rest.prefix(Self.block)))
      rest = rest.dropFirst(Self.block)
    }
    tail += rest
  }

  mutating func finish() -> [UInt8] {
    let bits = length &* 8
    tail.append(0x80)
    if tail.count > Self.block - 8 {
      tail += [UInt8](repeating: 0, count: Self.block - tail.count)
      mixTail()
    }
    tail += [UInt8](repeating: 0, count: Self.block - 8 - tail.count)
    withUnsafeBytes(of: bits.bigEndian) { tail += $0 }
    mixTail()
    return [state.0, state.1, state.2, state.3, state.4].flatMap { withUnsafeBytes(of: $0.bigEndian) { Array($0) } }
  }

  private mutating func mixTail() {
    let full = tail
    tail.removeAll(keepingCapacity: true)
    full.withUnsafeBytes { mix($0) }
  }

  private mutating func mix(_ block: UnsafeRawBufferPointer) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      var index = 0
      while index < 16 {
        words[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
        index &+= 1
      }
      while index < 80 {
        let word = words[index &- 3] ^ words[index &- 8] ^ words[index &- 14] ^ words[index &- 16]
        words[index] = word &<< 1 | word &>> 31
        index &+= 1
      }
      mix(words)
    }
  }

  private mutating func mix(_ words: UnsafeMutableBufferPointer<UInt32>) {
    var (a, b, c, d, e) = state
    var index = 0
    while index < 80 {
      var sum = e &+ words[index] &+ (a &<< 5 | a &>> 27)
      if index < 20 {
        sum = sum &+ (b & c | ~b & d) &+ 0x5A82_7999
      } else if index < 40 {
        sum = sum &+ (b ^ c ^ d) &+ 0x6ED9_EBA1
      } else if index < 60 {
        sum = sum &+ (b & c | b & d | c & d) &+ 0x8F1B_BCDC
      } else {
        sum = sum &+ (b ^ c ^ d) &+ 0xCA62_C1D6
      }
      (a, b, c, d, e) = (sum, a, b &<< 30 | b &>> 2, c, d)
      index &+= 1
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }
}
