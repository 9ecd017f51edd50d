import Crypto

/// The MD5 digest (RFC 1321), by which the cache of thumbnails names its files. It protects nothing.
enum MD5 {
  /// The digest of some bytes, as 32 hexadecimal digits.
  static func digits(of bytes: some Sequence<UInt8>) -> String {
    Insecure.MD5.hash(data: Array(bytes)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
