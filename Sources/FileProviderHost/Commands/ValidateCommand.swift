import ArgumentParser
import FileProviderDomains
import FileProviderInterface
import FileProviderManaging
import FileProviderProgram
import FileProviderValidation
import Foundation

/// `validate [--domain NAME] [--read-only] [--timeout T] [--rules] [--json]`
struct ValidateCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check a provider against Apple's documented contract.",
    discussion: """
      Calls the provider as the system does, without a mount and without the domain's store, and reports for each rule whether it holds. The exit \
      status is 0 if all rules hold, and 1 if one is violated or the root cannot be listed. For a violated rule the report says what was observed, \
      what to do, and which page of Apple's documentation states the rule.

      All changes are made in one folder, fileprovider-validate-…, which is created in the domain's root and removed at the end, also after an \
      interruption. With --read-only, nothing is changed, and only the rules that need no changes are checked.

      Without --domain, the provider gets a domain “fileprovider-validate” without settings. With --domain, it gets that domain's name, identifier and \
      settings, and a copy of the state that it keeps for it.
      """)

  @Option(
    name: .customLong("domain"), help: ArgumentHelp("Use this domain.", valueName: "domain"),
    completion: Candidates.domains)
  var domain: String?
  @Flag(help: "Check only rules that need no changes.") var readOnly = false
  @Option(
    name: .customLong("timeout"),
    help: ArgumentHelp("Time limit for each answer. Default: 30s.", valueName: "time"))
  var timeout: String?
  @Flag(help: "Print the rules without checking them.") var rules = false
  @Flag(name: .customLong("json"), help: "Print one JSON object per line: one per rule, then the totals.")
  var isJSON = false

  var watchesSignals: Bool { true }
  var servesProvider: Bool { true }

  func validate() throws {
    guard let timeout else { return }
    guard let interval = Interval(timeout), interval.nanoseconds > 0 else {
      throw ValidationError("“\(timeout)” is not a time such as 30s or 2min")
    }
  }

  func run() throws {
    let printer = ValidationPrinter()
    if rules {
      return try isJSON ? printer.printJSON(ConformanceRule.all) : printer.print(ConformanceRule.all)
    }
    let report = try check()
    ProgressLine.clear()
    try isJSON ? printer.printJSON(report) : printer.print(report)
    try end(report)
  }

  private func check() throws -> ValidationReport {
    let scratch = TemporaryDirectory()
    defer { scratch.remove() }
    let subject = try ValidationSubject(domain.map { try DomainName($0) }, scratch: scratch.make())
    defer { subject.provider.invalidate() }
    do { return try ProviderValidation(subject.provider, domain: subject.domain, options: options).run() } catch {
      throw CommandFailure("validate", "no folder for temporary files: \(error.localizedDescription)")
    }
  }

  private var options: ValidationOptions {
    var options = ValidationOptions()
    options.isReadOnly = readOnly
    if let timeout, let interval = Interval(timeout) { options.deadline = interval.seconds }
    options.isInterrupted = { Interruption.hasCome }
    options.onProgress = { rule, done, count in ProgressLine.show("\(done) of \(count)  \(rule.id)") }
    return options
  }

  private func end(_ report: ValidationReport) throws {
    if let name = report.leftover {
      Console.say("“\(name)”: the provider did not remove this folder from its root; remove it at the provider")
    }
    if report.isInterrupted { throw CommandEnd(status: .interrupted) }
    if let obstacle = report.obstacle {
      Console.say("few rules were checked, because the root cannot be listed: \(obstacle)")
    }
    if !report.isConformant || report.leftover != nil { throw CommandEnd(status: .failed) }
  }
}
