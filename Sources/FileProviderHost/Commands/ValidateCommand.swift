import ArgumentParser
import FileProviderInterface
import FileProviderValidation
import Foundation

/// `validate [--domain NAME] [--read-only] [--timeout T] [--rules] [--json]`
struct ValidateCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check a provider against Apple's documented contract.",
    discussion: """
      Calls the provider as the system does, without a mount and without the domain's store, and says of each rule whether it was kept. It ends \
      with 0 when all were, and with 1 when one was violated or the root could not even be listed. For a violated rule it says what was seen, what to do, and which page of \
      Apple's documentation the rule comes from.

      Everything is done in one folder, fileprovider-validate-…, that it makes in the domain's root and removes at the end, also when it is \
      interrupted. With --read-only nothing is changed, and the rules are checked that can be by reading.

      Without --domain the provider gets a domain “fileprovider-validate” that nobody knows. With --domain it gets that domain's name, identifier and \
      facts, and a copy of what it keeps about it.
      """)

  @Option(
    name: .customLong("domain"), help: ArgumentHelp("Check the provider with this domain.", valueName: "domain"),
    completion: Candidates.domains)
  var domain: String?
  @Flag(help: "Change nothing.") var readOnly = false
  @Option(
    name: .customLong("timeout"),
    help: ArgumentHelp("How long an answer may take, such as 30s. 30 seconds unless set.", valueName: "time"))
  var timeout: String?
  @Flag(help: "Print the rules, and check nothing.") var rules = false
  @Flag(name: .customLong("json"), help: "Print one JSON object per line: one for each rule, and the numbers.")
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
      throw CommandFailure("validate", "there is no place for temporary files: \(error.localizedDescription)")
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
      Console.say("“\(name)”: the provider did not remove this folder in its root; remove it where the items are")
    }
    if report.isInterrupted { throw CommandEnd(status: .interrupted) }
    if let obstacle = report.obstacle { Console.say("little could be checked: the root cannot be listed: \(obstacle)") }
    if !report.isConformant || report.leftover != nil { throw CommandEnd(status: .failed) }
  }
}
