import Foundation
import GRDB

/// Verifies a store, and mends what can be mended.
///
/// In this order: the database by SQLite's own check, the shape of the tree, what is derived (numbers of subfolders, marks of
/// membership), the order of the log, and the contents: there, of the right size, and none without an owner. Nothing is lost
/// silently: what has no place is moved to `lost+found`.
package struct StoreCheck {
  let store: ItemStore
  let repairs: Bool
  let author: String
  private let report: (StoreFinding) -> Void

  package init(
    store: ItemStore, repairs: Bool, author: String, report: @escaping (StoreFinding) -> Void
  ) {
    self.store = store
    self.repairs = repairs
    self.author = author
    self.report = report
  }

  /// Checks everything.
  ///
  /// - Throws: `damaged` when the database cannot be read at all.
  package func run() throws {
    guard try checkDatabase() else { return }
    try checkTree()
    try checkDerived()
    try checkLog()
    try checkContents()
  }

  private func checkDatabase() throws -> Bool {
    let messages = try store.withDatabase { try String.fetchAll($0, sql: "PRAGMA integrity_check(20)") }
    for message in messages where message != "ok" { report(StoreFinding("the database is damaged: \(message)")) }
    return messages == ["ok"]
  }

  // MARK: The tree

  /// Every item must hang on the root or on the trash by folders.
  private func checkTree() throws {
    let strays = try store.withDatabase { database in
      try Int64.fetchAll(
        database,
        sql: """
          WITH RECURSIVE reached(id) AS (
            SELECT id FROM items WHERE parent = 0
            UNION SELECT i.id FROM reached r JOIN items i ON i.parent = r.id)
          SELECT id FROM items WHERE id NOT IN reached
          """)
    }
    guard !strays.isEmpty else { return }
    let all = Set(strays)
    for id in strays.map({ ItemID(rawValue: $0) }) {
      guard let record = try store.read({ (reader) throws(StoreError) in try reader.record(id) }) else { continue }
      // What is below another stray comes along with it, unless they go round in a circle.
      let isTop = !all.contains(record.parent.rawValue) || isInCircle(id)
      guard isTop else { continue }
      let repaired = repairs && moveToLostAndFound(record)
      report(
        StoreFinding("the folder that “\(record.name)” was in is gone", item: id, path: nil, isRepaired: repaired))
    }
  }

  private func isInCircle(_ id: ItemID) -> Bool {
    let found = try? store.read { (reader) throws(StoreError) -> Bool in
      var seen: Set<ItemID> = []
      var current = id
      while seen.insert(current).inserted {
        guard let item = try reader.item(current) else { return false }
        current = item.parent
      }
      return current == id
    }
    return found ?? false
  }

  private func moveToLostAndFound(_ record: ItemRecord) -> Bool {
    let done: Void? = try? store.write(author: author) { (transaction) throws(StoreError) in
      let folder = try transaction.lostAndFound()
      let name = try transaction.freeName(in: folder, like: record.name)
      try transaction.place(record, in: folder, name: name)
      try transaction.touchFolder(folder, subfolders: record.attributes.isFolder ? 1 : 0)
    }
    return done != nil
  }

  // MARK: What is derived

  private func checkDerived() throws {
    let counts = try store.withDatabase { database in
      try Int64.fetchAll(
        database,
        sql: """
          SELECT f.id FROM items f WHERE f.kind = 2 AND f.subfolders <>
            (SELECT count(*) FROM items c WHERE c.parent = f.id AND c.kind = 2)
          """)
    }
    for id in counts {
      if repairs {
        try store.withDatabase { database in
          try database.execute(
            sql: """
              UPDATE items SET subfolders = (SELECT count(*) FROM items c WHERE c.parent = items.id AND c.kind = 2)
              WHERE id = ?
              """, arguments: [id])
        }
      }
      try reportItem("the number of folders in it is wrong", ItemID(rawValue: id), isRepaired: repairs)
    }
    let marks = try store.withDatabase { database in
      try Int64.fetchAll(
        database,
        sql: """
          SELECT id FROM items LEFT JOIN members ON item = id
          WHERE (flags & 1) <> (item IS NOT NULL AND suspended = 0)
          """)
    }
    for id in marks {
      if repairs {
        try store.withDatabase { database in
          try database.execute(
            sql: """
              UPDATE items SET flags = (flags & ~1) | EXISTS (SELECT 1 FROM members WHERE item = id AND suspended = 0)
              WHERE id = ?
              """, arguments: [id])
        }
      }
      try reportItem("its mark as a member of the working set is wrong", ItemID(rawValue: id), isRepaired: repairs)
    }
  }

  private func checkLog() throws {
    let wrong = try store.withDatabase { database in
      try Int64.fetchAll(
        database,
        sql: """
          SELECT generation FROM log WHERE previous >= generation
          UNION ALL
          SELECT max(changed) FROM items HAVING max(changed) > (SELECT coalesce(max(generation), 0) FROM log)
          """)
    }
    for generation in wrong { report(StoreFinding("the log is out of order at generation \(generation)")) }
  }

  // MARK: Contents

  private func checkContents() throws {
    var owned: Set<Int64> = []
    var key = ItemID.none
    while true {
      let batch = try store.read { (reader) throws(StoreError) in try reader.documents(after: key, limit: 10_000) }
      for item in batch {
        if let content = item.content { owned.insert(content.rawValue) }
        try checkContents(of: item)
      }
      guard let last = batch.last else { break }
      key = last.id
    }
    try checkOwnerless(owned)
  }

  private func checkContents(of item: ItemAttributes) throws {
    guard let content = item.content else {
      if item.size > 0 && !item.flags.contains(.dataless) {
        try reportItem("its contents of \(item.size) bytes are gone", item.id, isRepaired: false)
      }
      return
    }
    guard let size = store.contents.size(of: content) else {
      return try reportItem("its contents of \(item.size) bytes are gone", item.id, isRepaired: false)
    }
    guard size != item.size, try !isBeingWritten(item.id) else { return }
    if repairs {
      var changes = AttributeChanges()
      changes.size = size
      try store.write(author: author) { (transaction) throws(StoreError) in
        _ = try transaction.setAttributes(changes, of: item.id)
      }
    }
    try reportItem("its contents have \(size) bytes and not \(item.size)", item.id, isRepaired: repairs)
  }

  private func isBeingWritten(_ id: ItemID) throws -> Bool {
    try store.withDatabase {
      try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM writers WHERE item = ?)", arguments: [id.rawValue])
        ?? false
    }
  }

  /// Content files that no item has: of a process that runs, of one that died, discarded, or lost.
  private func checkOwnerless(_ owned: Set<Int64>) throws {
    let sessions = ContentSession.sessions(in: store.contents.directory)
    let discarded = try store.withDatabase { database in
      Set(
        try Int64.fetchAll(
          database, sql: "SELECT content FROM discarded_contents UNION SELECT content FROM replaced_contents"))
    }
    var ownerless: [ContentKey] = []
    store.contents.forEach { if !owned.contains($0.rawValue) { ownerless.append($0) } }
    for key in ownerless {
      if discarded.contains(key.rawValue) { continue }
      switch sessions.maker(of: key) {
      case .running: break
      case .ended: store.contents.remove(key)
      case .unknown:
        let repaired = repairs && adopt(key)
        report(StoreFinding("contents without an item: \(store.contents.url(of: key).path)", isRepaired: repaired))
      }
    }
    ContentSession.forget(sessions.dead, in: store.contents.directory)
    try store.removeDiscarded()
  }

  private func adopt(_ key: ContentKey) -> Bool {
    let size = store.contents.size(of: key) ?? 0
    let done: Void? = try? store.write(author: author) { (transaction) throws(StoreError) in
      let folder = try transaction.lostAndFound()
      let name = try transaction.freeName(in: folder, like: FileName("contents-\(String(key.rawValue, radix: 16))"))
      var new = NewItem(parent: folder, name: name, kind: .file, mode: 0o600, owner: getuid(), group: getgid())
      new.size = size
      new.content = key
      try transaction.create(new)
    }
    return done != nil
  }

  private func reportItem(_ problem: String, _ id: ItemID, isRepaired: Bool) throws {
    let path = try store.read { (reader) throws(StoreError) in try reader.path(of: id) }
    report(StoreFinding(problem, item: id, path: path, isRepaired: isRepaired))
  }
}

extension Transaction {
  /// The folder `lost+found` at the root, made when it is needed.
  func lostAndFound() throws(StoreError) -> ItemID {
    if let folder = try reader.child(of: .root, named: FileName("lost+found")), folder.isFolder { return folder.id }
    let name = try freeName(in: .root, like: FileName("lost+found"))
    return try create(
      NewItem(parent: .root, name: name, kind: .folder, mode: 0o700, owner: getuid(), group: getgid())
    ).id
  }
}

extension StoreReader {
  private static let documentsSQL = SQLText(
    "SELECT \(columns) FROM items WHERE id > ? AND kind = 1 ORDER BY id LIMIT ?")

  /// Files in the order of their numbers.
  func documents(after key: ItemID, limit: Int) throws(StoreError) -> [ItemAttributes] {
    let statement = try statement(Self.documentsSQL)
    statement.bind(1, key)
    statement.bind(2, Int64(limit))
    defer { statement.reset() }
    var items: [ItemAttributes] = []
    while try statement.step() { items.append(ItemAttributes(statement)) }
    return items
  }
}
