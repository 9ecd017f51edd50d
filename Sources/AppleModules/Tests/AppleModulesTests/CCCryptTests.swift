import CommonCrypto
import Foundation
import Testing

/// Ciphers, with the examples of NIST SP 800-38A.
@Suite struct CCCryptTests {
  private static let key = hex("2b7e151628aed2a6abf7158809cf4f3c")
  private static let longKey = hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
  private static let text = hex("6bc1bee22e409f96e93d7e117393172a")
  private static let vector = [UInt8](0..<16)

  private static func hex(_ text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
  }

  /// As extensions call it, with `Data`.
  private func crypt(
    _ operation: Int, _ data: Data, _ options: Int = kCCOptionPKCS7Padding, key: [UInt8] = key,
    algorithm: Int = kCCAlgorithmAES, room: Int? = nil
  ) -> (Int, Data) {
    var result = Data(count: room ?? data.count + kCCBlockSizeAES128)
    let (size, vector) = (result.count, Data(Self.vector))
    var moved = 0
    let status = result.withUnsafeMutableBytes { out in
      data.withUnsafeBytes { bytes in
        vector.withUnsafeBytes { vector in
          key.withUnsafeBytes { key in
            CCCrypt(
              CCOperation(operation), CCAlgorithm(algorithm), CCOptions(options), key.baseAddress, key.count,
              vector.baseAddress, bytes.baseAddress, data.count, out.baseAddress, size, &moved)
          }
        }
      }
    }
    return (Int(status), status == kCCSuccess ? result.prefix(moved) : Data([UInt8(moved)]))
  }

  @Test(
    arguments: [
      (kCCOptionECBMode, key, "3ad77bb40d7a3660a89ecaf32466ef97"), (0, key, "7649abac8119b246cee98e9b12e9197d"),
      (0, longKey, "f58c4c04d6e5f1ba779eabfb5f7bfbd6"),
    ])
  func `a block is as the standard has it`(options: Int, key: [UInt8], made: String) {
    #expect(crypt(kCCEncrypt, Data(Self.text), options, key: key).1 == Data(Self.hex(made)))
    #expect(crypt(kCCDecrypt, Data(Self.hex(made)), options, key: key).1 == Data(Self.text))
  }

  @Test(arguments: [0, 1, 15, 16, 17, 100_000]) func `bytes of any count come back, with a filled block`(count: Int) {
    let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
    for options in [kCCOptionPKCS7Padding, kCCOptionPKCS7Padding | kCCOptionECBMode] {
      let made = crypt(kCCEncrypt, bytes, options, key: Self.longKey)
      #expect(made.0 == kCCSuccess && made.1.count == count / 16 * 16 + 16)
      let back = crypt(kCCDecrypt, made.1, options, key: Self.longKey, room: made.1.count)
      #expect(back.0 == kCCSuccess && back.1 == bytes)
    }
    let triple = crypt(kCCEncrypt, bytes, key: [UInt8](0..<24), algorithm: kCCAlgorithm3DES)
    #expect(crypt(kCCDecrypt, triple.1, key: [UInt8](0..<24), algorithm: kCCAlgorithm3DES).1 == bytes)
  }

  @Test func `what cannot be done says why`() {
    let text = Data(Self.text)
    #expect(crypt(kCCEncrypt, text + [1], 0).0 == kCCAlignmentError)
    #expect(crypt(kCCDecrypt, text.dropLast()).0 == kCCAlignmentError)
    #expect(crypt(kCCDecrypt, text).0 == kCCDecodeError)
    #expect(crypt(kCCEncrypt, text, key: [1, 2, 3]).0 == kCCKeySizeError)
    #expect(crypt(kCCEncrypt, text, algorithm: kCCAlgorithmRC4).0 == kCCUnimplemented)
    #expect(crypt(7, text).0 == kCCParamError)
    let small = crypt(kCCEncrypt, text, room: 16)
    #expect(small.0 == kCCBufferTooSmall && small.1 == Data([32]))
    #expect(crypt(kCCDecrypt, crypt(kCCEncrypt, text).1, room: 3).0 == kCCBufferTooSmall)
  }

  @Test func `a stream of bytes is encrypted part by part`() throws {
    for padding in [ccPKCS7Padding, ccNoPadding] {
      var made: CCCryptorRef?
      let status = CCCryptorCreateWithMode(
        CCOperation(kCCEncrypt), CCMode(kCCModeCBC), CCAlgorithm(kCCAlgorithmAES), CCPadding(padding), Self.vector,
        Self.key, Self.key.count, nil, 0, 0, 0, &made)
      #expect(status == kCCSuccess)
      let cryptor = try #require(made)
      defer { CCCryptorRelease(cryptor) }
      let bytes = [UInt8](repeating: 7, count: 64)
      for _ in 0..<2 {
        var result: [UInt8] = []
        for part in [bytes[..<10], bytes[10..<40], bytes[40...]].map(Array.init) {
          var room = [UInt8](repeating: 0, count: CCCryptorGetOutputLength(cryptor, part.count, false))
          var moved = 0
          #expect(CCCryptorUpdate(cryptor, part, part.count, &room, room.count, &moved) == kCCSuccess)
          #expect(moved == room.count)
          result += room[..<moved]
        }
        var last = [UInt8](repeating: 0, count: CCCryptorGetOutputLength(cryptor, 0, true))
        var moved = 0
        #expect(CCCryptorFinal(cryptor, &last, last.count, &moved) == kCCSuccess)
        result += last[..<moved]
        let options = padding == ccNoPadding ? 0 : kCCOptionPKCS7Padding
        #expect(crypt(kCCEncrypt, Data(bytes), options).1 == Data(result))
        #expect(CCCryptorReset(cryptor, Self.vector) == kCCSuccess)
      }
    }
  }
}
