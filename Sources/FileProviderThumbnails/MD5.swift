import Digests
import FileProviderProgram

/// The MD5 digest (RFC 1321), by which the cache of thumbnails names its files. It protects nothing.
enum MD5 {
  /// The digest of some bytes, as 32 hexadecimal digits; nil where `libcrypto` is missing, or refuses MD5.
  static func digits(of bytes: some Sequence<UInt8>) -> String? {
    var digest = Digest(.md5)
    Array(bytes).withUnsafeBytes { _ = digest.add($0) }
    return digest.finish()?.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
