extension UTType {
  /// The type of files with this extension.
  ///
  /// If no known type with that extension conforms to `supertype`, the result is a dynamic type that does.
  ///
  /// - Parameters:
  ///   - filenameExtension: the extension without the dot, in any letter case; the empty one has no type.
  ///   - supertype: what the type must conform to, `.data` unless folders are wanted.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
  }

  /// The type of data with this MIME type.
  ///
  /// If no known type with that name conforms to `supertype`, the result is a dynamic type that does.
  ///
  /// - Parameters:
  ///   - mimeType: the MIME type, in any letter case; parameters such as `; charset=utf-8` are ignored.
  ///   - supertype: what the type must conform to, `.data` unless folders are wanted.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
  }

  /// The type that goes by this tag; `nil` if the tag cannot be one of that class.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - tagClass: what kind of tag it is.
  ///   - supertype: what the type must conform to; `nil` for anything.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    let request = TypeCatalogue.TagRequest(tag: tag, tagClass: tagClass, supertype: supertype?.identifier)
    guard let identifier = TypeCatalogue.shared.identifier(for: request) else { return nil }
    self.init(known: identifier)
  }

  /// All known types that go by this tag, the preferred one first; a single dynamic one if none is known.
  public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
    guard let tag = Tag(tag, tagClass) else { return [] }
    let known = TypeCatalogue.shared.identifiers(for: tag, conformingTo: supertype?.identifier)
    if !known.isEmpty { return known.map(UTType.init(known:)) }
    return [UTType(known: TypeCatalogue.shared.identifier(for: tag, conformingTo: supertype?.identifier))]
  }

  /// The names of this type in other systems, the preferred ones first.
  public var tags: [UTTagClass: [String]] {
    TypeCatalogue.shared.tags(of: identifier)
  }

  /// The extension to give to a file of this type, without the dot.
  public var preferredFilenameExtension: String? {
    tags[.filenameExtension]?.first
  }

  /// The MIME type to announce data of this type with.
  public var preferredMIMEType: String? {
    tags[.mimeType]?.first
  }

  /// The name of the type that users see, in their language if the system's database has it.
  public var localizedDescription: String? {
    TypeCatalogue.shared.localizedDescription(of: identifier)
  }
}
