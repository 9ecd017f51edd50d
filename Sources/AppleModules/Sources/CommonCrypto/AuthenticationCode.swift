import Digests

/// An HMAC (RFC 2104) while it is made.
struct AuthenticationCode {
  private var inner = Digest()
  private var outer = Digest()

  /// Not begun.
  init() {}

  /// Begun, unless its digest cannot be.
  init(_ algorithm: Digest.Algorithm, key: UnsafeRawBufferPointer) {
    var block = Array(key)
    if block.count > algorithm.blockSize {
      var digest = Digest(algorithm)
      digest.add(key)
      guard let short = digest.finish() else { return }
      block = short
    }
    block += repeatElement(0, count: algorithm.blockSize - block.count)
    inner = Digest(algorithm)
    block.map { $0 ^ 0x36 }.withUnsafeBytes { _ = inner.add($0) }
    outer = Digest(algorithm)
    block.map { $0 ^ 0x5c }.withUnsafeBytes { _ = outer.add($0) }
  }

  mutating func add(_ data: UnsafeRawBufferPointer) { inner.add(data) }

  /// Ends it, so that it is not begun.
  mutating func finish() -> [UInt8]? {
    defer { self = AuthenticationCode() }
    guard let digest = inner.finish(), digest.withUnsafeBytes({ outer.add($0) }) else { return nil }
    return outer.finish()
  }
}
