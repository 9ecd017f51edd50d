import Digests

/// How many bytes a digest of MD5 (RFC 1321) has.
public let CC_MD5_DIGEST_LENGTH: Int32 = 16
/// How many bytes MD5 takes at a time.
public let CC_MD5_BLOCK_BYTES: Int32 = 64

/// A digest of MD5 that is being made. Only `CC_MD5_Init` makes it usable.
public struct CC_MD5_CTX: Sendable {
  var digest = Digest()

  public init() {}
}

/// Begins a digest, also where memory was only allocated.
///
/// - Returns: 1, or 0 without a context or `libcrypto`.
@discardableResult
public func CC_MD5_Init(_ c: UnsafeMutablePointer<CC_MD5_CTX>!) -> Int32 {
  guard let c else { return 0 }
  var context = CC_MD5_CTX()
  context.digest = Digest(.md5)
  c.initialize(to: context)
  return context.digest.isBegun ? 1 : 0
}

/// Adds bytes.
///
/// - Returns: 1, or 0 for a digest that was not begun, or bytes that are not there.
@discardableResult
public func CC_MD5_Update(
  _ c: UnsafeMutablePointer<CC_MD5_CTX>!, _ data: UnsafeRawPointer!, _ len: CC_LONG
) -> Int32 {
  guard let c else { return 0 }
  return c.pointee.digest.update(with: data, len)
}

/// Ends a digest, and writes it to `md`, which has room for `CC_MD5_DIGEST_LENGTH` bytes.
///
/// - Returns: 1, or 0 for a digest that was not begun, or no `md`.
@discardableResult
public func CC_MD5_Final(_ md: UnsafeMutablePointer<UInt8>!, _ c: UnsafeMutablePointer<CC_MD5_CTX>!) -> Int32 {
  guard let c else { return 0 }
  return c.pointee.digest.finish(into: md)
}

/// Writes the digest of some bytes to `md`, which has room for `CC_MD5_DIGEST_LENGTH` bytes.
///
/// - Returns: `md`, or nil for bytes that are not there, or no `md` or `libcrypto`.
@discardableResult
public func CC_MD5(
  _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
  digest(.md5, of: data, len, into: md)
}

/// As the one above, into memory of any type, as C's functions take it.
@_disfavoredOverload @discardableResult
public func CC_MD5_Final(_ md: UnsafeMutableRawPointer!, _ c: UnsafeMutablePointer<CC_MD5_CTX>!) -> Int32 {
  CC_MD5_Final(md?.assumingMemoryBound(to: UInt8.self), c)
}

/// As the one above, into memory of any type, as C's functions take it.
@_disfavoredOverload @discardableResult
public func CC_MD5(
  _ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutableRawPointer!
) -> UnsafeMutablePointer<UInt8>! {
  CC_MD5(data, len, md?.assumingMemoryBound(to: UInt8.self))
}
