internal import CCrypto

/// A digest of `libcrypto`'s while it is made: a value, of which a copy goes on by itself.
///
/// It is one reference, and zero is a digest that was not begun: `CommonCrypto` has it in contexts that C clears.
public struct Digest: @unchecked Sendable {
  // Sendable: a state that two values share is copied before it changes.
  private var state: State?

  private final class State {
    let handle: OpaquePointer
    init(_ handle: OpaquePointer) { self.handle = handle }
    deinit { fileprovider_digest_free(handle) }
  }

  /// A digest by the name that OpenSSL has for it.
  public enum Algorithm: String, Sendable {
    case md5 = "MD5"
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha384 = "SHA384"
    case sha512 = "SHA512"

    /// How many bytes it takes at a time.
    public var blockSize: Int { self == .sha384 || self == .sha512 ? 128 : 64 }
  }

  /// Not begun.
  public init() {}

  /// Begun, unless there is no `libcrypto`, or it refuses the algorithm.
  public init(_ algorithm: Algorithm) { state = fileprovider_digest_new(algorithm.rawValue).map(State.init) }

  public var isBegun: Bool { state != nil }

  /// - Returns: Whether the bytes were added; false for a digest that was not begun.
  @discardableResult
  public mutating func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let handle = ownHandle(), fileprovider_digest_update(handle, bytes.baseAddress, bytes.count) else {
      state = nil
      return false
    }
    return true
  }

  /// Ends it, so that it is not begun.
  ///
  /// - Returns: nil for one that was not.
  public mutating func finish() -> [UInt8]? {
    guard let handle = ownHandle() else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: 64) { memory, count in
      count = fileprovider_digest_finish(handle, memory.baseAddress)
    }
    state = nil
    return bytes.isEmpty ? nil : bytes
  }

  /// The state, which no other value has.
  private mutating func ownHandle() -> OpaquePointer? {
    if !isKnownUniquelyReferenced(&state) {
      state = state.flatMap { fileprovider_digest_copy($0.handle).map(State.init) }
    }
    return state?.handle
  }
}
