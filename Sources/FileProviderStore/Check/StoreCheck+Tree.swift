import Foundation

extension StoreCheck {
  /// Checks that every item is below the root or the trash.
  func checkTree() throws(StoreError) {
    let strays = try store.readCommitted { (reader) throws(StoreError) in
      try reader.integers(
        """
        WITH RECURSIVE reached(id) AS (
          SELECT id FROM items WHERE parent = 0
          UNION SELECT i.id FROM reached r JOIN items i ON i.parent = r.id)
        SELECT id FROM items WHERE id NOT IN reached
        """)
    }
    guard !strays.isEmpty else { return }
    let all = Set(strays)
    for id in strays.map({ ItemID(rawValue: $0) }) {
      guard let record = try store.readCommitted({ (reader) throws(StoreError) in try reader.record(id) }) else {
        continue
      }
      // Items below another orphaned item move along with it, unless the orphans form a cycle.
      if all.contains(record.parent.rawValue), try !isInCircle(id) { continue }
      let moved = repairs && moveToLostAndFound(id)
      report(
        StoreFinding("the parent folder of “\(record.name)” is missing", item: id, path: nil, moved ? .repaired : .left)
      )
    }
  }

  private func isInCircle(_ id: ItemID) throws(StoreError) -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in
      var seen: Set<ItemID> = []
      var current = id
      while seen.insert(current).inserted {
        guard let item = try reader.item(current) else { return false }
        current = item.parent
      }
      return current == id
    }
  }

  private func moveToLostAndFound(_ id: ItemID) -> Bool {
    let done: Void? = try? store.change(author: options.author) { (transaction) throws(StoreError) in
      let record = try transaction.record(id)
      let folder = try CheckEditor(transaction).lostAndFound()
      let name = try TreeEditor(transaction).freeName(in: folder, like: record.name)
      try TreeEditor(transaction).place(record, in: folder, name: name)
      try transaction.touch(folder: folder, subfolders: record.attributes.isFolder ? 1 : 0)
    }
    return done != nil
  }
}

extension CheckEditor {
  /// The folder `lost+found` at the root, made when it is needed.
  func lostAndFound() throws(StoreError) -> ItemID {
    // Lost items are restored, whatever the provider allows in the root.
    transaction.obeysProvider = false
    if let folder = try reader.child(of: .root, named: FileName("lost+found")), folder.isFolder { return folder.id }
    let name = try TreeEditor(transaction).freeName(in: .root, like: FileName("lost+found"))
    return try TreeEditor(transaction).create(
      NewItem(parent: .root, name: name, kind: .folder, mode: 0o700, owner: getuid(), group: getgid())
    ).id
  }
}
