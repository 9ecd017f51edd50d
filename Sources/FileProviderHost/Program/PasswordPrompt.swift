import Glibc

/// Asks a person for a password, which is not shown.
enum PasswordPrompt {
  /// - Returns: `nil` at the end of the input.
  static func ask(_ question: String) -> String? {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return nil }
    var quiet = modes
    quiet.c_lflag &= ~tcflag_t(ECHO)
    Console.write(Console.oneLine(question))
    // Also when the person interrupts: then the signal ends the process, and the shell sets its terminal up again.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
      Console.write("\n")
    }
    return readLine()
  }
}
