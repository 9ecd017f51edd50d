import FileProviderStore

/// The container whose changes are asked for.
struct ChangeContainer: Sendable {
  let scope: ChangeScope
  /// As it was named.
  let word: String

  /// Checks that the item whose changes are asked for is there: nothing will ever happen to one that was deleted.
  func checkExistence(_ reader: StoreReader) throws {
    let item: ItemID
    switch scope {
    case .children(let folder): item = folder
    case .document(let document): item = document
    default: return
    }
    guard !item.isFixed, try reader.item(item) == nil else { return }
    throw CommandFailure("--container \(word)", "it was deleted", remedy: "name another, or “all”")
  }

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
