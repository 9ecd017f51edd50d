import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import FileProviderWatching
import Glibc

/// `status --watch`: the status again and again, in place on a terminal, elsewhere what has changed.
struct StatusWatch {
  let domain: DomainName?
  let isJSON: Bool

  func run() throws {
    var lines = RedrawnLines()
    var facts: [StatusFact] = []
    let isScreen = RedrawnLines.arePossible && !isJSON
    let writer = ByteWriter()
    try RedrawnLines.everySecond {
      let report = try StatusReport.gather(only: domain)
      if Interruption.hasCome { return }
      if isScreen { return try lines.draw(report.screen) }
      let changes = report.changes(since: facts)
      if !changes.isEmpty { try print(changes, of: report, to: writer) }
      // Nothing may change for long.
      if writer.isAbandoned { throw CommandEnd(status: .done) }
      facts = report.facts
    }
  }

  private func print(_ changes: [StatusFact], of report: StatusReport, to writer: ByteWriter) throws {
    if isJSON {
      try report.writeJSON(to: writer)
    } else {
      let (now, isTerminal) = (Timestamp.now, isatty(STDOUT_FILENO) == 1)
      for fact in changes { try writer.append(fact.line(at: now, isTerminal: isTerminal)) }
    }
    try writer.flush()
  }
}

extension StatusReport {
  /// The lines of text, and those that are printed as errors.
  fileprivate var screen: [String] {
    let lines = text.split(separator: "\n").map(String.init) + problems.map { Console.oneLine($0.failure.description) }
    return lines.isEmpty ? ["no domains yet"] : lines
  }
}
