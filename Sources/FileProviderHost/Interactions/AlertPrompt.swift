import FileProviderProgram

/// An alert on a terminal.
struct AlertPrompt {
  enum Answer { case goOn, goOnAlways, cancel }

  let alert: FoundAlert
  /// Whether it can be left out in the future.
  let maySuppress: Bool

  /// Shows it, and reads a line. Anything but a clear confirmation cancels.
  ///
  /// - Throws: `CommandEnd` on an interruption.
  func ask() throws -> Answer {
    Console.say(alert.title.isEmpty ? alert.details : alert.title)
    if !alert.title.isEmpty, !alert.details.isEmpty { Console.line("  \(alert.details)") }
    if let help = alert.help { Console.line("  See \(help)") }
    var choices = "y: \(alert.continueWord), N: \(alert.cancelWord)"
    if maySuppress { choices += ", a: \(alert.continueWord), and do not ask again" }
    Console.write("  [\(Console.oneLine(choices))] ")
    switch try Confirmation.line()?.lowercased() {
    case "y", "yes": return .goOn
    case "a" where maySuppress: return .goOnAlways
    default: return .cancel
    }
  }
}
