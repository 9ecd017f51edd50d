import ArgumentParser
import FileProviderDomains
import FileProviderInterface
import FileProviderProgram
import FileProviderStore
import Foundation
import Glibc

/// `domain list|add|set|rename|remove|info|test|backup|restore`
struct DomainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "domain", abstract: "List, add, configure, test and remove domains.",
    subcommands: [
      DomainListCommand.self, DomainAddCommand.self, DomainSetCommand.self, DomainRenameCommand.self,
      DomainRemoveCommand.self,
      DomainInfoCommand.self, DomainTestCommand.self, DomainBackupCommand.self, DomainRestoreCommand.self,
    ])
}

/// `domain list`
struct DomainListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the domains.",
    discussion: "A domain that its provider hides is listed only with --all or --json.")
  @Flag(name: .customLong("all"), help: "Include hidden domains.") var listsAll = false
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false

  func run() throws {
    let writer = ByteWriter()
    for name in try DomainDirectory.names() {
      let hidden = hides(name)
      // Scripts get all domains, and see which are hidden.
      if hidden && !listsAll && !isJSON { continue }
      try print(name.string, DomainDirectory.url(of: name), isHidden: hidden, to: writer)
    }
    for leftover in DomainRemoval.leftovers() {
      try print(leftover.name, leftover.url, state: "being removed", to: writer)
    }
    try writer.flush()
  }

  /// Whether a domain's provider hides it. One that cannot be looked into is shown.
  private func hides(_ name: DomainName) -> Bool {
    guard let store = try? ItemStore(reading: DomainDirectory.url(of: name)),
      let record = try? DomainRecord(name, store)
    else { return false }
    return record.domain.isHidden
  }

  private func print(
    _ name: String, _ url: URL, state: String? = nil, isHidden: Bool = false, to writer: ByteWriter
  ) throws {
    if isJSON {
      var object = try JSONObject(writer)
      try object.add("name", name)
      try object.add("store", url.path)
      if let state { try object.add("state", state) }
      if isHidden { try object.add("hidden", true) }
      try object.end()
    } else {
      try writer.append(name + (state.map { "  (\($0))" } ?? "") + (isHidden ? "  (hidden)" : ""))
    }
    try writer.append(UInt8(ascii: "\n"))
  }
}

/// `domain add NAME [--webdav URL … | --carddav URL …] [--no-trash] [--recents-limit N] [--recents-age AGE] [--history AGE|N] [--cache-size SIZE]`
struct DomainAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an empty domain, or one for a WebDAV or CardDAV server.")
  @Flag(name: .customLong("no-trash"), help: "The domain has no trash.") var hasNoTrash = false
  @OptionGroup var settings: DomainSettingOptions
  @OptionGroup(title: "WebDAV options") var server: WebDAVOptions
  @OptionGroup var author: AuthorOptions
  @Argument(help: "The name of the domain.") var name: String

  func run() throws {
    let name = try DomainName(name)
    let new = try NewDomain(name)
    // Before anything is made: what cannot be reached is not added.
    let connection = try server.connect()
    try WebDAVConnection.using(connection) {
      let store = try new.make(connection, author: author.author) { (transaction) throws(StoreError) in
        if hasNoTrash { try transaction.changeSetting("trash", to: "none") }
        try settings.apply(to: transaction)
      }
      try settings.noteUnused(in: store, name)
    }
  }
}

/// `domain info [NAME]`
struct DomainInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "info", abstract: "Show information about a domain.")
  @OptionGroup var domain: DomainOptions
  @Flag(name: .customLong("json"), help: "Print one JSON object.") var isJSON = false
  @Argument(help: "The name of the domain.", completion: Candidates.domains) var name: String?

  func run() throws {
    let name = try name.map { try DomainName($0) } ?? domain.domain()
    let facts = try DomainFacts(name, store: DomainDirectory.open(name))
    let writer = ByteWriter()
    if isJSON {
      try facts.write(to: writer)
      try writer.append(UInt8(ascii: "\n"))
    } else {
      try writer.append(facts.text)
    }
    try writer.flush()
  }
}
