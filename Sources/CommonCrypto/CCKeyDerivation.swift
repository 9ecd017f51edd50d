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
/// - Returns: `kCCSuccess`; `kCCParamError` for an argument that is not valid; `kCCUnimplemented` for SHA-224.
@discardableResult
public func CCKeyDerivationPBKDF(
  _ algorithm: CCPBKDFAlgorithm, _ password: UnsafeRawPointer!, _ passwordLen: Int, _ salt: UnsafeRawPointer!,
  _ saltLen: Int, _ prf: CCPseudoRandomAlgorithm, _ rounds: UInt32, _ derivedKey: UnsafeMutableRawPointer!,
  _ derivedKeyLen: Int
) -> Int32 {
  guard Int(algorithm) == kCCPBKDF2, rounds > 0, let derivedKey, (1..<Int(UInt32.max)).contains(derivedKeyLen),
    let password = bytes(password, passwordLen), let salt = bytes(salt, saltLen), (1...5).contains(prf)
  else { return Int32(kCCParamError) }
  let digests: [Int: Int] = [
    kCCPRFHmacAlgSHA1: kCCHmacAlgSHA1, kCCPRFHmacAlgSHA256: kCCHmacAlgSHA256,
    kCCPRFHmacAlgSHA384: kCCHmacAlgSHA384, kCCPRFHmacAlgSHA512: kCCHmacAlgSHA512,
  ]
  guard let digest = digests[Int(prf)], let code = authenticationCode(CCHmacAlgorithm(digest), key: password) else {
    return Int32(kCCUnimplemented)
  }
  var (block, written): (UInt32, Int) = (1, 0)
  while written < derivedKeyLen {
    let part = code.stretch(salt, block: block, rounds: rounds).prefix(derivedKeyLen - written)
    for (offset, byte) in part.enumerated() {
      derivedKey.storeBytes(of: byte, toByteOffset: written + offset, as: UInt8.self)
    }
    written += part.count
    block += 1
  }
  return Int32(kCCSuccess)
}
