/// Lists all items of a container in parts, parents before children, as of a generation.
///
/// For the whole domain it walks the tree, keeping one place for each level. Nothing is open between two calls, so
/// others may write meanwhile; items that enter later are reported as changes.
///
/// Each item gets a number for readers that order by generation: consecutive ones that end with the generation of the
/// listing. There are enough of them, since every item was created by a change of its own.
final class FullListing {
  private let reader: CommittedReader
  private let scope: ChangeScope
  let pinned: Generation
  /// The last number that was given; at first the one before the first item's.
  private(set) var number: Generation
  /// The folders being listed, each with the last number delivered.
  private var levels: [(folder: ItemID, key: ItemID)]
  private(set) var isComplete = false

  init(reader: CommittedReader, scope: ChangeScope, pinned: Generation) throws(StoreError) {
    number = Generation(rawValue: pinned.rawValue - (try LogReader(reader).count(of: scope)))
    self.reader = reader
    self.scope = scope
    self.pinned = pinned
    switch scope {
    case .children(let folder), .tree(let folder): levels = [(folder, .none)]
    case .everything: levels = [(.trash, .none), (.root, .none)]
    case .workingSet, .document: levels = [(.none, .none)]
    }
  }

  func nextNumber() -> Generation {
    number = number.next
    return number
  }

  /// The next items, `limit` at most.
  func next(limit: Int) throws(StoreError) -> [ItemRecord] {
    var records: [ItemRecord] = []
    switch scope {
    case .document(let id):
      if let record = try reader.record(id) { records.append(record) }
      isComplete = true
    case .workingSet:
      try reader.forEachMember(after: levels[0].key, enteredBy: pinned) { record, _ in
        records.append(copy record)
        return records.count < limit
      }
      if let last = records.last { levels[0].key = last.id }
      isComplete = records.count < limit
    case .children, .tree, .everything:
      while records.count < limit, let level = levels.last { try listLevel(level, limit: limit, into: &records) }
      isComplete = levels.isEmpty
    }
    return records
  }

  private func listLevel(
    _ level: (folder: ItemID, key: ItemID), limit: Int, into records: inout [ItemRecord]
  ) throws(StoreError) {
    let descends = if case .children = scope { false } else { true }
    var last: ItemRecord?
    try reader.forEachChild(of: level.folder, after: level.key, enteredBy: pinned) { item, name in
      let record = ItemRecord(attributes: copy item, name: FileName(stored: name))
      last = record
      records.append(record)
      return records.count < limit && !(descends && item.isFolder)
    }
    levels[levels.count - 1].key = last?.id ?? level.key
    if let last, descends, last.attributes.isFolder {
      levels.append((last.id, .none))
    } else if records.count < limit {
      levels.removeLast()
    }
  }
}

extension LogReader {
  /// How many items a container has; for what is below a folder, an upper bound.
  package func count(of scope: ChangeScope) throws(StoreError) -> Int64 {
    switch scope {
    case .children(let folder):
      let statement = try reader.statement("SELECT count(*) FROM items WHERE parent = ?")
      statement.bind(1, folder)
      defer { statement.reset() }
      return try statement.step() ? statement.integer(0) : 0
    case .document: return 1
    case .workingSet: return try reader.integer("SELECT count(*) FROM members WHERE suspended = 0") ?? 0
    case .tree, .everything:
      return try reader.integer("SELECT count(*) FROM items INDEXED BY items_by_id WHERE id >= 1024") ?? 0
    }
  }

  /// The sizes of the documents whose contents are here as a whole, in all. Looks at every item.
  package func contentBytes() throws(StoreError) -> Int64 {
    let dataless = ItemFlags.dataless.rawValue
    return try reader.integer("SELECT sum(size) FROM items WHERE kind = 1 AND flags & \(dataless) = 0") ?? 0
  }
}
