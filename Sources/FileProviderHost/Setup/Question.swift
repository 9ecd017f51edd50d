import FileProviderProgram

/// Asks on the terminal for what no option says.
enum Question {
  /// - Parameter standard: The answer of an empty line; `nil` if there is none.
  static func ask(_ text: String, standard: String? = nil) throws -> String {
    while true {
      Console.write(Console.oneLine(text) + (standard.map { " [\($0)]" } ?? "") + ": ")
      guard let line = try Confirmation.line() else {
        throw CommandFailure("setup", "cancelled; nothing was created")
      }
      let answer = line.trimmingBlanks
      if !answer.isEmpty { return answer }
      if let standard { return standard }
    }
  }

  /// - Parameters:
  ///   - words: What can be answered, also by a beginning. The first one is the answer of an empty line.
  static func choose(_ text: String, among words: [String]) throws -> String {
    while true {
      let answer = try ask(text, standard: words[0]).lowercased()
      let found = words.filter { $0.hasPrefix(answer) }
      if found.count == 1 { return found[0] }
    }
  }

  /// - Returns: Whether the answer is yes, which it is of an empty line.
  static func confirm(_ text: String) throws -> Bool {
    while true {
      switch try ask(text, standard: "Y/n").lowercased() {
      case "y/n", "y", "yes": return true
      case "n", "no": return false
      default: continue
      }
    }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var rest = drop { $0 == " " || $0 == "\t" }
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
    return String(rest)
  }
}
