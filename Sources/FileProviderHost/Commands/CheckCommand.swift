import ArgumentParser
import FileProviderStore

/// `check [--repair] [--json]`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Verify a domain's store, and mend what can be mended.")

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Flag(name: .customLong("repair"), help: "Mend what can be mended; nothing is lost silently.") var repairs = false
  @Flag(name: .customLong("json"), help: "One JSON object a finding.") var isJSON = false

  func run() throws {
    let selection = try DomainSelection(domain)
    let report = Report(isJSON: isJSON)
    do {
      try StoreCheck(store: selection.store, repairs: repairs, author: author.author) { report.add($0) }.run()
    } catch { throw CommandFailure("domain “\(selection.name)”", error) }
    try report.end(selection.name)
  }

  /// Prints findings and counts them.
  private final class Report {
    private let isJSON: Bool
    private let writer = ByteWriter()
    private var left = 0
    private var repaired = 0
    private var failure: (any Error)?

    init(isJSON: Bool) { self.isJSON = isJSON }

    func add(_ finding: StoreFinding) {
      if finding.isRepaired { repaired += 1 } else { left += 1 }
      do { if isJSON { try writeJSON(finding) } else { try writeText(finding) } } catch { failure = failure ?? error }
    }

    private func writeJSON(_ finding: StoreFinding) throws {
      var object = try JSONObject(writer)
      try object.add("problem", finding.problem)
      try object.add("item", finding.item.map { String($0.rawValue) })
      if let path = finding.path { try object.add(path: path) } else { try object.add("path", String?.none) }
      try object.add("repaired", finding.isRepaired)
      try object.end()
      try writer.append(UInt8(ascii: "\n"))
    }

    private func writeText(_ finding: StoreFinding) throws {
      let place = finding.path ?? finding.item.map { "item \($0)" }
      let text = (place.map { $0 + ": " } ?? "") + finding.problem + (finding.isRepaired ? " (repaired)" : "")
      try writer.append(Console.oneLine(text) + "\n")
    }

    func end(_ name: DomainName) throws {
      if let failure { throw failure }
      try writer.flush()
      if left > 0 { throw CommandEnd(status: .damageFound) }
      if !isJSON && Console.isTerminal && repaired == 0 { Console.say("domain “\(name)”: no damage found") }
    }
  }
}
