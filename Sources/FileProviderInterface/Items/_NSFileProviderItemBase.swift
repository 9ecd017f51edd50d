public import UniformTypeIdentifiers

/// The requirements behind the optional properties of ``NSFileProviderItemProtocol``.
///
/// Conform to `NSFileProviderItemProtocol` and read through it; what each property means is written there.
public protocol _NSFileProviderItemBase: NSObjectProtocol {
  /// Backs ``NSFileProviderItemProtocol/contentType``.
  @_disfavoredOverload var contentType: UTType { get }
  /// Backs ``NSFileProviderItemProtocol/typeIdentifier``.
  @_disfavoredOverload var typeIdentifier: String { get }
  /// Backs ``NSFileProviderItemProtocol/capabilities``.
  @_disfavoredOverload var capabilities: NSFileProviderItemCapabilities { get }
  /// Backs ``NSFileProviderItemProtocol/fileSystemFlags``.
  @_disfavoredOverload var fileSystemFlags: NSFileProviderFileSystemFlags { get }
  /// Backs ``NSFileProviderItemProtocol/documentSize``.
  @_disfavoredOverload var documentSize: NSNumber? { get }
  /// Backs ``NSFileProviderItemProtocol/childItemCount``.
  @_disfavoredOverload var childItemCount: NSNumber? { get }
  /// Backs ``NSFileProviderItemProtocol/creationDate``.
  @_disfavoredOverload var creationDate: Date? { get }
  /// Backs ``NSFileProviderItemProtocol/contentModificationDate``.
  @_disfavoredOverload var contentModificationDate: Date? { get }
  /// Backs ``NSFileProviderItemProtocol/itemVersion``.
  @_disfavoredOverload var itemVersion: NSFileProviderItemVersion { get }
  /// Backs ``NSFileProviderItemProtocol/versionIdentifier``.
  @_disfavoredOverload var versionIdentifier: Data? { get }
  /// Backs ``NSFileProviderItemProtocol/symlinkTargetPath``.
  @_disfavoredOverload var symlinkTargetPath: String? { get }
  /// Backs ``NSFileProviderItemProtocol/extendedAttributes``.
  @_disfavoredOverload var extendedAttributes: [String: Data] { get }
  /// Backs ``NSFileProviderItemProtocol/typeAndCreator``.
  @_disfavoredOverload var typeAndCreator: NSFileProviderTypeAndCreator { get }
  /// Backs ``NSFileProviderItemProtocol/contentPolicy``.
  @_disfavoredOverload var contentPolicy: NSFileProviderContentPolicy { get }
  /// Backs ``NSFileProviderItemProtocol/namespacePolicy``.
  @_disfavoredOverload var namespacePolicy: NSFileProviderNamespacePolicy { get }
  /// Backs ``NSFileProviderItemProtocol/lastUsedDate``.
  @_disfavoredOverload var lastUsedDate: Date? { get }
  /// Backs ``NSFileProviderItemProtocol/tagData``.
  @_disfavoredOverload var tagData: Data? { get }
  /// Backs ``NSFileProviderItemProtocol/favoriteRank``.
  @_disfavoredOverload var favoriteRank: NSNumber? { get }
  /// Backs ``NSFileProviderItemProtocol/isTrashed``.
  @_disfavoredOverload var isTrashed: Bool { get }
  /// Backs ``NSFileProviderItemProtocol/isUploaded``.
  @_disfavoredOverload var isUploaded: Bool { get }
  /// Backs ``NSFileProviderItemProtocol/isUploading``.
  @_disfavoredOverload var isUploading: Bool { get }
  /// Backs ``NSFileProviderItemProtocol/uploadingError``.
  @_disfavoredOverload var uploadingError: (any Error)? { get }
  /// Backs ``NSFileProviderItemProtocol/isDownloaded``.
  @_disfavoredOverload var isDownloaded: Bool { get }
  /// Backs ``NSFileProviderItemProtocol/isDownloading``.
  @_disfavoredOverload var isDownloading: Bool { get }
  /// Backs ``NSFileProviderItemProtocol/downloadingError``.
  @_disfavoredOverload var downloadingError: (any Error)? { get }
  /// Backs ``NSFileProviderItemProtocol/isMostRecentVersionDownloaded``.
  @_disfavoredOverload var isMostRecentVersionDownloaded: Bool { get }
  /// Backs ``NSFileProviderItemProtocol/isShared``.
  @_disfavoredOverload var isShared: Bool { get }
  /// Backs ``NSFileProviderItemProtocol/isSharedByCurrentUser``.
  @_disfavoredOverload var isSharedByCurrentUser: Bool { get }
  /// Backs ``NSFileProviderItemProtocol/ownerNameComponents``.
  @_disfavoredOverload var ownerNameComponents: PersonNameComponents? { get }
  /// Backs ``NSFileProviderItemProtocol/mostRecentEditorNameComponents``.
  @_disfavoredOverload var mostRecentEditorNameComponents: PersonNameComponents? { get }
  /// Backs ``NSFileProviderItemProtocol/userInfo``.
  @_disfavoredOverload var userInfo: [AnyHashable: Any]? { get }
}

