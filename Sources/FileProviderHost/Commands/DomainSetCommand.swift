import ArgumentParser
import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// `domain set NAME [--recents-limit N] [--recents-age AGE] [--history AGE|N] [--cache-size SIZE] [--local-names GLOB]… [--metered needed|all] [--notifications on|off]`
struct DomainSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change a domain's settings.",
    discussion: """
      Mounts use the new settings at once, and transfers in progress keep to new speed limits. Other new settings for a WebDAV server are probed \
      first, and its provider is restarted. If its process does not end, the command says so.
      """)
  @OptionGroup var settings: DomainSettingOptions
  @OptionGroup(title: "WebDAV options") var server: WebDAVOptions
  @OptionGroup var author: AuthorOptions
  @Argument(help: "The name of the domain.", completion: Candidates.domains) var name: String

  func validate() throws {
    guard settings.isGiven || server.isGiven else {
      throw ValidationError(
        "missing option: give --recents-limit, --recents-age, --history, --cache-size, --local-names, --metered, --notifications, --display-name, --user-info, or a WebDAV option"
      )
    }
  }

  func run() throws {
    let name = try DomainName(name)
    guard DomainDirectory.exists(name) else {
      throw CommandFailure(
        "domain “\(name)”", "no such domain",
        remedy: "“\(HostProgram.current.name) domain list” lists the domains")
    }
    let store = try DomainDirectory.open(name)
    let changed = try server.settings(of: store, name)
    let connection = server.changesConnection ? try changed.map { try server.connection($0) } : nil
    if let connection {
      try WebDAVConnection.using(connection) {
        try connection.update(server, in: store, domain: name, author: author.author, settings.apply)
      }
    }
    do {
      if connection == nil { try apply(to: store) }
      try trim(store)
    } catch { throw CommandFailure("domain “\(name)”", error) }
    try settings.noteUnused(in: store, name)
    if let process = connection != nil
      ? DomainUse.restartProvider(store.directory)
      : changed != nil || settings.metered.isGiven ? DomainUse.notifyProvider(store.directory) : nil
    {
      Console.say(
        """
        domain “\(name)”: the new settings are saved, but its provider (process \(process)) does not exit, and uses the old settings until it does; \
        “kill -KILL \(process)” ends it
        """)
    }
  }

  private func apply(to store: ItemStore) throws(StoreError) {
    try store.change(author: author.author) { (transaction) throws(StoreError) in
      try settings.apply(to: transaction)
      if server.isGiven { try CarriedProvider.change(transaction, server.applyLimits) }
    }
  }

  /// Removes marks beyond the new bounds, a short transaction at a time.
  private func trim(_ store: ItemStore) throws(StoreError) {
    var count = 1
    while count > 0 {
      count = try store.change(author: author.author) { (transaction) throws(StoreError) in
        try TreeEditor(transaction).trimRecents(to: TreeReader(transaction.reader).recentsPolicy())
      }
    }
    while settings.history.isGiven,
      try store.change(
        author: author.author, { (transaction) throws(StoreError) in try PendingEditor(transaction).pruneLog() })
    {}
  }
}

/// The options that limit the recents of a domain.
struct RecentsOptions: ParsableArguments {
  @Option(
    name: .customLong("recents-limit"),
    help: ArgumentHelp(
      "Keep at most N recents; 0 for none. Default: \(RecentsPolicy.standard.limit).", valueName: "n"))
  var limit: Int64?
  @Option(
    name: .customLong("recents-age"),
    help: ArgumentHelp(
      "Keep recents this long after their last use: 12h, 7d, 2w, 6mo. Default: 90d.", valueName: "age"))
  var ageText: String?

  var isGiven: Bool { limit != nil || ageText != nil }

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--recents-limit requires a number that is not negative") }
    if let ageText, Age(ageText) == nil {
      throw ValidationError("--recents-age requires a time such as 12h, 7d, 2w or 6mo, not “\(ageText)”")
    }
  }

  /// Sets what was given.
  func apply(to transaction: Transaction) throws(StoreError) {
    guard isGiven else { return }
    var policy = try TreeReader(transaction.reader).recentsPolicy()
    if let limit { policy.limit = limit }
    if let age = ageText.flatMap({ Age($0) }) { policy.age = age.seconds }
    try TreeEditor(transaction).setRecentsPolicy(policy)
  }
}
