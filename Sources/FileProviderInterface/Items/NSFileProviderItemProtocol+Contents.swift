public import UniformTypeIdentifiers

// What an item is made of, as a reader finds it.
extension NSFileProviderItemProtocol {
  /// The kind of the item, which also says whether it is a folder, a symbolic link or a document.
  ///
  /// The system expects it from every item; a change to or from a folder or a symbolic link is not supported.
  public var contentType: UTType? {
    Implemented.value { (self as any _NSFileProviderItemBase).contentType }
  }

  /// The kind of the item as an identifier. Older form of ``contentType``, for providers that are not replicated.
  public var typeIdentifier: String? {
    Implemented.value { (self as any _NSFileProviderItemBase).typeIdentifier }
  }

  /// The length of a document in bytes; it must equal the length of the contents that are delivered.
  ///
  /// `nil` inside means that the length is not known.
  public var documentSize: NSNumber?? {
    Implemented.value { (self as any _NSFileProviderItemBase).documentSize }
  }

  /// How many children a folder has. `nil` inside means that the number is not known.
  public var childItemCount: NSNumber?? {
    Implemented.value { (self as any _NSFileProviderItemBase).childItemCount }
  }

  /// Where a symbolic link points, as stored in the link. Only for items of the type `.symbolicLink`.
  public var symlinkTargetPath: String?? {
    Implemented.value { (self as any _NSFileProviderItemBase).symlinkTargetPath }
  }

  /// When the item came into being; to be kept as given.
  public var creationDate: Date?? {
    Implemented.value { (self as any _NSFileProviderItemBase).creationDate }
  }

  /// When the contents last changed.
  public var contentModificationDate: Date?? {
    Implemented.value { (self as any _NSFileProviderItemBase).contentModificationDate }
  }

  /// Which state of contents and metadata this value describes. Expected from every item of a replicated provider.
  public var itemVersion: NSFileProviderItemVersion? {
    Implemented.value { (self as any _NSFileProviderItemBase).itemVersion }
  }

  /// Which state of the contents this value describes, at most 1000 bytes. Older form of ``itemVersion``.
  public var versionIdentifier: Data?? {
    Implemented.value { (self as any _NSFileProviderItemBase).versionIdentifier }
  }

  /// The extended attributes that are synchronized, by name; about 32 KiB in all.
  ///
  /// Tags and the date of last use have properties of their own and are not repeated here.
  public var extendedAttributes: [String: Data]? {
    Implemented.value { (self as any _NSFileProviderItemBase).extendedAttributes }
  }

  /// The classic type and creator codes.
  public var typeAndCreator: NSFileProviderTypeAndCreator? {
    Implemented.value { (self as any _NSFileProviderItemBase).typeAndCreator }
  }
}
