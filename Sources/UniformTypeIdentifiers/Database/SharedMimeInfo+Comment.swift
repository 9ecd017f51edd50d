import Foundation

extension SharedMimeInfo {
  /// The languages that messages are wanted in, the best first, such as `["de_AT", "de"]`; none for plain English.
  static func languages(in environment: [String: String]) -> [String] {
    let setting =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let locale = setting.prefix { $0 != "." && $0 != "@" }
    guard !locale.isEmpty, locale != "C", locale != "POSIX", !locale.hasPrefix("en") else { return [] }
    let language = locale.prefix { $0 != "_" }
    return language == locale ? [String(locale)] : [String(locale), String(language)]
  }

  /// What a MIME type is called; `nil` if the database does not say so in any of the languages.
  ///
  /// - Parameters:
  ///   - type: the MIME type's proper name.
  ///   - languages: the languages to look for, the best first; `nil` in it stands for the untranslated name.
  func comment(for type: String, in languages: [String?]) -> String? {
    guard !type.split(separator: "/").contains("..") else { return nil }
    for directory in directories {
      guard let document = TextFile.contents(of: "\(directory)/\(type).xml") else { continue }
      let comments = Self.comments(in: document)
      if let found = languages.lazy.compactMap({ comments[$0] }).first { return found }
    }
    return nil
  }

  /// The comments of a type's document by language. The files are written by one program in one shape, so that looking
  /// for the element is enough.
  private static func comments(in document: String) -> [String?: String] {
    var result: [String?: String] = [:]
    for part in document.components(separatedBy: "<comment").dropFirst() {
      guard let tagEnd = part.firstIndex(of: ">"),
        let end = part.range(of: "</comment>")?.lowerBound, tagEnd < end
      else { continue }
      let attributes = part[..<tagEnd].split(separator: "\"")
      let language = attributes.count > 1 ? String(attributes[1]) : nil
      let text = unescaped(String(part[part.index(after: tagEnd)..<end]))
      if result[language] == nil { result[language] = text }
    }
    return result
  }

  private static func unescaped(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}
