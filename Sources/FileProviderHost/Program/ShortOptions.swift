import ArgumentParser
import Foundation

/// Rewrites short options into the form that the argument parser reads: `-fn1` is `-f -n 1`, as in every other program.
///
/// The declarations of a command list its letters, and which of them take a value.
struct ShortOptions {
  enum Kind { case flag, value }

  private var letters: [Character: Kind] = [:]
  /// Long options with a value: the word after them is not an option.
  private var longValues: Set<String> = []
  private var longs: Set<String> = ["--help", "--version"]

  init(flags: String = "", values: String = "", longValues: Set<String> = []) {
    for letter in flags { letters[letter] = .flag }
    for letter in values { letters[letter] = .value }
    self.longValues = longValues
  }

  /// The words of a command line as the parser reads them. Mostly nothing is to be changed, and then nothing is looked
  /// up.
  static func expand(_ words: [String], of command: any ParsableCommand.Type, after count: Int) throws -> [String] {
    let own = words[count...]
    guard own.prefix(while: { $0 != "--" }).contains(where: isCluster) else { return words }
    return words[..<count] + (try ShortOptions(of: command).expand(own))
  }

  /// A dash and several characters that are not a number.
  private static func isCluster(_ word: String) -> Bool {
    word.utf8.count > 2 && word.hasPrefix("-") && !word.hasPrefix("--") && Int(word) == nil
  }

  /// - Throws: Wrong usage, for an unknown letter among known ones.
  func expand(_ words: some Sequence<String>) throws -> [String] {
    var result: [String] = []
    var isValue = false
    var isOver = false
    for word in words {
      if isOver || isValue {
        result.append(word)
        isValue = false
      } else if word == "--" {
        result.append(word)
        isOver = true
      } else if Self.isCluster(word) {
        isValue = try expand(cluster: word, into: &result)
      } else {
        result.append(word)
        isValue = longValues.contains(word) || (word.count == 2 && word.last.flatMap { letters[$0] } == .value)
      }
    }
    return result
  }

  /// The first option that the command does not have. The argument parser speaks of what is missing before it speaks of that.
  func unknown(in words: some Sequence<String>) -> String? {
    var isValue = false
    for word in words {
      if word == "--" { return nil }
      if isValue || !word.hasPrefix("-") || word == "-" || Int(word) != nil {
        isValue = false
      } else if word.hasPrefix("--") {
        let name = String(word.prefix { $0 != "=" })
        guard longs.contains(name) else { return name }
        isValue = longValues.contains(word)
      } else {
        // Groups of letters were checked before parsing.
        guard word.count > 2 || word == "-h" || letters[word[word.index(after: word.startIndex)]] != nil else {
          return word
        }
        isValue = word.last.flatMap { letters[$0] } == .value
      }
    }
    return nil
  }

  /// - Returns: Whether the next word is the value of the last letter.
  private func expand(cluster word: String, into result: inout [String]) throws -> Bool {
    var rest = word.dropFirst()
    while let letter = rest.popFirst() {
      switch letters[letter] {
      case .flag: result.append("-\(letter)")
      case .value:
        result.append("-\(letter)")
        guard !rest.isEmpty else { return true }
        result.append(String(rest.hasPrefix("=") ? rest.dropFirst() : rest))
        return false
      case nil: throw ValidationError("Unknown option '-\(letter)' in '\(word)'")
      }
    }
    return false
  }
}

extension ShortOptions {
  /// The options that a command declares.
  init(of command: any ParsableCommand.Type) {
    self.init()
    guard let facts = try? JSONDecoder().decode(Declarations.self, from: Data(command._dumpHelp().utf8)) else { return }
    for argument in facts.command.arguments ?? [] where !Self.isHelp(argument) {
      for name in argument.names ?? [] {
        let takesValue = argument.kind == "option"
        if name.kind == "short", let letter = name.name.first { letters[letter] = takesValue ? .value : .flag }
        if name.kind == "long" { longs.insert("--" + name.name) }
        if name.kind == "long" && takesValue { longValues.insert("--" + name.name) }
      }
    }
  }

  /// `-h` in a cluster is taken for a typing mistake.
  private static func isHelp(_ argument: Declarations.Parameter) -> Bool {
    argument.names?.contains { $0.kind == "long" && $0.name == "help" } ?? false
  }

  private struct Declarations: Decodable {
    struct Command: Decodable { var arguments: [Parameter]? }
    struct Parameter: Decodable {
      var kind: String
      var names: [Name]?
    }
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var command: Command
  }
}
