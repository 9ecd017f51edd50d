import Digests

/// How many bytes a digest of SHA-512 (FIPS 180-4) has.
public let CC_SHA512_DIGEST_LENGTH: Int32 = 64
/// How many bytes SHA-512 takes at a time.
public let CC_SHA512_BLOCK_BYTES: Int32 = 128

/// A digest of SHA-512 or SHA-384 that is being made. Only `CC_SHA512_Init` and `CC_SHA384_Init` make it usable.
public struct CC_SHA512_CTX: Sendable {
  // Apart, because a digest of one does not fit where there is room for the other.
  var sha384 = Digest()
  var sha512 = Digest()

  public init() {}
}

/// Begins a digest, also where memory was only allocated.
///
/// - Returns: 1, or 0 without a context or `libcrypto`.
@discardableResult
public func CC_SHA512_Init(_ c: UnsafeMutablePointer<CC_SHA512_CTX>!) -> Int32 {
  guard let c else { return 0 }
  var context = CC_SHA512_CTX()
  context.sha512 = Digest(.sha512)
  c.initialize(to: context)
  return context.sha512.isBegun ? 1 : 0
}

/// Adds bytes.
///
/// - Returns: 1, or 0 for a digest that was not begun, or bytes that are not there.
@discardableResult
public func CC_SHA512_Update(
  _ c: UnsafeMutablePointer<CC_SHA512_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
  guard let c else { return 0 }
  return c.pointee.sha512.update(with: data, len)
}

/// Ends a digest, and writes it to `md`, which has room for `CC_SHA512_DIGEST_LENGTH` bytes.
///
/// - Returns: 1, or 0 for a digest that was not begun, or no `md`.
@discardableResult
public func CC_SHA512_Final(_ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_SHA512_CTX>!) -> Int32 {
  guard let c else { return 0 }
  return c.pointee.sha512.finish(into: md)
}

/// Writes the digest of some bytes to `md`, which has room for `CC_SHA512_DIGEST_LENGTH` bytes.
///
/// - Returns: `md`, or nil for bytes that are not there, or no `md` or `libcrypto`.
@discardableResult
public func CC_SHA512(
  _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
  digest(.sha512, of: data, len, into: md)
}

/// As the one above, into memory of any type, as C's functions take it.
@_disfavoredOverload @discardableResult
public func CC_SHA512_Final(_ md: UnsafeMutableRawPointer!, _ c: UnsafeMutablePointer<CC_SHA512_CTX>!) -> Int32 {
  CC_SHA512_Final(md?.assumingMemoryBound(to: UInt8.self), c)
}

/// As the one above, into memory of any type, as C's functions take it.
@_disfavoredOverload @discardableResult
public func CC_SHA512(
  _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutableRawPointer!
) -> UnsafeMutablePointer<UInt8>! {
  CC_SHA512(data, len, md?.assumingMemoryBound(to: UInt8.self))
}
