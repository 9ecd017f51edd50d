import FileProviderProgram
import Foundation
import Glibc
import LinuxSystem

/// A program of the desktop that makes small pictures, as an entry in a folder `thumbnailers` describes it.
///
/// The entries are those of GNOME and Xfce: a key file with `TryExec`, `Exec` and `MimeType` below `[Thumbnailer Entry]`.
struct Thumbnailer: Hashable {
  /// Types of the shared MIME database.
  let types: Set<String>
  /// The file that must exist for it to be used; `nil` if unspecified.
  let needed: String?
  /// The program and its arguments, with `%u`, `%i`, `%o` and `%s` in them.
  private let words: [String]

  /// - Parameter text: The entry.
  /// - Returns: `nil` for one that is no entry, or has no place for the picture or what is made of it.
  init?(_ text: String) {
    let keys = Self.keys(of: text)
    guard let line = keys["Exec"], let words = QuotedWords.split(line), !words.isEmpty else { return nil }
    let all = words.dropFirst().joined(separator: " ")
    guard all.contains("%o"), all.contains("%u") || all.contains("%i") else { return nil }
    self.words = words
    needed = keys["TryExec"]
    types = Set((keys["MimeType"] ?? "").split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) })
  }

  /// The keys of the entry's group.
  private static func keys(of text: String) -> [String: String] {
    var keys: [String: String] = [:]
    var isInGroup = false
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("[") { isInGroup = line == "[Thumbnailer Entry]" }
      guard isInGroup, !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") else { continue }
      let key = line[..<sign].trimmingCharacters(in: .whitespaces)
      keys[key] = line[line.index(after: sign)...].trimmingCharacters(in: .whitespaces)
    }
    return keys
  }

  var program: String { words[0] }

  /// Whether what it needs can be executed.
  var isInstalled: Bool { [program, needed ?? program].allSatisfy(Self.isExecutable) }

  private static func isExecutable(_ program: String) -> Bool {
    guard !program.contains("/") else { return access(program, X_OK) == 0 }
    let folders = (Environment.value("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// The words to start it with.
  ///
  /// - Parameters:
  ///   - input: The path of the picture.
  ///   - output: The path of the PNG that it is to make.
  ///   - side: The longest side wanted, in pixels.
  func words(input: String, output: String, side: Int) -> [String] {
    words.map { word in
      var (result, rest) = ("", word[...])
      while let sign = rest.firstIndex(of: "%") {
        result += rest[..<sign]
        rest = rest[sign...].dropFirst()
        switch rest.popFirst() {
        case "u": result += FileURI.text(of: input.utf8)
        case "i": result += input
        case "o": result += output
        case "s": result += String(side)
        case "%": result += "%"
        default: break
        }
      }
      return result + rest
    }
  }
}
