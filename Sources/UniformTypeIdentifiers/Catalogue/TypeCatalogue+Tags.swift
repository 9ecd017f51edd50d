// From tags to types and back.
extension TypeCatalogue {
  /// A question as it was asked: the key of a remembered answer, so that nothing is normalised before the memory is
  /// searched.
  struct TagRequest: Hashable, Sendable {
    var tag: String
    var tagClass: UTTagClass
    var supertype: String?
  }

  /// The type for a tag; `nil` if the tag cannot be one of its class.
  func identifier(for request: TagRequest) -> String? {
    // A name in a tree has at most 255 bytes; what is longer is not worth remembering.
    guard request.tag.utf8.count <= 255 else { return makeIdentifier(for: request) }
    return identifiersByRequest.value(for: request) { makeIdentifier(for: request) }
  }

  private func makeIdentifier(for request: TagRequest) -> String? {
    Tag(request.tag, request.tagClass).map { identifier(for: $0, conformingTo: request.supertype) }
  }

  /// The type for a tag: a known one if it conforms, else a dynamic one that does.
  func identifier(for tag: Tag, conformingTo supertype: String?) -> String {
    if let known = identifiers(for: tag, conformingTo: supertype).first { return known }
    let supertype = supertype == "public.data" ? nil : supertype
    return DynamicIdentifier(tag, conformingTo: supertype).identifier
  }

  /// The known types for a tag that conform to `supertype`, the preferred one first.
  func identifiers(for tag: Tag, conformingTo supertype: String?) -> [String] {
    if let declared = declaredIdentifiers(for: tag)?.filter({ conforms($0, to: supertype) }), !declared.isEmpty {
      return declared
    }
    var result: [String] = []
    for identifier in installedIdentifiers(for: tag)
    where conforms(identifier, to: supertype) && !result.contains(identifier) {
      result.append(identifier)
    }
    return result
  }

  private func conforms(_ identifier: String, to supertype: String?) -> Bool {
    supertype.map { conforms(identifier, to: $0) } ?? true
  }

  /// What the table has for a tag.
  private func declaredIdentifiers(for tag: Tag) -> [String]? {
    switch tag.tagClass {
    case .filenameExtension: declaredByExtension[tag.value]
    case .mimeType: declaredByMIMEType[tag.value]
    default: nil
    }
  }

  /// What the database has for a tag.
  private func installedIdentifiers(for tag: Tag) -> [String] {
    switch tag.tagClass {
    case .filenameExtension:
      database.types(forExtension: tag.original).filter { $0 != SharedMimeInfo.anyBytes }
        .compactMap(identifier(forMIMEType:))
    case .mimeType:
      [identifier(forMIMEType: tag.value)].compactMap(\.self)
    default:
      []
    }
  }

  /// The type of a MIME type: that of the table under any of its names, else the dynamic one of its proper name.
  func identifier(forMIMEType type: String) -> String? {
    if let declared = declaredByMIMEType[type]?.first { return declared }
    let canonical = database.canonical(type)
    if let declared = declaredByMIMEType[canonical]?.first { return declared }
    return Tag(canonical, .mimeType).map { DynamicIdentifier($0).identifier }
  }

  /// The tags of a type, the preferred ones first.
  func tags(of identifier: String) -> [UTTagClass: [String]] {
    var result: [UTTagClass: [String]] = [:]
    if let declaration = declarations[identifier] {
      result[.mimeType] = declaration.mimeTypes
      result[.filenameExtension] = declaration.extensions + installedExtensions(of: declaration)
    } else if let dynamic = DynamicIdentifier(identifier) {
      result[dynamic.tagClass] = [dynamic.tag]
      if dynamic.tagClass == .mimeType {
        result[.filenameExtension] = database.extensionsByType[database.canonical(dynamic.tag)]
      }
    }
    return result.filter { !$0.value.isEmpty }
  }

  /// The extensions that only the database has for a type of the table, unless the table gives them to another type.
  private func installedExtensions(of declaration: TypeDeclaration) -> [String] {
    var result: [String] = []
    for type in declaration.mimeTypes where type != SharedMimeInfo.anyBytes {
      for installed in database.extensionsByType[database.canonical(type)] ?? [] {
        let lowercase = installed.lowercased()
        if declaredByExtension[lowercase] == nil, !result.contains(lowercase) { result.append(lowercase) }
      }
    }
    return result
  }
}
