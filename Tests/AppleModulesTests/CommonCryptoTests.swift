import CommonCrypto
import Testing

/// The digests of the standards' own examples.
@Suite struct CommonCryptoTests {
  private typealias Digest = (UnsafeRawPointer?, CC_LONG, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>?

  private func hex(_ digest: Digest, _ length: Int32, _ text: String) -> String {
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
      hex(CC_SHA224, CC_SHA224_DIGEST_LENGTH, "abc") == "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7")
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
  }

  @Test func `random bytes differ`() {
    var (first, second) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
    #expect(CCRandomGenerateBytes(&first, 32) == kCCSuccess && CCRandomGenerateBytes(&second, 32) == kCCSuccess)
    #expect(first != second)
  }
}
