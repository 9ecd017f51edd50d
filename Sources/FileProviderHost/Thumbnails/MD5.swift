import CommonCrypto

/// The MD5 digest (RFC 1321), by which the cache of thumbnails names its files. It protects nothing.
enum MD5 {
  /// The digest of some bytes, as 32 hexadecimal digits.
  static func digits(of bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    var digest = [UInt8](repeating: 0, count: Int(CC_MD5_DIGEST_LENGTH))
    CC_MD5(bytes, CC_LONG(bytes.count), &digest)
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
