import Foundation

/// The names that the tests' code uses, comments and the table aside.
enum UsedWords {
  private static let tests = TablePage.folder.deletingLastPathComponent().deletingLastPathComponent()

  static func all() throws -> Set<String> {
    guard let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil) else { return [] }
    var words: Set<String> = []
    for case let file as URL in files
    where file.pathExtension == "swift" && !file.path.hasPrefix(TablePage.folder.path + "/") {
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.split(separator: "\n") {
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//") else { continue }
        for word in code.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
          words.insert(String(word))
        }
      }
    }
    return words
  }

  /// The word that whoever uses a symbol has to write: a member's name, or the type that an initializer makes.
  static func word(_ symbol: String) -> String {
    let path = symbol.prefix { $0 != "(" }.split(separator: ".")
    guard let last = path.last else { return symbol }
    return String(last == "init" ? path.dropLast().last ?? last : last)
  }
}
