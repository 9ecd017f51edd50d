import Digests

/// How a key is derived: `CCPBKDFAlgorithm(kCCPBKDF2)`.
public typealias CCPBKDFAlgorithm = UInt32
/// The code that a key is derived with: `CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256)`.
public typealias CCPseudoRandomAlgorithm = UInt32

/// PBKDF2 (RFC 8018).
public let kCCPBKDF2 = 2
/// HMAC of SHA-1.
public let kCCPRFHmacAlgSHA1 = 1
/// HMAC of SHA-224, which is not here: deriving a key with it fails with `kCCUnimplemented`.
public let kCCPRFHmacAlgSHA224 = 2
/// HMAC of SHA-256.
public let kCCPRFHmacAlgSHA256 = 3
/// HMAC of SHA-384.
public let kCCPRFHmacAlgSHA384 = 4
/// HMAC of SHA-512.
public let kCCPRFHmacAlgSHA512 = 5

/// Derives a key from a password.
///
/// The packages of swift-crypto reach for it, too, wherever a module of this name is there.
///
/// - Returns: `kCCSuccess`; `kCCParamError` for an argument that is not valid; `kCCUnimplemented` for SHA-224, and for all
///   without `libcrypto`.
@discardableResult
public func CCKeyDerivationPBKDF(
  _ algorithm: CCPBKDFAlgorithm, _ password: UnsafeRawPointer!, _ passwordLen: Int, _ salt: UnsafeRawPointer!,
  _ saltLen: Int, _ prf: CCPseudoRandomAlgorithm, _ rounds: UInt32, _ derivedKey: UnsafeMutableRawPointer!,
  _ derivedKeyLen: Int
) -> Int32 {
  guard Int(algorithm) == kCCPBKDF2, rounds > 0, let derivedKey, (1..<Int(UInt32.max)).contains(derivedKeyLen),
    let password = bytes(password, passwordLen), let salt = bytes(salt, saltLen), (1...5).contains(prf)
  else { return Int32(kCCParamError) }
  let digests: [Int: Digest.Algorithm] = [
    kCCPRFHmacAlgSHA1: .sha1, kCCPRFHmacAlgSHA256: .sha256, kCCPRFHmacAlgSHA384: .sha384, kCCPRFHmacAlgSHA512: .sha512,
  ]
  let key = UnsafeMutableRawBufferPointer(start: derivedKey, count: derivedKeyLen)
  let isDerived = digests[Int(prf)]?.deriveKey(key, password: password, salt: salt, rounds: rounds) ?? false
  return Int32(isDerived ? kCCSuccess : kCCUnimplemented)
}
