import Foundation

extension TypeCatalogue {
  /// The name of a type that users see: in their language, else in English; `nil` if there is nothing but a tag.
  func localizedDescription(of identifier: String) -> String? {
    localizedDescription(
      of: identifier, in: SharedMimeInfo.languages(in: ProcessInfo.processInfo.environment))
  }

  /// The same for given languages, the best first; none for English.
  func localizedDescription(of identifier: String, in languages: [String]) -> String? {
    if let declaration = declarations[identifier] {
      guard !languages.isEmpty, let type = declaration.mimeTypes.first else { return declaration.summary }
      return database.comment(for: database.canonical(type), in: languages) ?? declaration.summary
    }
    guard let dynamic = DynamicIdentifier(identifier), dynamic.tagClass == .mimeType else { return nil }
    return database.comment(for: database.canonical(dynamic.tag), in: languages + [nil])
  }
}
