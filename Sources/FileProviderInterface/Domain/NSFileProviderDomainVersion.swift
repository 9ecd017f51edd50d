/// A counter by which a provider numbers the states of a whole domain, for changes that reach beyond one item.
///
/// Versions are ordered; the system ignores one that is smaller than what it has seen.
///
/// Apple: File Provider / `NSFileProviderDomainVersion`.
public final class NSFileProviderDomainVersion: NSObject, NSSecureCoding, Comparable, Sendable {
  private let number: UInt64

  /// The first version.
  public convenience override init() {
    self.init(number: 1)
  }

  private init(number: UInt64) {
    self.number = number
  }

  /// The version after this one.
  public func next() -> NSFileProviderDomainVersion {
    NSFileProviderDomainVersion(number: number + 1)
  }

  /// Whether `lhs` came before `rhs`.
  public static func < (lhs: NSFileProviderDomainVersion, rhs: NSFileProviderDomainVersion) -> Bool {
    lhs.number < rhs.number
  }

  /// Versions with the same number are equal.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? NSFileProviderDomainVersion)?.number == number
  }

  /// Consistent with ``isEqual(_:)``.
  public override var hash: Int {
    number.hashValue
  }

  /// Versions can be stored and read back from untrusted archives.
  public static var supportsSecureCoding: Bool { true }

  /// Reads a version back; `nil` if the archive holds none.
  public init?(coder: NSCoder) {
    let stored = coder.decodeInt64(forKey: "number")
    guard stored > 0 else { return nil }
    number = UInt64(stored)
  }

  /// Stores the version.
  public func encode(with coder: NSCoder) {
    coder.encode(Int64(clamping: number), forKey: "number")
  }
}
