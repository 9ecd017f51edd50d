import FileProviderProgram
import Glibc
import Logging

/// `--log-level LEVEL`, which may stand before or behind any command: as `FILEPROVIDER_LOG` for this command and the processes that it starts.
enum LogLevelOption {
  private static let name = "--log-level"

  /// Takes the option out of the words of a command line, and puts it into effect. What follows a lone `--` is no option.
  ///
  /// - Throws: `CommandFailure` where there is no such level, or none.
  static func take(from words: [String]) throws(CommandFailure) -> [String] {
    var rest: [String] = []
    var index = 0
    while index < words.count, words[index] != "--" {
      let word = words[index]
      index += 1
      if word == name {
        guard index < words.count else { throw failure("missing value for “\(name) LEVEL”") }
        try set(words[index])
        index += 1
      } else if word.hasPrefix(name + "=") {
        try set(String(word.dropFirst(name.count + 1)))
      } else {
        rest.append(word)
      }
    }
    return rest + words[index...]
  }

  private static func set(_ level: String) throws(CommandFailure) {
    guard Logger.Level(rawValue: level) != nil else { throw failure("unknown log level “\(level)”") }
    setenv("FILEPROVIDER_LOG", level, 1)
  }

  private static func failure(_ reason: String) -> CommandFailure {
    let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
    return CommandFailure("usage", reason, remedy: "the levels are \(levels)", status: .usage)
  }
}
