internal import CCrypto

extension Digest.Algorithm {
  /// Derives a key with PBKDF2 (RFC 8018) and the HMAC of this digest.
  ///
  /// - Returns: Whether there is one; false without `libcrypto`, or where it refuses the digest or a count.
  public func deriveKey(
    _ key: UnsafeMutableRawBufferPointer, password: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, rounds: UInt32
  ) -> Bool {
    fileprovider_key_derive(
      rawValue, password.baseAddress, password.count, salt.baseAddress, salt.count, rounds, key.baseAddress, key.count)
  }
}
