import FileProviderStore
import Foundation
import TestSupport

/// A temporary store with a folder, a favourite document in it, and other documents in the folder and the root.
final class StoreStage {
  private let temporary: TemporaryStore
  var store: ItemStore { temporary.store }
  let folder: ItemID
  let document: ItemID
  /// The other documents.
  let others: [ItemID]

  init() throws {
    temporary = try TemporaryStore()
    folder = try temporary.create("folder", kind: .folder)
    var others: [ItemID] = []
    for number in 0..<7 {
      for parent in [.root, folder] { others.append(try temporary.create("f\(number)", in: parent)) }
    }
    document = others.removeLast()
    self.others = others
    let document = document
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: document) { $0.favoriteRank = 1 }
    }
  }

  /// Changes it at random; the folder and the document stay.
  var history: RandomHistory {
    RandomHistory(stores: [store], items: others, folders: [folder], staying: [document])
  }
}
