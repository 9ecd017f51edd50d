import FileProviderStore
import LinuxSystem

/// The words of the command line, whose bytes need not be valid UTF-8.
///
/// A path in a domain is given as it is spelled, as every command prints it: `caf\xe9`. A word that is not valid UTF-8
/// is given as bytes, for example by a shell that completed it, and is spelled here before anything else reads it. A
/// path of the machine has no spelling: in a valid word a backslash is a backslash.
package enum CommandArguments {
  /// The words after the program's own.
  package static let words: [String] = arguments.dropFirst().map {
    String(validatingCString: $0) ?? String(spelling: $0)
  }

  /// The words that were given as bytes, and the values of those that are `--option=VALUE`.
  private static let spelled: Set<String> = {
    var words: Set<String> = []
    for argument in arguments where String(validatingCString: argument) == nil {
      let word = String(spelling: argument)
      words.insert(word)
      if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
        words.insert(String(word[equals...].dropFirst()))
      }
    }
    return words
  }()

  private static var arguments: [UnsafeMutablePointer<CChar>] {
    (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
  }

  /// Whether a word was given as bytes that are not valid UTF-8.
  package static func isSpelled(_ word: String) -> Bool { spelled.contains(word) }

  /// A path of this machine for a system call.
  package static func systemPath(_ word: String) -> [CChar] {
    isSpelled(word) ? word.spelledCString : word.utf8.map { CChar(bitPattern: $0) } + [0]
  }
}
