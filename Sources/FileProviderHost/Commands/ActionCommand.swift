import ArgumentParser
import FileProviderInterface
import FileProviderStore

/// `action PATH ID`
struct ActionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "action", abstract: "Have the provider perform an action of its own on items.",
    discussion: #"""
      Without an identifier it lists the actions that the provider's Info.plist names, as identifier and name. The provider may have \#
      others, which its author knows.
      """#)

  @OptionGroup var domain: DomainOptions
  @Argument(help: ArgumentHelp("The item.", valueName: "path"), completion: Candidates.paths) var path: String
  @Argument(help: ArgumentHelp("The action's identifier.", valueName: "id")) var action: String?

  func run() throws {
    guard let action else { return try list() }
    let selection = try DomainSelection(domain, paths: [path])
    let store = selection.store
    guard try ProviderDomain(selection.name).provider(store) != nil else {
      throw CommandFailure(
        "domain “\(selection.name)”", "it is a local domain: there is no provider with actions", status: .unavailable)
    }
    let item = try store.readCommitted { (reader) throws(StoreError) in
      Result { try reader.identifier(of: reader.item(at: selection.path).id) }
    }.get()
    do {
      try ProviderCall(domain: selection.name, directory: store.directory)
        .perform(.action(NSFileProviderExtensionActionIdentifier(action), [item]))
    } catch let error as NSError {
      throw CommandFailure(path, "the action “\(action)” failed: \(error.localizedDescription)")
    }
  }

  private func list() throws {
    let actions = HostProgram.current.actions
    guard !actions.isEmpty else {
      throw CommandFailure(
        "action", "no action is listed; name one, or give this program its provider's Info.plist", status: .usage)
    }
    let writer = ByteWriter()
    for action in actions { try writer.append(action.identifier + "\t" + action.name + "\n") }
    try writer.flush()
  }
}
