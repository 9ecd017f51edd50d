/// SHA-256 (https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.180-4.pdf).
///
/// It is written in plain Swift, because only background work uses it, and 86 MiB/s on one of two busy cores is enough for that. A library would cost
/// more: swift-crypto adds minutes to a first build, libcrypto can be missing where the store has to be checked, and the kernel's own (`AF_ALG`) is closed in many
/// containers. It detects faults of the disk, not attacks.
package enum SHA256 {
  static let size = 32

  /// The digest of some bytes, 32 bytes long.
  package static func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 8 + 64) { words in
      guard let state = words.baseAddress else { return [] }
      let schedule = state + 8
      for index in 0..<8 { state[index] = initial[index] }
      let whole = bytes.count & ~63
      rounds.withUnsafeBufferPointer { rounds in
        compress(UnsafeRawBufferPointer(rebasing: bytes[..<whole]), state, schedule, rounds)
        tail(of: bytes, from: whole).withUnsafeBytes { compress($0, state, schedule, rounds) }
      }
      return (0..<8).flatMap { index in withUnsafeBytes(of: state[index].bigEndian) { Array($0) } }
    }
  }

  /// What is left, a bit that is set, zeros, and the number of bits.
  private static func tail(of bytes: UnsafeRawBufferPointer, from whole: Int) -> [UInt8] {
    var tail = Array(bytes[whole...]) + [0x80]
    while tail.count & 63 != 56 { tail.append(0) }
    withUnsafeBytes(of: (UInt64(bytes.count) * 8).bigEndian) { tail.append(contentsOf: $0) }
    return tail
  }

  private static func compress(
    _ bytes: UnsafeRawBufferPointer, _ state: UnsafeMutablePointer<UInt32>, _ w: UnsafeMutablePointer<UInt32>,
    _ k: UnsafeBufferPointer<UInt32>
  ) {
    @inline(__always) func rotated(_ word: UInt32, _ by: UInt32) -> UInt32 { word &>> by | word &<< (32 &- by) }
    for block in stride(from: 0, to: bytes.count, by: 64) {
      for index in 0..<16 {
        w[index] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: block &+ index &* 4, as: UInt32.self))
      }
      for index in 16..<64 {
        let (early, late) = (w[index &- 15], w[index &- 2])
        w[index] =
          w[index &- 16] &+ (rotated(early, 7) ^ rotated(early, 18) ^ early &>> 3) &+ w[index &- 7]
          &+ (rotated(late, 17) ^ rotated(late, 19) ^ late &>> 10)
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      for index in 0..<64 {
        let first =
          h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ (e & f ^ ~e & g) &+ k[index] &+ w[index]
        let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ (a & b ^ a & c ^ b & c)
        (h, g, f, e) = (g, f, e, d &+ first)
        (d, c, b, a) = (c, b, a, first &+ second)
      }
      state[0] &+= a
      state[1] &+= b
      state[2] &+= c
      state[3] &+= d
      state[4] &+= e
      state[5] &+= f
      state[6] &+= g
      state[7] &+= h
    }
  }

  private static let initial: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  private static let rounds: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
