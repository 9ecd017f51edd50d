// What can be said of a type that has no name of its own.
extension TypeCatalogue {
  /// What a dynamic type conforms to: what was asked for, and what its MIME type implies.
  func directSupertypes(of dynamic: DynamicIdentifier) -> [String] {
    var result = [dynamic.supertype].compactMap(\.self)
    if dynamic.tagClass == .mimeType {
      let type = database.canonical(dynamic.tag)
      result += (database.parents[type] ?? []).compactMap(identifier(forMIMEType:))
      result += Self.impliedSupertypes(ofMIMEType: type)
    }
    return result.isEmpty ? ["public.data"] : result
  }

  /// What the spelling of a MIME type says: its first word, and what follows a `+`.
  private static func impliedSupertypes(ofMIMEType type: String) -> [String] {
    let parts = type.split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else { return [] }
    let suffix = parts[1].split(separator: "+").dropFirst().last.flatMap { typesBySuffix[String($0)] }
    return [typesByMedia[String(parts[0])] ?? "public.data"] + [suffix].compactMap(\.self)
  }

  private static let typesByMedia = [
    "audio": "public.audio", "font": "public.font", "image": "public.image", "inode": "public.item",
    "text": "public.plain-text", "video": "public.movie",
  ]

  private static let typesBySuffix = [
    "gzip": "org.gnu.gnu-zip-archive", "json": "public.json", "xml": "public.xml", "yaml": "public.yaml",
    "zip": "public.zip-archive",
  ]
}
