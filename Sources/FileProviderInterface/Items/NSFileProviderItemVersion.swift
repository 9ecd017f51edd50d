/// Which state of an item the holder of this value has seen, separately for its contents and for everything else.
///
/// Both components are opaque to the system, which stores them, compares them for equality and hands them back as the
/// base of a local change. A component is limited to `maximumComponentLength` bytes.
///
/// Apple: File Provider / `NSFileProviderItemVersion`.
open class NSFileProviderItemVersion: NSObject, @unchecked Sendable {
  /// The longest component the system accepts, in bytes.
  package static let maximumComponentLength = 128

  // Sendable because it never changes; the compiler cannot know that of subclasses.
  private let components: (contents: Data, metadata: Data)

  /// Names the state of the item's contents. A different value means that the bytes have changed.
  open var contentVersion: Data { components.contents }

  /// Names the state of the item's metadata.
  open var metadataVersion: Data { components.metadata }

  /// Makes a version from its two components, each at most 128 bytes.
  public init(contentVersion: Data, metadataVersion: Data) {
    components = (contentVersion, metadataVersion)
  }

  /// A version whose components are both empty.
  public override init() {
    components = (Data(), Data())
  }

  /// Stands for a component that has never been synchronized, for example in the base version of a change to an item
  /// whose creation was not acknowledged yet.
  open class var beforeFirstSyncComponent: Data {
    Data("NSFileProviderEmptyItemVersionBeforeFirstSyncComponent".utf8)
  }

  /// Two versions are equal when both components are.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSFileProviderItemVersion else { return false }
    return contentVersion == other.contentVersion && metadataVersion == other.metadataVersion
  }

  /// Consistent with ``isEqual(_:)``.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(contentVersion)
    hasher.combine(metadataVersion)
    return hasher.finalize()
  }
}
