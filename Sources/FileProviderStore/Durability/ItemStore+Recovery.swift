import Glibc
import SQLite
import Synchronization

// After a loss of power the marks on the disk name the documents whose contents nobody had put there. What is there of them is what they are
// from then on: before anybody sees one, row and contents agree again.
extension ItemStore {
  /// So many documents hold the write lock for a few milliseconds.
  private static let documentsAtOnce = 128

  /// Makes rows and contents agree where a loss of power came between them. Its cost follows the marks, not the store.
  func recoverContents() throws(StoreError) {
    while true {
      let lost = try readCommitted { (reader) throws(StoreError) in try reader.lostContents(limit: 1) }
      guard !lost.isEmpty else { return }
      try change(author: Self.keepingAuthor, mayUseReserve: true) { (transaction) throws(StoreError) in
        // Who opens the store at the same time may have done it, and somebody may write these documents by now.
        for document in try transaction.reader.lostContents(limit: Self.documentsAtOnce) {
          try transaction.recover(document.item, isFetched: document.isFetched)
        }
      }
    }
  }

  /// So many documents are looked at before the store is open: some 50 ms.
  private static let documentsAtOpening = 20_000

  /// Looks at documents that nobody marked, where something may have been lost: the mark may be what was, while the disk has the change that it announced.
  /// The rest of a large store is looked at in the background, and each document when it is opened.
  func compareSizes() throws(StoreError) {
    try compareSizes(limit: Self.documentsAtOpening)
    if uncompared.withLock({ $0 != nil }) { keeper.note(.sizes) }
  }

  /// - Parameter limit: How many documents to look at.
  func compareSizes(limit: Int) throws(StoreError) {
    var left = limit
    while left > 0, let key = uncompared.withLock({ $0 }) {
      let count = min(left, 1000)
      let documents = try readCommitted { (reader) throws(StoreError) in try reader.documents(after: key, limit: count)
      }
      for item in documents where !item.flags.contains(.dataless) {
        // One that is gone is for “check” to tell.
        guard let size = item.content.flatMap({ contents.size(of: $0) }), size != item.size else { continue }
        _ = try reconcile(item.id, author: Self.keepingAuthor)
      }
      uncompared.withLock { $0 = documents.count < count ? nil : documents.last?.id }
      left -= count
    }
  }

  /// Makes row and contents agree of a document whose contents turn out to be of another size, though nobody marked it.
  ///
  /// A mark that a loss of power took along, with contents that were on the disk already. A document that somebody writes is left alone.
  ///
  /// - Returns: Whether anything was changed.
  package func reconcile(_ id: ItemID, author: String) throws(StoreError) -> Bool {
    try change(author: author) { (transaction) throws(StoreError) in
      guard let item = try transaction.reader.item(id), try !transaction.reader.isMarked(id) else { return false }
      let row = try transaction.hasProvider() ? transaction.reader.provided(id) : nil
      return try transaction.reconcile(item, isFetched: row != nil)
    }
  }
}

extension StoreWriter {
  /// Notes, in the transaction that notes another run of the machine, that marked contents may not be what they were.
  func noteLostContents() throws(StoreError) {
    try reader.statement(.loseWriters).run()
  }

  /// Notes the same of those whose contents are not of the size that their rows say, in the transaction that notes another epoch of the same run of the
  /// machine. When a process was killed, all contents are there; when the disk was pulled and is back, they need not be.
  ///
  /// What somebody was writing is left to `reconcileWriters`: its row may lag behind.
  func noteTornContents(in contents: ContentFiles) throws(StoreError) {
    for (item, content, size) in try reader.idleContents() where contents.size(of: content) != size {
      let row = try reader.statement(.loseContents)
      row.bind(1, item)
      try row.run()
    }
  }
}

extension StoreReader {
  private static let idleContentsSQL = SQLText(
    """
    SELECT i.id, i.content, i.size FROM writers w JOIN items i ON i.id = w.item
    WHERE i.content IS NOT NULL AND NOT i.flags & \(ItemFlags.dataless.rawValue)
    GROUP BY i.id HAVING min(w.session IN (\(ContentMark.idle)))
    """)

