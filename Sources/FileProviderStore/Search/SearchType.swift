import UniformTypeIdentifiers

/// A kind of item to search for: a content type with all that conform to it, an extension, or a kind of the file
/// system.
package struct SearchType: Hashable, Sendable {
  private enum Meaning: Hashable, Sendable {
    case kind(ItemKind)
    case type(UTType)
  }

  private let meaning: Meaning
  /// Whether the system knows it, or it was written as the ending of a name: `.blend`.
  package let isKnown: Bool

  /// Common words for types that the system names otherwise.
  private static let types: [String: UTType] = [
    "picture": .image, "photo": .image, "sound": .audio, "music": .audio, "video": .movie, "film": .movie,
    "code": .sourceCode, "source": .sourceCode, "document": .compositeContent, "calendar": .calendarEvent,
    "mail": .emailMessage,
  ]
  private static let kinds: [String: ItemKind] = [
    "folder": .folder, "directory": .folder, "file": .file, "symlink": .symlink, "link": .symlink, "fifo": .fifo,
    "socket": .socket, "block-device": .blockDevice, "character-device": .characterDevice,
  ]

  /// The words for kinds, and for types that the system names otherwise.
  package static var words: [String] { (Array(kinds.keys) + types.keys).sorted() }

  /// Reads `folder`, `image`, `pdf`, `image/png` or `public.image`. An undeclared word is an extension.
  package init(_ word: String) {
    let lower = word.lowercased()
    if let kind = Self.kinds[lower] {
      meaning = .kind(kind)
      isKnown = true
    } else {
      let type = Self.type(lower)
      meaning = .type(type ?? .data)
      isKnown = type?.isDeclared == true || lower.hasPrefix(".")
    }
  }

  private static func type(_ word: String) -> UTType? {
    if let type = types[word] { return type }
    if word.hasSuffix("/*") { return UTType("public.\(word.dropLast(2))") }
    if word.contains("/") { return UTType(mimeType: word) }
    if word.contains("."), !word.hasPrefix(".") { return UTType(word) ?? UTType(importedAs: word) }
    if let type = UTType("public.\(word)"), type.isDeclared { return type }
    return UTType(filenameExtension: String(word.drop { $0 == "." }))
  }

  /// Recognises items of this type; remembers the types of extensions.
  struct Matcher {
    private let type: SearchType
    private var endings: [Substring: Bool] = [:]

    init(_ type: SearchType) { self.type = type }

    mutating func matches(_ document: SearchDocument) -> Bool {
      switch type.meaning {
      case .kind(let kind): return document.kind == kind
      case .type(let wanted):
        guard document.kind == .file else { return document.kind == .folder && UTType.folder.conforms(to: wanted) }
        let ending = SearchText.ending(of: document.name)
        if let known = endings[ending] { return known }
        let type = ending.isEmpty ? .data : UTType(filenameExtension: String(ending)) ?? .data
        let matches = type.conforms(to: wanted)
        endings[ending] = matches
        return matches
      }
    }
  }
}
