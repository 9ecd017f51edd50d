import FileProviderStore

/// The container whose changes are asked for.
struct ChangeContainer: Sendable {
  let scope: ChangeScope
  /// As it was named.
  let word: String

  static let words: Set<String> = ["working-set", "root", "trash", "all"]

  init(_ word: String, _ selection: DomainSelection) throws {
    self.word = word
    switch word {
    case "working-set": scope = .workingSet
    case "root": scope = .children(.root)
    case "all": scope = .everything
    case "trash":
      scope = .children(.trash)
      guard try selection.store.read({ (reader) throws(StoreError) in try reader.supportsTrash() }) else {
        throw CommandFailure("--container trash", "the domain “\(selection.name)” has no trash")
      }
    default:
      let item = try selection.store.read { (reader) throws(StoreError) in
        Result { try reader.item(at: selection.path) }
      }.get()
      scope = item.isFolder ? .children(item.id) : .document(item.id)
    }
  }
}