// What a class that leaves a property out has instead. Each says so to the reader that asked, see `Implemented`; the
// value itself is only seen by those who go past the reader.
extension _NSFileProviderItemBase {
  /// Not declared by the class.
  @_disfavoredOverload public var contentType: UTType { Implemented.no(.data) }
  /// Not declared by the class.
  @_disfavoredOverload public var typeIdentifier: String { Implemented.no("") }
  /// Not declared by the class.
  @_disfavoredOverload public var capabilities: NSFileProviderItemCapabilities { Implemented.no([]) }
  /// Not declared by the class.
  @_disfavoredOverload public var fileSystemFlags: NSFileProviderFileSystemFlags { Implemented.no([]) }
  /// Not declared by the class.
  @_disfavoredOverload public var documentSize: NSNumber? { Implemented.no(nil) }
  /// Not declared by the class.
  @_disfavoredOverload public var childItemCount: NSNumber? { Implemented.no(nil) }
  /// Not declared by the class.
  @_disfavoredOverload public var creationDate: Date? { Implemented.no(nil) }
  /// Not declared by the class.
  @_disfavoredOverload public var contentModificationDate: Date? { Implemented.no(nil) }
  /// Not declared by the class.
  @_disfavoredOverload public var itemVersion: NSFileProviderItemVersion { Implemented.no(NSFileProviderItemVersion()) }
  /// Not declared by the class.
  @_disfavoredOverload public var versionIdentifier: Data? { Implemented.no(nil) }
  /// Not declared by the class.
  @_disfavoredOverload public var symlinkTargetPath: String? { Implemented.no(nil) }
  /// Not declared by the class.
  @_disfavoredOverload public var extendedAttributes: [String: Data] { Implemented.no([:]) }
  /// Not declared by the class.
  @_disfavoredOverload public var typeAndCreator: NSFileProviderTypeAndCreator {
    Implemented.no(NSFileProviderTypeAndCreator())
  }
  /// Not declared by the class.
  @_disfavoredOverload public var contentPolicy: NSFileProviderContentPolicy { Implemented.no(.inherited) }
  /// Not declared by the class.
  @_disfavoredOverload public var namespacePolicy: NSFileProviderNamespacePolicy { Implemented.no(.inherited) }
  /// Not declared by the class.
  @_disfavoredOverload public var lastUsedDate: Date? { Implemented.no(nil) }
  /// Not declared by the class.
  @_disfavoredOverload public var tagData: Data? { Implemented.no(nil) }
  /// Not declared by the class.
  @_disfavoredOverload public var favoriteRank: NSNumber? { Implemented.no(nil) }
  /// Not declared by the class.
  @_disfavoredOverload public var isTrashed: Bool { Implemented.no(false) }
  /// Not declared by the class.
  @_disfavoredOverload public var isUploaded: Bool { Implemented.no(false) }
  /// Not declared by the class.
  @_disfavoredOverload public var isUploading: Bool { Implemented.no(false) }
  /// Not declared by the class.
  @_disfavoredOverload public var uploadingError: (any Error)? { Implemented.no(nil) }
  /// Not declared by the class.
  @_disfavoredOverload public var isDownloaded: Bool { Implemented.no(false) }
  /// Not declared by the class.
  @_disfavoredOverload public var isDownloading: Bool { Implemented.no(false) }
  /// Not declared by the class.
  @_disfavoredOverload public var downloadingError: (any Error)? { Implemented.no(nil) }
  /// Not declared by the class.
  @_disfavoredOverload public var isMostRecentVersionDownloaded: Bool { Implemented.no(false) }
  /// Not declared by the class.
  @_disfavoredOverload public var isShared: Bool { Implemented.no(false) }
  /// Not declared by the class.
  @_disfavoredOverload public var isSharedByCurrentUser: Bool { Implemented.no(false) }
  /// Not declared by the class.
  @_disfavoredOverload public var ownerNameComponents: PersonNameComponents? { Implemented.no(nil) }
  /// Not declared by the class.
  @_disfavoredOverload public var mostRecentEditorNameComponents: PersonNameComponents? { Implemented.no(nil) }
  /// Not declared by the class.
  @_disfavoredOverload public var userInfo: [AnyHashable: Any]? { Implemented.no(nil) }
}
