package import FileProviderDomains
import FileProviderProgram
package import FileProviderStore

/// The container whose changes are asked for.
package struct ChangeContainer: Sendable {
  package let scope: ChangeScope
  /// The name that was given on the command line.
  package let word: String

  /// Checks that the item whose changes are asked for exists: a deleted item never changes.
  func checkExistence(_ reader: StoreReader) throws {
    let item: ItemID
    switch scope {
    case .children(let folder), .tree(let folder): item = folder
    case .document(let document): item = document
    default: return
    }
    guard !item.isFixed, try reader.item(item) == nil else { return }
    throw CommandFailure("--container \(word)", "the container was deleted", remedy: "name another one, or “all”")
  }

  package static let words: Set<String> = ["working-set", "root", "trash", "all"]

  /// - Parameter isRecursive: Whether everything below a folder is meant, and not only its children.
  package init(_ word: String, isRecursive: Bool = false, _ selection: DomainSelection) throws {
    func folder(_ id: ItemID) -> ChangeScope { isRecursive ? .tree(id) : .children(id) }
    self.word = word
    switch word {
    case "working-set": scope = .workingSet
    case "root": scope = folder(.root)
    case "all": scope = .everything
    case "trash":
      scope = folder(.trash)
      guard try selection.store.readCommitted({ (reader) throws(StoreError) in try TreeReader(reader).supportsTrash() })
      else {
        throw CommandFailure("--container trash", "the domain “\(selection.name)” has no trash")
      }
    default:
      let item = try selection.store.readCommitted { (reader) throws(StoreError) in
        Result { try PathReader(reader).item(at: selection.path) }
      }.get()
      guard item.isFolder || !isRecursive else {
        throw CommandFailure("--container \(word)", "not a folder", remedy: "--recursive requires one", status: .usage)
      }
      scope = item.isFolder ? folder(item.id) : .document(item.id)
    }
  }
}
