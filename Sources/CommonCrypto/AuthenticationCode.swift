import Crypto
import FoundationEssentials

/// An HMAC of any digest, while it is made.
protocol AuthenticationCode {
  mutating func add(_ data: UnsafeRawBufferPointer)
  func finish() -> [UInt8]
  /// A block of a key that is derived with the key of this code, to which nothing was added yet (RFC 8018, 5.2).
  func stretch(_ salt: UnsafeRawBufferPointer, block: UInt32, rounds: UInt32) -> [UInt8]
}

extension HMAC: AuthenticationCode {
  mutating func add(_ data: UnsafeRawBufferPointer) { update(data: data) }
  func finish() -> [UInt8] { Array(finalize()) }

  func stretch(_ salt: UnsafeRawBufferPointer, block: UInt32, rounds: UInt32) -> [UInt8] {
    var first = self
    first.update(data: salt)
    withUnsafeBytes(of: block.bigEndian) { first.update(data: $0) }
    var last = first.finish()
    var sum = last
    for _ in 1..<max(rounds, 1) {
      var next = self
      next.update(data: last)
      last = next.finish()
      for index in sum.indices { sum[index] ^= last[index] }
    }
    return sum
  }
}

/// The bytes that a caller means, or nil when they cannot be there.
func bytes(_ start: UnsafeRawPointer?, _ count: Int) -> UnsafeRawBufferPointer? {
  guard count == 0 || (count > 0 && start != nil) else { return nil }
  return UnsafeRawBufferPointer(start: start, count: count)
}

/// A new code, or nil for an algorithm that is none of those above.
func authenticationCode(_ algorithm: CCHmacAlgorithm, key: UnsafeRawBufferPointer) -> (any AuthenticationCode)? {
  let key = SymmetricKey(data: key)
  return switch Int(algorithm) {
  case kCCHmacAlgMD5: HMAC<Insecure.MD5>(key: key)
  case kCCHmacAlgSHA1: HMAC<Insecure.SHA1>(key: key)
  case kCCHmacAlgSHA256: HMAC<Crypto.SHA256>(key: key)
  case kCCHmacAlgSHA384: HMAC<Crypto.SHA384>(key: key)
  case kCCHmacAlgSHA512: HMAC<Crypto.SHA512>(key: key)
  default: nil
  }
}
