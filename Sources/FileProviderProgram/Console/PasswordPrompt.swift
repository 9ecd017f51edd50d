import Glibc

/// Asks for a password without echo.
package enum PasswordPrompt {
  /// - Returns: `nil` at the end of the input.
  /// - Throws: `CommandEnd` on an interruption.
  package static func ask(_ question: String) throws -> String? {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return nil }
    var quiet = modes
    quiet.c_lflag &= ~tcflag_t(ECHO)
    Console.write(Console.oneLine(question))
    // Where signals are not watched, an interruption ends the process here, and the shell resets its terminal.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
      Console.write("\n")
    }
    return try Confirmation.line()
  }
}
