import ArgumentParser
import FileProviderStore

/// `pin PATH [--remove]`
struct PinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Keep items on this machine and in the working set.")

  @OptionGroup var domain: DomainOptions
  @OptionGroup var author: AuthorOptions
  @Flag(name: .customLong("remove"), help: "Unpin them.") var removes = false
  @Argument(help: ArgumentHelp("The items.", valueName: "path"), completion: Candidates.paths) var paths: [String]

  func run() throws {
    try MembershipEdit.run(domain, author, paths) { membership, _ in membership.pinned = !removes }
  }
}
