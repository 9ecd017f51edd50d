/// The system's shared MIME database, in tables for the questions that are asked.
///
/// The format is that of the freedesktop "Shared MIME-info Database" specification
/// (<https://specifications.freedesktop.org/shared-mime-info-spec/latest/>). Of a file's name only the extension is
/// looked at, so the database's patterns for whole names, and its rules for contents, are left out.
struct SharedMimeInfo: Sendable {
  /// MIME types by extension in lower case, the best first.
  private(set) var typesByExtension: [String: [String]] = [:]
  /// MIME types by extension where letter case matters, the best first.
  private(set) var typesByExactExtension: [String: [String]] = [:]
  /// Extensions by MIME type, the best first.
  private(set) var extensionsByType: [String: [String]] = [:]
  /// The proper name of a MIME type by its other names.
  private(set) var aliases: [String: String] = [:]
  /// What a MIME type is a special case of.
  private(set) var parents: [String: [String]] = [:]
  /// Where the database was read from, the most important place first.
  private(set) var directories: [String] = []

  /// The name that stands for "any bytes", whose extensions say nothing about a type.
  static let anyBytes = "application/octet-stream"

  /// A database without a single type.
  init() {}

  /// Reads what is there of a database.
  ///
  /// - Parameter directories: the `mime` directories, the most important first; one that is missing is left out.
  init(directories: [String]) {
    self.directories = directories
    var globs = GlobTable()
    for directory in directories {
      globs.add(directory + "/globs2")
      for (alias, type) in Self.pairs(in: directory + "/aliases") where aliases[alias] == nil {
        aliases[alias] = type
      }
      for (type, parent) in Self.pairs(in: directory + "/subclasses") {
        if parents[type]?.contains(parent) != true { parents[type, default: []].append(parent) }
      }
    }
    for glob in globs.sorted {
      if glob.isCaseSensitive {
        typesByExactExtension[glob.fileExtension, default: []].append(glob.type)
      } else {
        typesByExtension[glob.fileExtension.lowercased(), default: []].append(glob.type)
      }
      extensionsByType[glob.type, default: []].append(glob.fileExtension)
    }
  }

  /// The proper name of a MIME type.
  func canonical(_ type: String) -> String {
    aliases[type] ?? type
  }

  /// The MIME types of files with this extension, the best first.
  func types(forExtension fileExtension: String) -> [String] {
    let exact = typesByExactExtension[fileExtension] ?? []
    return exact + (typesByExtension[fileExtension.lowercased()] ?? [])
  }

  /// The two words of each line of a file; nothing if there is no such file.
  private static func pairs(in path: String) -> [(String, String)] {
    TextFile.lines(of: path).compactMap { line in
      let words = TextFile.fields(of: line, separator: " ")
      return words.count == 2 ? (String(words[0]), String(words[1])) : nil
    }
  }
}
