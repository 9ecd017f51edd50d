import Glibc

/// Asks for confirmation before data is permanently lost. Scripts use `--force`.
package enum Confirmation {
  /// Whether there is a terminal to ask on.
  package static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && Console.isTerminal }

  /// - Parameters:
  ///   - question: What would be done.
  ///   - isForced: Whether `--force` was given.
  /// - Throws: The failure that ends the command when the answer is no; wrong usage without a terminal; `CommandEnd` on an interruption.
  package static func ask(_ question: String, what: String, isForced: Bool) throws {
    if isForced { return }
    guard isPossible else {
      throw CommandFailure(
        what, "no terminal to ask for confirmation", remedy: "use --force to skip the question", status: .usage)
    }
    Console.write("\(HostProgram.current.name): \(Console.oneLine(question)) [y/N] ")
    let answer = try line()?.lowercased()
    guard answer == "y" || answer == "yes" else { throw CommandFailure(what, "cancelled; nothing was removed") }
  }

  /// Waits for a line.
  ///
  /// - Returns: `nil` at the end of the terminal.
  /// - Throws: `CommandEnd` on an interruption.
  package static func line() throws -> String? {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    // The signal is taken by another thread: reading would go on.
    while !Interruption.hasCome {
      if poll(&input, 1, 100) > 0 { return readLine() }
    }
    Console.write("\n")
    throw CommandEnd(status: .interrupted)
  }
}
