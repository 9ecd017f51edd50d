/// Which state of an item the holder of this value has seen, separately for its contents and for everything else.
///
/// Both components are opaque to the system, which stores them, compares them for equality and hands them back as the
/// base of a local change. A component is limited to `maximumComponentLength` bytes.
///
/// Apple: File Provider / `NSFileProviderItemVersion`.
public final class NSFileProviderItemVersion: NSObject, Sendable {
  /// The longest component the system accepts, in bytes.
  package static let maximumComponentLength = 128

  /// Names the state of the item's contents. A different value means that the bytes have changed.
  public let contentVersion: Data

  /// Names the state of the item's metadata.
  public let metadataVersion: Data

  /// Makes a version from its two components, each at most 128 bytes.
  public init(contentVersion: Data, metadataVersion: Data) {
    self.contentVersion = contentVersion
    self.metadataVersion = metadataVersion
  }

  /// A version whose components are both empty.
  public convenience override init() {
    self.init(contentVersion: Data(), metadataVersion: Data())
  }

  /// Stands for a component that has never been synchronized, for example in the base version of a change to an item
  /// whose creation was not acknowledged yet.
  public static var beforeFirstSyncComponent: Data {
    Data("NSFileProviderEmptyItemVersionBeforeFirstSyncComponent".utf8)
  }

  /// Two versions are equal when both components are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFileProviderItemVersion else { return false }
    return contentVersion == other.contentVersion && metadataVersion == other.metadataVersion
  }

  /// Consistent with ``isEqual(_:)``.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(contentVersion)
    hasher.combine(metadataVersion)
    return hasher.finalize()
  }
}
