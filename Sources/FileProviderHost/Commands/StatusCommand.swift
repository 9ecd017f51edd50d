import ArgumentParser
import FileProviderDomains
import FileProviderProgram

/// `status [--domain NAME] [--json] [--check] [--watch] [--openmetrics]`
struct StatusCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show domains and mounts, and whether they are healthy.",
    discussion: """
      With --watch, the status is drawn again every second until Ctrl-C: in place on a terminal. Elsewhere the command prints a line with the time for each \
      fact and, from then on, for each one that changes; with --json, the whole object when something has changed.

      With --openmetrics, it prints numbers for a monitoring system such as Prometheus, in the text format of OpenMetrics. Stores are only read, \
      but one that has to be upgraded or recovered is opened as by any other command. No provider is called. Counting takes about a quarter of a second \
      per million items.
      """)

  @Option(
    name: .customLong("domain"), help: ArgumentHelp("Only this domain.", valueName: "domain"),
    completion: Candidates.domains)
  var domain: String?
  @Flag(name: .customLong("json"), help: "Print one JSON object.") var isJSON = false
  @Flag(
    name: .customLong("check"),
    help: "Print one line per domain; exit with status 1 if one is unhealthy: calls fail, or user action is required.")
  var checks = false
  @Flag(name: .customLong("watch"), help: "Show it again every second until Ctrl-C.") var watches = false
  @Flag(name: .customLong("openmetrics"), help: "Print metrics in the OpenMetrics text format.")
  var printsMetrics = false

  var watchesSignals: Bool { watches }

  func validate() throws {
    if watches, checks { throw ValidationError("--watch and --check cannot be combined") }
    if printsMetrics, isJSON || checks || watches {
      throw ValidationError("--openmetrics cannot be combined with --json, --check or --watch")
    }
  }

  func run() throws {
    let domain = try domain.map { try DomainName($0) }
    if watches { return try StatusWatch(domain: domain, isJSON: isJSON).run() }
    if printsMetrics { return try printMetrics(of: domain) }
    let report = try StatusReport.gather(only: domain)
    let writer = ByteWriter()
    if isJSON {
      try report.writeJSON(to: writer)
    } else if checks {
      try report.writeCheck(to: writer)
    } else {
      try writer.append(report.text)
      if report.hasNothing { Console.say("no domains yet; import, mkdir or mount creates the first") }
    }
    try writer.flush()
    if !checks || isJSON { for problem in report.problems { Console.fail(problem.failure) } }
    if checks && !report.domains.allSatisfy({ report.complaints(of: $0.name).isEmpty }) {
      throw CommandEnd(status: .failed)
    }
    if let worst = report.problems.map(\.failure.status).max() { throw CommandEnd(status: checks ? .failed : worst) }
  }

  private func printMetrics(of domain: DomainName?) throws {
    let metrics = try StatusMetrics(only: domain)
    let writer = ByteWriter()
    try metrics.set.write(to: writer)
    try writer.flush()
    for failure in metrics.failures { Console.fail(failure) }
    if let worst = metrics.failures.map(\.status).max() { throw CommandEnd(status: worst) }
  }
}
