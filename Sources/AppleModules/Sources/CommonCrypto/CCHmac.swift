import Digests

/// The digest that an authentication code is made with: `CCHmacAlgorithm(kCCHmacAlgSHA256)`.
public typealias CCHmacAlgorithm = UInt32

/// SHA-1.
public let kCCHmacAlgSHA1 = 0
/// MD5.
public let kCCHmacAlgMD5 = 1
/// SHA-256.
public let kCCHmacAlgSHA256 = 2
/// SHA-384.
public let kCCHmacAlgSHA384 = 3
/// SHA-512.
public let kCCHmacAlgSHA512 = 4

/// An authentication code (RFC 2104) that is being made. Only `CCHmacInit` makes it usable.
public struct CCHmacContext: Sendable {
  var code = AuthenticationCode()

  public init() {}
}

private let digests: [Int: Digest.Algorithm] = [
  kCCHmacAlgSHA1: .sha1, kCCHmacAlgMD5: .md5, kCCHmacAlgSHA256: .sha256, kCCHmacAlgSHA384: .sha384,
  kCCHmacAlgSHA512: .sha512,
]

/// Begins a code, also where memory was only allocated. Without a key or `libcrypto`, or with an algorithm that is none of the above, nothing is begun.
public func CCHmacInit(
  _ ctx: UnsafeMutablePointer<CCHmacContext>!, _ algorithm: CCHmacAlgorithm, _ key: UnsafeRawPointer!,
  _ keyLength: Int
) {
  guard let ctx else { return }
  var context = CCHmacContext()
  if let key = bytes(key, keyLength), let digest = digests[Int(algorithm)] {
    context.code = AuthenticationCode(digest, key: key)
  }
  ctx.initialize(to: context)
}

/// Adds bytes to a code that was begun.
public func CCHmacUpdate(_ ctx: UnsafeMutablePointer<CCHmacContext>!, _ data: UnsafeRawPointer!, _ dataLength: Int) {
  guard let ctx, let data = bytes(data, dataLength) else { return }
  ctx.pointee.code.add(data)
}

/// Ends a code that was begun, and writes it to `macOut`, which has room for a digest of the algorithm.
public func CCHmacFinal(_ ctx: UnsafeMutablePointer<CCHmacContext>!, _ macOut: UnsafeMutableRawPointer!) {
  guard let ctx, let macOut, let code = ctx.pointee.code.finish() else { return }
  macOut.copyMemory(from: code, byteCount: code.count)
}

/// Writes the code of some bytes to `macOut`, which has room for a digest of the algorithm.
public func CCHmac(
  _ algorithm: CCHmacAlgorithm, _ key: UnsafeRawPointer!, _ keyLength: Int, _ data: UnsafeRawPointer!,
  _ dataLength: Int, _ macOut: UnsafeMutableRawPointer!
) {
  guard bytes(data, dataLength) != nil else { return }
  var context = CCHmacContext()
  CCHmacInit(&context, algorithm, key, keyLength)
  CCHmacUpdate(&context, data, dataLength)
  CCHmacFinal(&context, macOut)
}
