import CommonCrypto
import Glibc
import TestSupport
import Testing

/// The digests of the standards' own examples.
@Suite struct CommonCryptoTests {
  private typealias DigestCall = (UnsafeRawPointer?, CC_LONG, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<
    UInt8
  >?

  private func hex(_ digest: DigestCall, _ length: Int32, _ text: String) -> String {
    var result = [UInt8](repeating: 0, count: Int(length))
    let bytes = Array(text.utf8)
    bytes.withUnsafeBytes { _ = digest($0.baseAddress, CC_LONG(bytes.count), &result) }
    return hex(result)
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test func `each digest of “abc” is that of its standard`() {
    #expect(hex(CC_MD5, CC_MD5_DIGEST_LENGTH, "abc") == "900150983cd24fb0d6963f7d28e17f72")
    #expect(hex(CC_SHA1, CC_SHA1_DIGEST_LENGTH, "abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      hex(CC_SHA256, CC_SHA256_DIGEST_LENGTH, "abc")
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hex(CC_SHA384, CC_SHA384_DIGEST_LENGTH, "abc")
        == "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7")
    #expect(
      hex(CC_SHA512, CC_SHA512_DIGEST_LENGTH, "abc")
        == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    )
    #expect(hex(CC_MD5, CC_MD5_DIGEST_LENGTH, "") == "d41d8cd98f00b204e9800998ecf8427e")
    let twoBlocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(hex(CC_SHA1, CC_SHA1_DIGEST_LENGTH, twoBlocks) == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    #expect(
      hex(CC_SHA256, CC_SHA256_DIGEST_LENGTH, twoBlocks)
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  @Test func `bytes that come in parts have the digest of the whole`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var whole = [UInt8](repeating: 0, count: 64)
    _ = bytes.withUnsafeBytes { CC_SHA512($0.baseAddress, CC_LONG(bytes.count), &whole) }
    for size in [1, 63, 111, 112, 127, 128, 129, 500] {
      var (context, parts) = (CC_SHA512_CTX(), [UInt8](repeating: 0, count: 64))
      CC_SHA512_Init(&context)
      for start in stride(from: 0, to: bytes.count, by: size) {
        let part = Array(bytes[start..<min(start + size, bytes.count)])
        _ = part.withUnsafeBytes { CC_SHA512_Update(&context, $0.baseAddress, CC_LONG(part.count)) }
      }
      CC_SHA512_Final(&parts, &context)
      #expect(parts == whole, "\(size)")
    }
  }

  @Test func `a context may be on the stack, in memory that was only allocated, or a copy`() {
    let (abc, abcd) = (Array("abc".utf8), Array("d".utf8))
    var (digest, other) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
    let context = UnsafeMutablePointer<CC_SHA256_CTX>.allocate(capacity: 1)
    memset(context, 0xa5, MemoryLayout<CC_SHA256_CTX>.size)
    defer { context.deallocate() }
    #expect(CC_SHA256_Init(context) == 1 && CC_SHA256_Update(context, abc, 3) == 1)
    var copy = context.pointee
    #expect(CC_SHA256_Update(&copy, abcd, 1) == 1 && CC_SHA256_Final(&other, &copy) == 1)
    #expect(CC_SHA256_Final(&digest, context) == 1)
    #expect(hex(digest) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(hex(other) == hex(CC_SHA256, CC_SHA256_DIGEST_LENGTH, "abcd"))
    // As C's functions take it: memory of any type.
    var (raw, letters) = (Array("abc".utf8), [CChar](repeating: 0, count: 32))
    raw.withUnsafeBytes { bytes in _ = CC_SHA256(bytes.baseAddress, 3, &letters) }
    #expect(hex(letters.map { UInt8(bitPattern: $0) }) == hex(digest))
    raw = [UInt8](repeating: 0, count: 32)
    raw.withUnsafeMutableBytes { bytes in _ = CC_SHA256("abc", 3, bytes.baseAddress) }
    #expect(raw == digest)
    // Of SHA-384 in the context of SHA-512, as macOS has it.
    var (long, mac) = (CC_SHA512_CTX(), [UInt8](repeating: 0, count: 48))
    #expect(CC_SHA384_Init(&long) == 1 && CC_SHA384_Update(&long, abc, 3) == 1 && CC_SHA384_Final(&mac, &long) == 1)
    #expect(hex(mac) == hex(CC_SHA384, CC_SHA384_DIGEST_LENGTH, "abc"))
  }

  @Test func `what is not there is not read, and nothing is written for it`() {
    var digest = [UInt8](repeating: 7, count: 32)
    #expect(CC_SHA256(nil, 3, &digest) == nil && CC_SHA256("abc", 3, nil) == nil)
    var context = CC_SHA256_CTX()
    #expect(CC_SHA256_Update(&context, "abc", 3) == 0 && CC_SHA256_Final(&digest, &context) == 0)
    withUnsafeMutablePointer(to: &context) { _ = memset($0, 0, MemoryLayout<CC_SHA256_CTX>.size) }
    #expect(CC_SHA256_Update(&context, "abc", 3) == 0 && CC_SHA256_Init(nil) == 0)
    #expect(CC_SHA256_Init(&context) == 1 && CC_SHA256_Update(&context, nil, 3) == 0)
    #expect(CC_SHA256_Final(nil, &context) == 0)
    CCHmac(99, "key", 3, "data", 4, &digest)
    CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), nil, 3, "data", 4, &digest)
    CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), "key", 3, nil, 4, &digest)
    CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), "key", -1, "data", 4, &digest)
    #expect(digest == [UInt8](repeating: 7, count: 32))
    #expect(CC_SHA256_Update(&context, nil, 0) == 1 && CC_SHA256_Final(&digest, &context) == 1)
    #expect(hex(digest) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(CC_SHA256_Final(&digest, &context) == 0)
  }

  @Test func `HMAC is that of RFC 2104 and RFC 4231`() {
    func mac(_ algorithm: Int, _ length: Int32, _ key: [UInt8], _ text: String) -> String {
      var result = [UInt8](repeating: 0, count: Int(length))
      let bytes = Array(text.utf8)
      CCHmac(CCHmacAlgorithm(algorithm), key, key.count, bytes, bytes.count, &result)
      return hex(result)
    }
    #expect(
      mac(kCCHmacAlgMD5, CC_MD5_DIGEST_LENGTH, Array("Jefe".utf8), "what do ya want for nothing?")
        == "750c783e6ab0b503eaa86e310a5db738")
    #expect(
      mac(kCCHmacAlgSHA256, CC_SHA256_DIGEST_LENGTH, Array("Jefe".utf8), "what do ya want for nothing?")
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      mac(
        kCCHmacAlgSHA256, CC_SHA256_DIGEST_LENGTH, [UInt8](repeating: 0xaa, count: 131),
        "Test Using Larger Than Block-Size Key - Hash Key First")
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    #expect(
      mac(kCCHmacAlgSHA1, CC_SHA1_DIGEST_LENGTH, Array("Jefe".utf8), "what do ya want for nothing?")
        == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
    #expect(
      mac(kCCHmacAlgSHA384, CC_SHA384_DIGEST_LENGTH, Array("Jefe".utf8), "what do ya want for nothing?")
        == "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649")
    #expect(
      mac(kCCHmacAlgSHA512, CC_SHA512_DIGEST_LENGTH, Array("Jefe".utf8), "what do ya want for nothing?")
        == "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
    )
    #expect(
      mac(kCCHmacAlgSHA256, CC_SHA256_DIGEST_LENGTH, [], "")
        == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
  }

  @Test func `a code that comes in parts is that of the whole`() {
    let key = Array("Jefe".utf8)
    for (algorithm, length) in [(kCCHmacAlgMD5, CC_MD5_DIGEST_LENGTH), (kCCHmacAlgSHA512, CC_SHA512_DIGEST_LENGTH)] {
      var whole = [UInt8](repeating: 0, count: Int(length))
      var parts = whole
      CCHmac(CCHmacAlgorithm(algorithm), key, key.count, "what do ya want", 15, &whole)
      var context = CCHmacContext()
      CCHmacInit(&context, CCHmacAlgorithm(algorithm), key, key.count)
      for part in ["what do ", "", "ya want"] { CCHmacUpdate(&context, part, part.utf8.count) }
      CCHmacFinal(&context, &parts)
      #expect(parts == whole)
    }
  }

  @Test func `a key is derived as RFC 6070 and RFC 7914 say`() {
    func key(_ algorithm: Int, _ password: String, _ salt: String, _ rounds: UInt32, _ count: Int) -> String {
      var key = [UInt8](repeating: 0, count: count)
      let status = CCKeyDerivationPBKDF(
        CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, salt, salt.utf8.count,
        CCPseudoRandomAlgorithm(algorithm), rounds, &key, key.count)
      return status == kCCSuccess ? hex(key) : "\(status)"
    }
    #expect(key(kCCPRFHmacAlgSHA1, "password", "salt", 2, 20) == "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957")
    #expect(
      key(
        kCCPRFHmacAlgSHA1, "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096, 25)
        == "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038")
    #expect(
      key(kCCPRFHmacAlgSHA256, "passwd", "salt", 1, 64)
        == "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
    )
    #expect(key(kCCPRFHmacAlgSHA256, "", "", 1, 32) == key(kCCPRFHmacAlgSHA256, "", "", 1, 64).prefix(64))
    #expect(key(kCCPRFHmacAlgSHA384, "password", "salt", 1, 20) == "c0e14f06e49e32d73f9f52ddf1d0c5c719160923")
    #expect(key(kCCPRFHmacAlgSHA224, "password", "salt", 1, 20) == "\(kCCUnimplemented)")
    #expect(key(kCCPRFHmacAlgSHA1, "password", "salt", 0, 20) == "\(kCCParamError)")
    #expect(key(9, "password", "salt", 1, 20) == "\(kCCParamError)")
    #expect(CCKeyDerivationPBKDF(CCPBKDFAlgorithm(kCCPBKDF2), nil, 3, nil, 0, 1, 1, nil, 0) == kCCParamError)
  }

  @Test func `a context of HMAC may be copied, and ends once`() {
    let key = Array("Jefe".utf8)
    var (whole, digest) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
    CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), key, key.count, "abc", 3, &whole)
    var context = CCHmacContext()
    CCHmacInit(&context, CCHmacAlgorithm(kCCHmacAlgSHA256), key, key.count)
    CCHmacUpdate(&context, "ab", 2)
    var copy = context
    CCHmacUpdate(&copy, "x", 1)
    CCHmacUpdate(&context, "c", 1)
    CCHmacFinal(&context, &digest)
    #expect(digest == whole)
    digest = [UInt8](repeating: 7, count: 32)
    CCHmacFinal(&context, &digest)
    #expect(digest == [UInt8](repeating: 7, count: 32))
    withUnsafeMutablePointer(to: &context) { _ = memset($0, 0, MemoryLayout<CCHmacContext>.size) }
    CCHmacUpdate(&context, "c", 1)
    CCHmacFinal(&context, &digest)
    #expect(digest == [UInt8](repeating: 7, count: 32))
    CCHmacFinal(&copy, &digest)
    CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), key, key.count, "abx", 3, &whole)
    #expect(digest == whole)
  }

  @Test func `a digest that libcrypto refuses is a failure, and nothing is written`() async {
    await #expect(processExitsWith: .success) {
      try Libcrypto.refusingAll {
        var (context, digest) = (CC_MD5_CTX(), [UInt8](repeating: 7, count: 64))
        try #require(CC_MD5_Init(&context) == 0 && CC_MD5_Update(&context, "abc", 3) == 0)
        try #require(CC_MD5_Final(&digest, &context) == 0 && CC_SHA256("abc", 3, &digest) == nil)
        CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), "key", 3, "data", 4, &digest)
        CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), [UInt8](repeating: 1, count: 65), 65, "data", 4, &digest)
        let status = CCKeyDerivationPBKDF(CCPBKDFAlgorithm(kCCPBKDF2), "p", 1, "s", 1, 3, 1, &digest, 64)
        try #require(status == kCCUnimplemented && digest == [UInt8](repeating: 7, count: 64))
      }
    }
  }

  @Test func `random bytes differ`() {
    var (first, second) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
    #expect(CCRandomGenerateBytes(&first, 32) == kCCSuccess && CCRandomGenerateBytes(&second, 32) == kCCSuccess)
    #expect(first != second)
  }
}
