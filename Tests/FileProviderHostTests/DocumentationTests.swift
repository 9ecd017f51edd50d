import Foundation
import Testing

/// The pages of the documentation name types, members and files. What they name exists, and no page is longer than a quarter of an hour.
@Suite struct DocumentationTests {
  /// A word in a page, between backticks.
  struct Mention: CustomStringConvertible {
    let page: String
    let text: Substring
    var description: String { "\(page): `\(text)`" }
  }

  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let files: [URL] = ["Sources", "Tests"].flatMap { folder in
    let all = FileManager.default.enumerator(
      at: package.appendingPathComponent(folder), includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return (all?.allObjects as? [URL]) ?? []
  }
  private static let sources = files.filter { $0.pathExtension == "swift" }
  private static let pages =
    files.filter { $0.pathExtension == "md" && $0.path.contains(".docc/") }
    + ["README.md", ".github/CONTRIBUTING.md"].map { package.appendingPathComponent($0) }

  @Test(arguments: pages) func `two hundred words a minute`(page: URL) throws {
    let words = try String(contentsOf: page, encoding: .utf8).split(whereSeparator: \.isWhitespace).count
    #expect(words > 50)
    #expect(words <= 3000)
  }

  @Test func `files are found by the end of their path, so that a page may leave the folder out`() throws {
    let paths = (Self.files + Self.pages).map(\.path)
    let named = try mentions().filter { Self.isFile($0.text) && $0.text != "Package.swift" }
    #expect(named.count > 50)
    for mention in named where !paths.contains(where: { $0.hasSuffix("/" + mention.text) }) {
      Issue.record("\(mention) is no file")
    }
    for mention in try mentions() {
      guard let folder = mention.text.split(separator: "/").first, mention.text.contains("/"),
        ["Sources", "Tests", "mount-scripts", ".ci"].contains(folder)
      else { continue }
      let path = Self.package.appendingPathComponent(String(mention.text)).path
      if !FileManager.default.fileExists(atPath: path) { Issue.record("\(mention) is no file or folder") }
    }
  }

  @Test func `a type is declared somewhere in the sources, a member of one under its name, and a target has a folder`()
    throws
  {
    let declared = try Self.declaredNames()
    let named = try mentions().filter { Self.isSymbol($0.text) }
    #expect(named.count > 100)
    for mention in named {
      let names = mention.text.prefix { $0 != "(" }.split(separator: ".").map(String.init)
      let missing = names.filter { !declared.contains($0) }
      if !missing.isEmpty { Issue.record("\(mention): nothing is declared as \(missing.joined(separator: ", "))") }
    }
  }

  /// Names of others, as the pages use them.
  private static let foreign: Set<Substring> = [
    "Bundle.main", "DispatchQueue", "FoundationNetworking", "Mutex", "RunLoop", "SecAccessControl", "Sendable",
    // Of macOS, and named as missing.
    "CNContactProperty", "ContactsUI",
    // Of the tutorial's own code.
    "Shelf", "ShelfEnumerator",
  ]

  private static func isFile(_ text: Substring) -> Bool { text.hasSuffix(".swift") || text.hasSuffix(".md") }

  private static func isSymbol(_ text: Substring) -> Bool {
    guard let first = text.first, first.isUppercase, first.isASCII, !isFile(text), !foreign.contains(text)
    else { return false }
    let name = text.prefix { $0 != "(" }
    return name.contains(where: \.isLowercase) && name.allSatisfy { $0.isLetter || $0 == "." }
  }

  /// What stands between two backticks, outside of blocks of code.
  private func mentions() throws -> [Mention] {
    try Self.pages.flatMap { page -> [Mention] in
      var isCode = false
      var found: [Mention] = []
      for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") {
        if line.hasPrefix("```") { isCode.toggle() }
        guard !isCode, !line.hasPrefix("```"), !line.contains("``") else { continue }
        let parts = line.split(separator: "`", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() where index % 2 == 1 {
          found.append(Mention(page: page.lastPathComponent, text: part))
        }
      }
      return found
    }
  }

  private static func declaredNames() throws -> Set<String> {
    let keywords: Set<Substring> = [
      "class", "struct", "enum", "protocol", "typealias", "func", "var", "let", "case", "extension",
    ]
    var names = Set(files.filter(\.hasDirectoryPath).map(\.lastPathComponent))
    names.insert("init")
    // A product may have a name of its own.
    let manifest = try String(contentsOf: package.appendingPathComponent("Package.swift"), encoding: .utf8)
    names.formUnion(manifest.components(separatedBy: "\""))
    for source in sources {
      let words = try String(contentsOf: source, encoding: .utf8)
        .split { !($0.isLetter || $0.isNumber || $0 == "_") }
      for (word, next) in zip(words, words.dropFirst()) where keywords.contains(word) { names.insert(String(next)) }
    }
    return names
  }
}
