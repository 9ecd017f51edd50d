import ArgumentParser
import FileProviderProgram

/// Finds errors in a command line before it is parsed.
enum CommandWords {
  static func failure(_ words: [String]) -> CommandFailure? { encodingFailure(words) ?? nameFailure(words) }

  /// The commands whose arguments are paths of the machine, which they take as text.
  private static let takingText: Set<String> = [
    "mount", "unmount", "domain", "contacts", "replay-changes", "provider-host",
  ]

  /// Such a command would work on another path than the one that was given.
  private static func encodingFailure(_ words: [String]) -> CommandFailure? {
    guard let command = words.first, takingText.contains(command) else { return nil }
    return words.first { CommandArguments.isSpelled($0) }
      .map { CommandFailure($0, "not valid UTF-8", status: .usage) }
  }

  /// Reports a command that does not exist, with the one that was probably meant.
  private static func nameFailure(_ words: [String]) -> CommandFailure? {
    let isHelp = words.first == "help"
    let (command, count) = command(of: words)
    let subcommands = command.configuration.subcommands
    guard count < words.count, !subcommands.isEmpty else { return nil }
    let word = words[count]
    if word.hasPrefix("-") || (word == "help" && !isHelp) { return nil }
    let parent = words[..<count].filter { $0 != "help" }
    return unknown(word, subcommands.filter { $0.configuration.shouldDisplay }.flatMap { names($0) }, of: parent)
  }

  /// The command, and how many words name it.
  static func command(of words: [String]) -> (command: any ParsableCommand.Type, count: Int) {
    var command: any ParsableCommand.Type = RootCommand.self
    // “help tail” names the command behind the word.
    var count = words.first == "help" ? 1 : 0
    while count < words.count,
      let next = command.configuration.subcommands.first(where: { names($0).contains(words[count]) })
    {
      command = next
      count += 1
    }
    return (command, count)
  }

  /// The command whose help fits these words.
  static func remedy(_ words: [String]) -> String {
    let count = command(of: words).count
    let name = HostProgram.current.name
    guard count > 0, words.first != "help" else { return "“\(name) help” lists the commands" }
    return "see “\((CollectionOfOne(name) + words[..<count]).joined(separator: " ")) --help”"
  }

  private static func names(_ command: any ParsableCommand.Type) -> [String] {
    (command.configuration.commandName.map { [$0] } ?? []) + command.configuration.aliases
  }

  private static func unknown(_ word: String, _ names: [String], of parent: [String]) -> CommandFailure {
    let nearest = names.map { (name: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
    let help = ([HostProgram.current.name, "help"] + parent).joined(separator: " ")
    var remedy = "“\(help)” lists the commands"
    // Two wrong letters of four leave too little to guess from.
    if let nearest, nearest.distance <= min(2, (word.count + 1) / 3) { remedy = "did you mean “\(nearest.name)”?" }
    return CommandFailure("usage", "unknown command “\(word)”", remedy: remedy, status: .usage)
  }

  /// How many letters must be inserted, deleted, replaced or swapped with their neighbour.
  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first.utf8.prefix(64)), Array(second.utf8.prefix(64)))
    var before: [Int] = []
    var row = Array(0...second.count)
    for (i, letter) in first.enumerated() {
      var next = [i + 1]
      for (j, other) in second.enumerated() {
        var least = min(row[j] + (letter == other ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other { least = min(least, before[j - 1] + 1) }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[second.count]
  }
}
