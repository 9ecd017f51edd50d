import CommonCrypto
import Testing

/// Ciphers that take their bytes some at a time: what is written, and into how much room.
@Suite struct CCCryptorTests {
  private static let key: [UInt8] = hex("2b7e151628aed2a6abf7158809cf4f3c")
  private static let tripleKey = hex("0123456789abcdef23456789abcdef01456789abcdef0123")
  private static let text = hex("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c")

  private static func hex(_ text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
  }

  /// A cipher at work, for as long as it is held.
  private final class Cryptor {
    let reference: CCCryptorRef

    init(
      _ operation: Int, _ mode: Int = kCCModeCBC, _ algorithm: Int = kCCAlgorithmAES, padding: Int = ccPKCS7Padding,
      vector: [UInt8] = [UInt8](0..<16)
    ) throws {
      let key = algorithm == kCCAlgorithmAES ? CCCryptorTests.key : CCCryptorTests.tripleKey
      var made: CCCryptorRef?
      let status = CCCryptorCreateWithMode(
        CCOperation(operation), CCMode(mode), CCAlgorithm(algorithm), CCPadding(padding), vector, key, key.count, nil,
        0,
        0, CCModeOptions(kCCModeOptionCTR_BE), &made)
      try #require(status == kCCSuccess)
      reference = try #require(made)
    }

    deinit { CCCryptorRelease(reference) }

    /// - Returns: The status, what was written, and how much is said to be.
    func update(_ bytes: [UInt8], room: Int) -> (status: Int, made: [UInt8], moved: Int) {
      into(room) { CCCryptorUpdate(reference, bytes, bytes.count, $0, room, $1) }
    }

    func final(room: Int) -> (status: Int, made: [UInt8], moved: Int) {
      into(room) { CCCryptorFinal(reference, $0, room, $1) }
    }

    private func into(
      _ room: Int, _ body: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int>) -> CCCryptorStatus
    ) -> (Int, [UInt8], Int) {
      // More than is told, to see that nothing is written there.
      var memory = [UInt8](repeating: 0xEE, count: room + 64)
      var moved = -1
      let status = memory.withUnsafeMutableBufferPointer { body($0.baseAddress!, &moved) }
      #expect(memory[room...].allSatisfy { $0 == 0xEE })
      return (Int(status), status == kCCSuccess ? Array(memory[..<moved]) : [], moved)
    }

