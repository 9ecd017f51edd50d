/// A counter by which a provider numbers the states of a whole domain, for changes that reach beyond one item.
///
/// Versions are ordered; the system ignores one that is smaller than what it has seen.
///
/// Apple: File Provider / `NSFileProviderDomainVersion`.
open class NSFileProviderDomainVersion: NSObject, NSSecureCoding, Comparable, @unchecked Sendable {
  // Sendable because it never changes; the compiler cannot know that of subclasses.
  private let number: UInt64

  /// The first version.
  public override init() {
    number = 1
  }

  private init(number: UInt64) {
    self.number = number
  }

  /// The version after this one.
  open func next() -> NSFileProviderDomainVersion {
    NSFileProviderDomainVersion(number: number < .max ? number + 1 : number)
  }

  /// Whether `lhs` came before `rhs`.
  public static func < (lhs: NSFileProviderDomainVersion, rhs: NSFileProviderDomainVersion) -> Bool {
    lhs.number < rhs.number
  }

  /// Versions with the same number are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSFileProviderDomainVersion)?.number == number
  }

  /// Consistent with ``isEqual(_:)``.
  open override var hash: Int {
    number.hashValue
  }

  /// Versions can be stored and read back from untrusted archives.
  open class var supportsSecureCoding: Bool { true }

  /// Reads a version back; `nil` if the archive holds none.
  public required init?(coder: NSCoder) {
    let stored = coder.decodeInt64(forKey: "number")
    guard stored > 0 else { return nil }
    number = UInt64(stored)
  }

  /// Stores the version.
  open func encode(with coder: NSCoder) {
    coder.encode(Int64(clamping: number), forKey: "number")
  }
}
