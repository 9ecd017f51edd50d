import CommonCrypto

/// SHA-1 (FIPS 180-4) of what comes piece by piece. It finds damage, and guards no secret.
struct SHA1 {
  private var context = CC_SHA1_CTX()

  init() { CC_SHA1_Init(&context) }

  /// - Parameter bytes: Fewer than 4 GiB.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    CC_SHA1_Update(&context, bytes.baseAddress, CC_LONG(bytes.count))
  }

  mutating func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(CC_SHA1_DIGEST_LENGTH))
    CC_SHA1_Final(&digest, &context)
    return digest
  }
}
