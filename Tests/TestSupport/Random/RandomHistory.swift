package import FileProviderStore

/// Makes random changes through several openings of one store.
package struct RandomHistory {
  package let stores: [ItemStore]
  private var items: [ItemID]
  /// Where items are made and moved to, the root first.
  private var folders: [ItemID]
  /// What stays where it is, and changes all the same.
  private let staying: [ItemID]
  private var counter = 0

  /// - Parameters:
  ///   - stores: Openings of one store.
  ///   - items: What is there already and may be moved and deleted.
  ///   - folders: Folders that are there already and stay.
  ///   - staying: Other items that stay.
  package init(stores: [ItemStore], items: [ItemID] = [], folders: [ItemID] = [], staying: [ItemID] = []) {
    self.stores = stores
    self.items = items
    self.folders = [.root] + folders
    self.staying = staying
  }

  /// A folder that was made; the root as long as there is none.
  package var someFolder: ItemID { folders.count > 1 ? folders[1] : .root }

  /// One change. What turns out to be impossible is not a failure: the histories are random.
  package mutating func step(_ random: inout SeededGenerator) throws {
    guard let store = stores.randomElement(using: &random) else { return }
    counter += 1
    // Some are not valid UTF-8.
    let name = try FileName("item-\(counter)" + (counter % 4 == 0 ? "-\\xe9" : ""))
    let kind = Int.random(in: 0..<100, using: &random)
    let item = items.randomElement(using: &random)
    // Drawn only where something stays: without it a seed has the history that it always had.
    let changed = staying.isEmpty ? item : (items + staying).randomElement(using: &random)
    let folder = folders.randomElement(using: &random) ?? .root
    let author = ["a", "b"].randomElement(using: &random) ?? "a"
    let number = UInt16.random(in: 0...0o777, using: &random)
    var made: ItemAttributes?
    do throws(StoreError) {
      try store.change(author: author) { (transaction) throws(StoreError) in
        switch (kind, item) {
        case (0..<30, _), (_, nil):
          let kind: ItemKind = kind % 4 == 0 ? .folder : .file
          made = try TreeEditor(transaction).create(
            NewItem(parent: folder, name: name, kind: kind, mode: number, owner: 0, group: 0))
        case (30..<45, let item?):
          try TreeEditor(transaction).move(item, to: folder, name: name)
        case (45..<55, let item?):
          _ = try TreeEditor(transaction).deleteTree(item, in: transaction.item(item).parent, limit: 1000)
        case (55..<65, let item?):
          var changes = AttributeChanges()
          changes.mode = number
          try transaction.setAttributes(changes, of: changed ?? item)
        case (65..<80, let item?):
          try TreeEditor(transaction).changeMembership(of: changed ?? item) {
            $0.favoriteRank = number % 3 == 0 ? nil : Int64(number)
          }
        case (80..<90, let item?):
          try TreeEditor(transaction).trash(item, user: 0)
        case (_, let item?):
          try TreeEditor(transaction).restore(item)
        }
      }
    } catch {
      let expected: Set<StoreError.Code> = [
        .noSuchItem, .exists, .invalidMove, .notFolder, .notEmpty, .isFolder,
      ]
      guard expected.contains(error.code) else { throw error }
    }
    if let made {
      items.append(made.id)
      if made.isFolder { folders.append(made.id) }
    }
  }
}
