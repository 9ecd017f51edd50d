/// Where random bytes come from: there is one source.
public typealias SecRandomRef = OpaquePointer
/// The system's source.
public nonisolated(unsafe) let kSecRandomDefault: SecRandomRef? = nil

/// Fills memory with random bytes that nobody can guess, from getrandom(2); always ``errSecSuccess``, but ``errSecParam`` for fewer bytes than
/// none.
public func SecRandomCopyBytes(_ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 {
  guard count >= 0 else { return errSecParam }
  var generator = SystemRandomNumberGenerator()
  for byte in UnsafeMutableRawBufferPointer(start: bytes, count: count).indices {
    bytes.storeBytes(of: UInt8.random(in: 0...255, using: &generator), toByteOffset: byte, as: UInt8.self)
  }
  return errSecSuccess
}
