import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// `pause [DOMAIN] [--for T]`
struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause the transfers of a domain with a provider.",
    discussion: """
      While a domain is paused, no change made here is sent, deletions and renames included, and no contents are downloaded ahead, such as those of \
      pinned items. What a program waits for when it opens or reads a document is still downloaded, folders are still listed, and the provider's \
      changes still arrive. An upload in progress is completed: many servers would keep a part of the document in its place.

      A pause lasts until “resume”, or for the time of --for, also if mounts and the provider's process are restarted. “status” and “transfers” report it.
      """)
  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Option(
    name: .customLong("for"), help: ArgumentHelp("Resume after this time, such as 30min or 1h.", valueName: "time"))
  var time: Interval?
  @Argument(help: "The name of the domain.", completion: Candidates.domains) var name: String?

  func validate() throws {
    if let time, time.nanoseconds == 0 { throw ValidationError("--for requires a time such as 30min or 1h") }
  }

  func run() throws {
    let end = time.map { Timestamp(rawValue: Timestamp.now.rawValue + Int64($0.nanoseconds)) }
    try PauseSwitch(name, domain).set(TransferPause(end: end), author)
  }
}

/// `resume [DOMAIN]`
struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Resume the transfers of a paused domain.",
    discussion: "Prints what still holds them back, such as a metered network.")
  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Argument(help: "The name of the domain.", completion: Candidates.domains) var name: String?

  func run() throws {
    let domain = try PauseSwitch(name, domain)
    try domain.set(nil, author)
    try domain.sayWhatRestrains()
  }
}

/// Pauses and resumes a domain, in its store and in its provider's process.
private struct PauseSwitch {
  let name: DomainName
  let store: ItemStore

  /// - Throws: A failure with the status 69 for a local domain.
  init(_ name: String?, _ options: DomainOptions) throws {
    self.name = try name.map { try DomainName($0) } ?? options.domain()
    try DomainDirectory.requireExistence(of: self.name)
    store = try DomainDirectory.open(self.name)
    guard try ProviderDomain(self.name).provider(store) != nil else {
      throw CommandFailure("domain “\(self.name)”", "local domain: nothing to transfer", status: .unavailable)
    }
  }

  func set(_ pause: TransferPause?, _ author: AuthorOptions) throws {
    do {
      try store.change(author: author.author) { (transaction) throws(StoreError) in
        try PendingEditor(transaction).setTransferPause(pause)
      }
    } catch { throw CommandFailure("domain “\(name)”", error) }
    if let process = DomainUse.notifyProvider(store.directory) {
      throw CommandFailure(
        "domain “\(name)”", "saved, but its provider (process \(process)) does not exit, and goes on as before",
        remedy: "“kill -KILL \(process)” ends it")
    }
  }

  func sayWhatRestrains() throws {
    let restraint = try TransferRestraint(store.makeCommittedReader(), DomainFacts.process(store))
    if let restraint { Console.say("\(restraint.sentence); \(restraint.remedy(for: name.string))") }
  }
}
