import ArgumentParser
import FileProviderDomains
import FileProviderInterface
import FileProviderManaging
import FileProviderProgram
import FileProviderStore

/// `action PATH [ID]`
struct ActionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "action", abstract: "Run a provider's custom action on an item.",
    discussion: #"""
      Without an identifier, lists the actions that the provider's Info.plist offers for the item, as identifier and name. An action whose \#
      rule cannot be parsed is listed with a notice. The provider may have other actions, which its author documents.
      """#)

  @OptionGroup var domain: DomainOptions
  @Flag(name: .customLong("json"), help: "List one JSON object per line.") var isJSON = false
  @Argument(help: ArgumentHelp("The item.", valueName: "path"), completion: Candidates.paths) var path: String
  @Argument(help: ArgumentHelp("The action's identifier.", valueName: "id")) var action: String?

  func run() throws {
    let selection = try DomainSelection(domain, paths: [path])
    guard try ProviderDomain(selection.name).provider(selection.store) != nil else {
      throw CommandFailure(
        "domain “\(selection.name)”", "a local domain has no provider, and so no actions", status: .unavailable)
    }
    if let action { try perform(action, selection) } else { try list(selection) }
  }

  private func perform(_ action: String, _ selection: DomainSelection) throws {
    let store = selection.store
    let item = try store.readCommitted { (reader) throws(StoreError) in
      Result { try reader.identifier(of: PathReader(reader).item(at: selection.path).id) }
    }.get()
    do {
      try ProviderCall(domain: selection.name, directory: store.directory)
        .perform(.action(NSFileProviderExtensionActionIdentifier(action), [item]))
    } catch let error as NSError {
      throw CommandFailure(path, "the action “\(action)” failed: \(error.localizedDescription)")
    }
  }

  private func list(_ selection: DomainSelection) throws {
    let (item, facts) = try offered(selection)
    let actions = ProviderInformation.current?.actions ?? []
    guard !actions.isEmpty else {
      throw CommandFailure(
        "action", "no actions are declared", remedy: "name an action, or give this program the provider's Info.plist",
        status: .usage)
    }
    let writer = ByteWriter()
    for action in actions where isOffered(action, for: item, facts) { try print(action, to: writer) }
    try writer.flush()
  }

  /// The item, and the domain state that the provider reports.
  private func offered(_ selection: DomainSelection) throws -> (OfferedItem, [String: RuleValue]) {
    try? selection.store.notePendingChanges()
    return try selection.store.readCommitted { (reader) throws(StoreError) in
      Result {
        let item = try PathReader(reader).item(at: selection.path)
        guard let record = try reader.record(item.id) else {
          throw StoreError(.noSuchItem, "the item no longer exists")
        }
        return (try OfferedItem(record, reader), try DomainFactsReader(reader).domainFacts())
      }
    }.get()
  }

  /// Whether an action's rule holds. An action with a rule that cannot be parsed is offered, too.
  private func isOffered(
    _ action: ProviderInformation.Action, for item: OfferedItem, _ domainFacts: [String: RuleValue]
  ) -> Bool {
    guard let rule = action.rule else { return true }
    do { return try ActivationRule(rule).holds(for: [item], domainFacts: domainFacts) } catch {
      Console.say("the rule of the action “\(action.identifier)”: \(error); the action is offered for every item")
      return true
    }
  }

  private func print(_ action: ProviderInformation.Action, to writer: ByteWriter) throws {
    if isJSON {
      var object = try JSONObject(writer)
      try object.add("identifier", action.identifier)
      try object.add("name", action.name)
      try object.end()
    } else {
      try writer.append(action.identifier + "\t" + action.name)
    }
    try writer.append(UInt8(ascii: "\n"))
  }
}