    /// Some bytes at a time, each time into as much room as is asked for.
    func all(_ bytes: [UInt8], parts: Int) -> [UInt8] {
      var result: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: parts) {
        let part = Array(bytes[start..<min(start + parts, bytes.count)])
        let made = update(part, room: CCCryptorGetOutputLength(reference, part.count, false))
        #expect(made.status == kCCSuccess)
        result += made.made
      }
      let made = final(room: CCCryptorGetOutputLength(reference, 0, true))
      #expect(made.status == kCCSuccess)
      return result + made.made
    }
  }

  // What `openssl enc` makes of the text with these keys; of its first block, NIST SP 800-38A has the same for AES.
  @Test(
    arguments: [
      (kCCAlgorithm3DES, kCCModeCBC, ccNoPadding, "2079c3d53aa763e193b79e2569ab5262516570481f25b50f"),
      (
        kCCAlgorithm3DES, kCCModeCBC, ccPKCS7Padding, "2079c3d53aa763e193b79e2569ab5262516570481f25b50fd7b1a84529162926"
      ),
      (kCCAlgorithm3DES, kCCModeECB, ccNoPadding, "714772f339841d34267fcc4bd2949cc3ee11c22a576a3038"),
      (
        kCCAlgorithm3DES, kCCModeECB, ccPKCS7Padding, "714772f339841d34267fcc4bd2949cc3ee11c22a576a3038832846b52f9e213d"
      ),
      (kCCAlgorithm3DES, kCCModeCFB, ccNoPadding, "078bb74e59ce7ed67666de9cf95eaf3fe9ed6bb460f45152"),
      (kCCAlgorithm3DES, kCCModeCFB8, ccNoPadding, "07951b729dc23ab448fc82b40372623dc443a4b443b6b4a6"),
      (kCCAlgorithm3DES, kCCModeOFB, ccNoPadding, "078bb74e59ce7ed6267e120692667da1a58662d7e04cbc64"),
      (kCCAlgorithmAES, kCCModeCFB, ccNoPadding, "3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93f"),
      (kCCAlgorithmAES, kCCModeCFB8, ccNoPadding, "3b79424c9c0dd436bace9e0ed4586a4f32b9ded50ae3ba69"),
      (kCCAlgorithmAES, kCCModeOFB, ccNoPadding, "3b3fd92eb72dad20333449f8e83cfb4a7789508d16918f03"),
      (kCCAlgorithmAES, kCCModeCTR, ccNoPadding, "3b3fd92eb72dad20333449f8e83cfb4a010c041999e03f36"),
    ])
  func `each mode is as OpenSSL's own program has it`(algorithm: Int, mode: Int, padding: Int, made: String) throws {
    let vector = algorithm == kCCAlgorithmAES ? [UInt8](0..<16) : Self.hex("f69f2445df4f9b17")
    for parts in [1, 5, 8, 16, 24] {
      let encryptor = try Cryptor(kCCEncrypt, mode, algorithm, padding: padding, vector: vector)
      #expect(encryptor.all(Self.text, parts: parts) == Self.hex(made))
      let decryptor = try Cryptor(kCCDecrypt, mode, algorithm, padding: padding, vector: vector)
      #expect(decryptor.all(Self.hex(made), parts: parts) == Self.text)
    }
  }

  @Test func `a stream of numbers is as the standard has it, for any count of bytes`() throws {
    let cryptor = try Cryptor(kCCEncrypt, kCCModeCTR, padding: ccNoPadding, vector: [UInt8](0xF0...0xFF))
    let bytes = Array(Self.text[..<16])
    #expect(cryptor.all(bytes, parts: 3) == Self.hex("874d6191b620e3261bef6864990db6ce"))
  }

  @Test func `where there is no memory, nothing is written`() throws {
    let cryptor = try Cryptor(kCCEncrypt)
    var moved = -1
    #expect(CCCryptorUpdate(cryptor.reference, Self.text, 24, nil, 1000, &moved) == kCCParamError)
    #expect(moved == 0)
    #expect(CCCryptorUpdate(cryptor.reference, Self.text, 5, nil, 1000, &moved) == kCCSuccess)
    #expect(moved == 0)
    moved = -1
    #expect(CCCryptorFinal(cryptor.reference, nil, 1000, &moved) == kCCSuccess)
    #expect(moved == 0)
    #expect(CCCryptorUpdate(nil, Self.text, 5, nil, 1000, &moved) == kCCParamError)
    #expect(CCCryptorFinal(nil, nil, 1000, &moved) == kCCParamError)
  }

  @Test(arguments: [0, 5, 15]) func `the end is written into as much room as it needs`(count: Int) throws {
    let text = Array(Self.text[..<count])
    let made = try Cryptor(kCCEncrypt).all(text, parts: 16)
    let decryptor = try Cryptor(kCCDecrypt)
    // The whole block may be padding, so nothing is given out yet, and no room asked for.
    let held = decryptor.update(made, room: 0)
    #expect(held.status == kCCSuccess && held.moved == 0)
    let nothing = decryptor.update([], room: 0)
    #expect(nothing.status == kCCSuccess && nothing.moved == 0)
    if count > 0 {
      let small = decryptor.final(room: count - 1)
      #expect(small.status == kCCBufferTooSmall && small.moved == 0)
      #expect(decryptor.update([1], room: 64).status == kCCParamError)
    }
    // It is still there for more room.
    let last = decryptor.final(room: count)
    #expect(last.status == kCCSuccess && last.made == text)
    #expect(CCCryptorReset(decryptor.reference, [UInt8](0..<16)) == kCCSuccess)
    #expect(decryptor.all(made, parts: 16) == text)
  }

  @Test func `parts are decrypted into as much room as they have`() throws {
    let text = [UInt8](0..<100)
    let made = try Cryptor(kCCEncrypt).all(text, parts: 100)
    let decryptor = try Cryptor(kCCDecrypt)
    var result: [UInt8] = []
    for start in stride(from: 0, to: made.count, by: 16) {
      let part = decryptor.update(Array(made[start..<start + 16]), room: 16)
      #expect(part.status == kCCSuccess)
      result += part.made
    }
    #expect(result + decryptor.final(room: 16).made == text)
    let small = try Cryptor(kCCEncrypt).update(Self.text, room: 15)
    #expect(small.status == kCCBufferTooSmall && small.moved == 16)
  }

  @Test func `an end that is no padding, or no whole block, is an error`() throws {
    let decryptor = try Cryptor(kCCDecrypt)
    #expect(decryptor.update(Self.text, room: 16).status == kCCSuccess)
    #expect(decryptor.final(room: 64).status == kCCAlignmentError)
    #expect(CCCryptorReset(decryptor.reference, nil) == kCCSuccess)
    #expect(decryptor.update(Array(Self.text[..<16]), room: 0).status == kCCSuccess)
    #expect(decryptor.final(room: 64).status == kCCDecodeError)
  }
}
