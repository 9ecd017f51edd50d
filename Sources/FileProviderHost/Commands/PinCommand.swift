import ArgumentParser
import FileProviderDomains
import FileProviderStore

/// `pin PATH [--remove]`
struct PinCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Keep items downloaded and in the working set.",
    discussion: """
      In a provider's domain the contents are downloaded at once. Pinning a folder downloads everything below it, including items added later. An \
      interrupted command leaves the items pinned.
      """)

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Flag(name: .customLong("remove"), help: "Unpin the items, as “unpin” does.") var removes = false
  @Argument(help: ArgumentHelp("The items.", valueName: "path"), completion: Candidates.paths) var paths: [String]

  var watchesSignals: Bool { true }

  func run() throws {
    let selection = try MembershipEdit.run(domain, author, paths) { membership, _ in membership.pinned = !removes }
    guard !removes else { return }
    var items = PinnedItems(selection.store, selection.provided)
    try items.download(selection.paths)
  }
}

/// `unpin PATH…`
struct UnpinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpin", abstract: "Unpin items; their contents stay until space is needed.")

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Argument(help: ArgumentHelp("The items.", valueName: "path"), completion: Candidates.paths) var paths: [String]

  func run() throws { try MembershipEdit.run(domain, author, paths) { membership, _ in membership.pinned = false } }
}
