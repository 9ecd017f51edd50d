/// The extensions in the `globs2` files of several directories, put in order.
///
/// A line is `weight:type:pattern[:flags]`. Only patterns of the form `*.extension` are taken. With the pattern
/// `__NOGLOBS__` a directory discards what less important ones say of a type.
struct GlobTable {
  struct Glob {
    let weight: Int
    let type: String
    let fileExtension: String
    let isCaseSensitive: Bool
  }

  private var globs: [Glob] = []
  private var closedTypes: Set<String> = []

  /// Adds a file of a directory less important than all before it.
  mutating func add(_ path: String) {
    var closed = closedTypes
    for line in TextFile.lines(of: path) {
      let fields = TextFile.fields(of: line, separator: ":")
      guard fields.count >= 3, let weight = Int(fields[0]) else { continue }
      let type = String(fields[1])
      guard !closedTypes.contains(type) else { continue }
      if fields[2] == "__NOGLOBS__" {
        closed.insert(type)
      } else if let fileExtension = Self.fileExtension(of: fields[2]) {
        let flags = fields.count > 3 ? fields[3].split(separator: ",") : []
        globs.append(
          Glob(
            weight: weight, type: type, fileExtension: fileExtension, isCaseSensitive: flags.contains("cs")))
      }
    }
    closedTypes = closed
  }

  /// All extensions, those of greater weight first and otherwise in the order in which they were read.
  var sorted: [Glob] {
    globs.enumerated()
      .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
      .map(\.element)
  }

  /// The extension in `*.extension`; `nil` for any other pattern.
  private static func fileExtension(of pattern: Substring) -> String? {
    guard pattern.hasPrefix("*."), pattern.utf8.count > 2 else { return nil }
    let rest = pattern.dropFirst(2)
    return rest.utf8.contains(where: { "*?[".utf8.contains($0) }) ? nil : String(rest)
  }
}
