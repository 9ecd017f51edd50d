import Digests

/// How many bytes a digest of SHA-384 (FIPS 180-4) has.
public let CC_SHA384_DIGEST_LENGTH: Int32 = 48
/// How many bytes SHA-384 takes at a time.
public let CC_SHA384_BLOCK_BYTES: Int32 = 128

/// Begins a digest, also where memory was only allocated.
///
/// - Returns: 1, or 0 without a context or `libcrypto`.
@discardableResult
public func CC_SHA384_Init(_ c: UnsafeMutablePointer<CC_SHA512_CTX>!) -> Int32 {
  guard let c else { return 0 }
  var context = CC_SHA512_CTX()
  context.sha384 = Digest(.sha384)
  c.initialize(to: context)
  return context.sha384.isBegun ? 1 : 0
}

/// Adds bytes.
///
/// - Returns: 1, or 0 for a digest that was not begun, or bytes that are not there.
@discardableResult
public func CC_SHA384_Update(
  _ c: UnsafeMutablePointer<CC_SHA512_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
  guard let c else { return 0 }
  return c.pointee.sha384.update(with: data, len)
}

/// Ends a digest, and writes it to `md`, which has room for `CC_SHA384_DIGEST_LENGTH` bytes.
///
/// - Returns: 1, or 0 for a digest that was not begun, or no `md`.
@discardableResult
public func CC_SHA384_Final(_ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_SHA512_CTX>!) -> Int32 {
  guard let c else { return 0 }
  return c.pointee.sha384.finish(into: md)
}

/// Writes the digest of some bytes to `md`, which has room for `CC_SHA384_DIGEST_LENGTH` bytes.
///
/// - Returns: `md`, or nil for bytes that are not there, or no `md` or `libcrypto`.
@discardableResult
public func CC_SHA384(
  _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
  digest(.sha384, of: data, len, into: md)
}

/// As the one above, into memory of any type, as C's functions take it.
@_disfavoredOverload @discardableResult
public func CC_SHA384_Final(_ md: UnsafeMutableRawPointer!, _ c: UnsafeMutablePointer<CC_SHA512_CTX>!) -> Int32 {
  CC_SHA384_Final(md?.assumingMemoryBound(to: UInt8.self), c)
}

/// As the one above, into memory of any type, as C's functions take it.
@_disfavoredOverload @discardableResult
public func CC_SHA384(
  _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutableRawPointer!
) -> UnsafeMutablePointer<UInt8>! {
  CC_SHA384(data, len, md?.assumingMemoryBound(to: UInt8.self))
}
