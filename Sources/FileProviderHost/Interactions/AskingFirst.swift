import FileProviderDomains
import FileProviderProgram
import FileProviderStore

/// Shows the alert that a provider defines for an action, and asks whether to continue.
///
/// Commands do that. A mount cannot: a system call has no user interface.
struct AskingFirst {
  let kind: UserAction.Kind
  let selection: DomainSelection
  /// Whether `--force` was given: then nothing is asked.
  var isForced = false

  /// Maximum number of items that are checked.
  private static let mostItems = 1000

  /// - Parameter parts: Reads the items of the action. Missing items are reported by the command itself.
  /// - Throws: The failure that ends the command when nothing is to be done.
  func ask(_ parts: (StoreReader, _ mostItems: Int) throws(StoreError) -> [UserAction.Part]) throws {
    let interactions = ProviderInformation.current?.interactions ?? []
    guard !interactions.isEmpty, try ProviderDomain(selection.name).provider(selection.store) != nil else { return }
    try? selection.store.notePendingChanges()
    let action = try selection.store.readCommitted { (reader) throws(StoreError) in
      UserAction(
        kind: kind, parts: try parts(reader, Self.mostItems), domainFacts: try DomainFactsReader(reader).domainFacts())
    }
    let suppressions = SuppressedInteractions(selection)
    let search = AlertSearch(action: action, isSuppressed: suppressions.contains) { rule, error in
      Console.say("skipped a provider alert with the rule “\(rule)”: \(error)")
    }
    guard let alert = try search.find(in: interactions) else { return }
    try answer(alert, suppressions)
  }

  private func answer(_ alert: FoundAlert, _ suppressions: SuppressedInteractions) throws {
    let words = [alert.title, alert.details].filter { !$0.isEmpty }.joined(separator: " – ")
    guard alert.mayContinue else {
      throw CommandFailure(
        kind.word, "the provider objects: \(words)", remedy: alert.help.map { "see \($0)" })
    }
    if isForced { return }
    guard Confirmation.isPossible else { return Console.say("\(kind.word): the provider says: \(words)") }
    let maySuppress = try alert.suppression.map(suppressions.isKept) ?? false
    switch try AlertPrompt(alert: alert, maySuppress: maySuppress).ask() {
    case .goOn: return
    case .goOnAlways: if let suppression = alert.suppression { try suppressions.add(suppression) }
    case .cancel: throw CommandFailure(kind.word, "cancelled")
    }
  }
}

extension UserAction.Kind {
  /// For messages.
  fileprivate var word: String {
    switch self {
    case .move: "move"
    case .copy: "copy"
    case .copyIn: "import"
    case .copyOut: "export"
    case .trash: "trash"
    case .create: "create"
    case .delete: "delete"
    case .rename: "rename"
    }
  }
}