  /// What the rows say of documents that are marked, and that nobody was writing.
  fileprivate func idleContents() throws(StoreError) -> [(item: ItemID, content: ContentKey, size: Int64)] {
    let select = try statement(Self.idleContentsSQL)
    defer { select.reset() }
    var documents: [(item: ItemID, content: ContentKey, size: Int64)] = []
    while try select.step() {
      documents.append(
        (ItemID(rawValue: select.integer(0)), ContentKey(rawValue: select.integer(1)), select.integer(2)))
    }
    return documents
  }

  private static let lostContentsSQL = SQLText(
    """
    SELECT item, min(session = '\(ContentMark.lostFetched)') FROM writers
    WHERE session IN (\(ContentMark.unrecovered)) GROUP BY item LIMIT ?
    """)

  /// Documents to recover, and whether the provider has everything that was in them.
  fileprivate func lostContents(limit: Int) throws(StoreError) -> [(item: ItemID, isFetched: Bool)] {
    let select = try statement(Self.lostContentsSQL)
    select.bind(1, Int64(limit))
    defer { select.reset() }
    var lost: [(item: ItemID, isFetched: Bool)] = []
    while try select.step() { lost.append((ItemID(rawValue: select.integer(0)), select.integer(1) != 0)) }
    return lost
  }
}

extension Transaction {
  fileprivate func recover(_ id: ItemID, isFetched: Bool) throws(StoreError) {
    let delete = try reader.statement(.deleteLostWriters)
    delete.bind(1, id)
    try delete.run()
    let item = try reader.item(id)
    // The log need not tell what was written.
    if item != nil { try noteChecksumIsDue(of: id) }
    if let replaced = try takeReplaced(of: id) {
      // What the provider has is fetched again: what it took the name of are another document's contents.
      if let item, !isFetched, !item.flags.contains(.dataless), let size = settings.contents.size(of: replaced.content),
        size >= replaced.size || !isWhole(item)
      {
        return try takeBack(replaced, size: size, of: item)
      }
      try discard(replaced.content)
    }
    if let item { _ = try reconcile(item, isFetched: isFetched) }
  }

  /// Whether a document's contents are there as far as its row says.
  private func isWhole(_ item: ItemAttributes) -> Bool {
    item.content.flatMap { settings.contents.writtenSize(of: $0) } == item.size
  }

  /// Gives a document the contents again that it had before those that nobody had put on the disk.
  private func takeBack(_ replaced: ReplacedContents, size: Int64, of item: ItemAttributes) throws(StoreError) {
    var item = item
    if let content = item.content { try discard(content) }
    item.content = replaced.content
    item.size = size
    item.modified = replaced.modified
    noteRoom(of: &item)
    try update(item, fields: .contents)
  }

  /// Says of a document what its contents are.
  ///
  /// - Parameter isFetched: Whether the provider has everything that was in it: then it has the contents, and nothing here is trusted.
  /// - Returns: Whether anything was to be changed.
  func reconcile(_ item: ItemAttributes, isFetched: Bool) throws(StoreError) -> Bool {
    guard let content = item.content, !item.flags.contains(.dataless) else { return false }
    if isFetched {
      try setContents(nil, size: item.size, dataless: true, of: item.id, logged: false)
      return true
    }
    guard let status = settings.contents.status(of: content) else {
      // It never came to the disk, as the document was made or emptied just before: it is empty, as on any disk.
      try setContents(nil, size: 0, of: item.id, logged: item.size != 0)
      return true
    }
    let size = Int64(status.st_size)
    let modified = Timestamp(status.st_mtim)
    if size == item.size && modified <= item.modified { return false }
    try commitContents(
      of: item.id, size: size, blocks: Int64(status.st_blocks), modified: max(modified, item.modified),
      changed: Timestamp(status.st_ctim))
    return true
  }
}
