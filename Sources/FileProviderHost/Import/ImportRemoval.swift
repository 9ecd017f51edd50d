import FileProviderStore

/// Deletes from the domain what the source does not have any more: what was imported and is as it was then. What somebody made or
/// changed in the domain stays and is listed, with the folders it is in.
final class ImportRemoval {
  private let store: ItemStore
  private let options: ImportOptions
  private let tally: TransferTally
  private var doomed: [ItemID] = []
  private var pace = WritePace()
  private(set) var hasRemoved = false

  init(store: ItemStore, options: ImportOptions, tally: TransferTally) {
    self.store = store
    self.options = options
    self.tally = tally
  }

  func remove(_ id: ItemID, _ path: String) throws {
    let reader = try store.makeReader()
    let changes = DomainChanges(reader: reader, ownOrigin: store.origin)
    _ = try collect(id, path, reader, changes)
    try commit()
  }

  /// Notes an item and what is in it for deletion, leaves first.
  ///
  /// - Returns: Whether all of it goes.
  private func collect(_ id: ItemID, _ path: String, _ reader: StoreReader, _ changes: DomainChanges) throws -> Bool {
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
    guard let item = try reader.item(id) else { return true }
    var isAll = true
    if item.isFolder {
      var key = ItemID.none
      while true {
        var page: [(id: ItemID, name: FileName)] = []
        try reader.forEachChild(of: id, after: key) { child, name in
          page.append((child.id, FileName(stored: name)))
          return page.count < 256
        }
        guard let last = page.last else { break }
        key = last.id
        for (child, name) in page { isAll = try collect(child, path + "/" + name.spelling, reader, changes) && isAll }
      }
    }
    guard isAll else { return false }
    guard try options.forces || changes.isUntouched(item) else {
      tally.skip(path, "it is not in the source, and was made or changed in the domain; --force deletes it")
      return false
    }
    doomed.append(id)
    if doomed.count >= pace.count { try commit() }
    return true
  }

  private func commit() throws {
    guard !doomed.isEmpty else { return }
    var start: Int64 = 0
    let author = options.author
    try store.write(author: author, mayUseReserve: true) { (transaction) throws(StoreError) in
      start = WritePace.now
      for id in doomed { try delete(id, transaction) }
    }
    pace.note(count: doomed.count, nanoseconds: WritePace.now - start)
    tally.add { $0.deleted += Int64(doomed.count) }
    hasRemoved = true
    doomed.removeAll(keepingCapacity: true)
  }

  /// Somebody may have deleted it, or put something into the folder meanwhile: then it stays.
  private func delete(_ id: ItemID, _ transaction: Transaction) throws(StoreError) {
    do { try transaction.delete(id) } catch  where error.code == .noSuchItem || error.code == .notEmpty {}
  }
}
