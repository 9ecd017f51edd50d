import ArgumentParser
import Contacts
import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import Foundation

/// `check [--repair] [--contents] [--json]`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check a domain's store for damage; with --repair, repair it.",
    discussion: """
      In a contacts domain, it also lists files that are not exactly one card, and cards whose UID another card in the same folder already has. It changes none of \
      them, and they do not count as damage.
      """)

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Flag(name: .customLong("repair"), help: "Repair what can be repaired. Everything lost is reported.") var repairs =
    false
  @Flag(
    name: .customLong("contents"),
    help: "Also read all contents and compare them with their checksums; with --repair, compute missing checksums.")
  var verifiesContents = false
  @Flag(name: .customLong("json"), help: "Print one JSON object per finding.") var isJSON = false

  func run() throws {
    let name = try domain.domain()
    try DomainDirectory.requireExistence(of: name)
    let report = CheckReport(isJSON: isJSON)
    var options = StoreCheck.Options()
    options.repairs = repairs
    options.verifiesContents = verifiesContents
    options.author = author.author
    try report.flushing {
      do {
        try StoreCheck.run(storeIn: DomainDirectory.url(of: name), options) { report.add($0) }
        do { try report.addContacts(in: DomainDirectory.url(of: name)) } catch {
          // What is damaged was reported.
          if !report.hasDamage { throw error }
        }
      } catch { throw CommandFailure("domain “\(name)”", error) }
    }
    try report.end(name, repairs: repairs)
  }

  /// Prints findings and counts them.
  private final class CheckReport {
    private let isJSON: Bool
    private let writer = ByteWriter(reportsWork: true)
    private var left = 0
    private var repaired = 0
    /// Legitimate files: only the user knows whether something is to be done.
    private var contactFindings = 0
    var hasDamage: Bool { left > 0 }
    private var failure: (any Error)?

    init(isJSON: Bool) { self.isJSON = isJSON }

    /// Prints what a body finds, also when it fails.
    func flushing(_ body: () throws -> Void) throws { try writer.flushing(body) }

    func add(_ finding: StoreFinding) {
      switch finding.state {
      case .repaired: repaired += 1
      case .left: left += 1
      case .due: return Console.say(text(finding))
      }
      write(finding)
    }

    /// Adds what is found in a domain of contacts.
    func addContacts(in directory: URL) throws {
      guard var check = try ContactCheck(storeIn: directory) else { return }
      try check.run {
        contactFindings += 1
        write($0, isDamage: false)
      }
    }

    private func write(_ finding: StoreFinding, isDamage: Bool = true) {
      do { if isJSON { try writeJSON(finding, isDamage) } else { try writeText(finding) } } catch {
        failure = failure ?? error
      }
    }

    private func writeJSON(_ finding: StoreFinding, _ isDamage: Bool) throws {
      var object = try JSONObject(writer)
      try object.add("problem", finding.problem)
      try object.add("item", finding.item.map { String($0.rawValue) })
      if let path = finding.path { try object.add(path: path) } else { try object.add("path", String?.none) }
      try object.add("repaired", finding.state == .repaired)
      try object.add("damage", isDamage)
      try object.end()
      try writer.append(UInt8(ascii: "\n"))
    }

    private func writeText(_ finding: StoreFinding) throws { try writer.append(text(finding) + "\n") }

    private func text(_ finding: StoreFinding) -> String {
      let place = finding.path ?? finding.item.map { "item \($0)" }
      let text = (place.map { $0 + ": " } ?? "") + finding.problem + (finding.state == .repaired ? " (repaired)" : "")
      return Console.oneLine(text)
    }

    func end(_ name: DomainName, repairs: Bool) throws {
      if let failure { throw failure }
      let program = HostProgram.current.name
      if contactFindings > 0 {
        Console.say(
          "“\(program) contacts import” makes a contact of each card of a file; “\(program) contacts duplicates” lists cards of one person"
        )
      }
      if left > 0 {
        if !repairs { Console.say("“\(program) check --repair” repairs what can be repaired") }
        throw CommandEnd(status: .damageFound)
      }
      if !isJSON && Console.isTerminal && repaired == 0 { Console.say("domain “\(name)”: no damage found") }
    }
  }
}
