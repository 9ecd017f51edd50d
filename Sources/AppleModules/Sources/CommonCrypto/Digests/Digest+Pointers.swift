import Digests

/// A count of bytes.
public typealias CC_LONG = UInt32
/// A count of bytes.
public typealias CC_LONG64 = UInt64

// What the functions of every digest do. A context holds one reference, or none: memory that was cleared as C clears it is a digest
// that was not begun, and a copy of a context goes on by itself.

extension Digest {
  mutating func update(with data: UnsafeRawPointer?, _ count: CC_LONG) -> Int32 {
    guard isBegun, let data = bytes(data, Int(count)) else { return 0 }
    return add(data) ? 1 : 0
  }

  /// Nobody deinitializes a context of C, so it keeps nothing.
  mutating func finish(into md: UnsafeMutablePointer<UInt8>?) -> Int32 {
    guard let md, let digest = finish() else { return 0 }
    md.update(from: digest, count: digest.count)
    return 1
  }
}

func digest(
  _ algorithm: Digest.Algorithm, of data: UnsafeRawPointer?, _ count: CC_LONG, into md: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? {
  var digest = Digest(algorithm)
  guard md != nil, digest.update(with: data, count) == 1, digest.finish(into: md) == 1 else { return nil }
  return md
}
