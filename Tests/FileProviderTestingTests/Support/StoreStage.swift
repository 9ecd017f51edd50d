import FileProviderStore
import Foundation

/// A store with a folder and a document in a directory of its own, removed when it is let go.
final class StoreStage {
  let directory: URL
  let store: ItemStore
  let folder: ItemID
  let document: ItemID

  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("stage-\(UUID().uuidString)")
    store = try ItemStore(directory: directory)
    (folder, document) = try store.change(author: "test") { (transaction) throws(StoreError) in
      let folder = try transaction.create(
        NewItem(parent: .root, name: FileName("folder"), kind: .folder, mode: 0o755, owner: 1, group: 1)
      ).id
      var document = ItemID.none
      for number in 0..<7 {
        for parent in [.root, folder] {
          let new = NewItem(
            parent: parent, name: try FileName("f\(number)"), kind: .file, mode: 0o644, owner: 1, group: 1)
          document = try transaction.create(new).id
        }
      }
      try transaction.changeMembership(of: document) { $0.favoriteRank = 1 }
      return (folder, document)
    }
  }

  deinit { try? FileManager.default.removeItem(at: directory) }
}
