import FileProviderProgram
import Glibc
import LinuxSystem

/// Lines on a terminal that are drawn again and again, each time over those before. What the terminal had above them stays, and no mode of it is
/// changed: whenever the command ends, the last lines stay and nothing has to be restored.
package struct RedrawnLines {
  private var drawn = 0

  package init() {}

  /// Whether standard output is a terminal on which lines can be drawn again.
  package static var arePossible: Bool { isatty(STDOUT_FILENO) == 1 && !Environment.isDumbTerminal }

  /// Draws lines over those before. What is wider than the terminal is cut, and what is higher is left out.
  package mutating func draw(_ lines: [String]) throws {
    let size = Terminal.size
    // One line less than the screen has: what was scrolled away could not be drawn over.
    let height = max(1, size.height - 1)
    var lines = lines
    if lines.count > height {
      let others = lines.count - height + 1
      lines.replaceSubrange((height - 1)..., with: ["\(HumanText.count(Int64(others))) more lines"])
    }
    let writer = ByteWriter()
    if drawn > 0 { try writer.append("\u{1B}[\(drawn)A") }
    try writer.append("\u{1B}[J" + lines.map { TerminalText.fitted($0, to: size.width - 1) + "\n" }.joined())
    try writer.flush()
    drawn = lines.count
  }

  /// Calls a body about once a second until the command is interrupted; less often where it takes long.
  ///
  /// - Parameter body: Prints, or draws.
  package static func everySecond(_ body: () throws -> Void) rethrows {
    while !Interruption.hasCome {
      let began = ContinuousClock.now
      try body()
      // Who is stopped for an hour in between does not wait for five.
      let pause = min(max(.seconds(1), (ContinuousClock.now - began) * 5), .seconds(30))
      _ = Deadline.after(pause).ask(every: .milliseconds(100)) { Interruption.hasCome }
    }
  }
}
