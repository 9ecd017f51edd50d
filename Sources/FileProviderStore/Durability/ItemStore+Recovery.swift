import Glibc
import FileProviderSQLite
import Synchronization

// After a loss of power the marks on the disk name the documents whose contents were not synchronized. Whatever the disk has of them becomes
// their contents: row and contents are made to agree again before any program sees the document.
extension ItemStore {
  /// The number of documents in one transaction, which holds the write lock for a few milliseconds.
  private static let documentsAtOnce = 128

  /// Makes rows and contents agree after a loss of power between the two. The cost depends on the number of marks, not on the size of the
  /// store.
  func recoverContents() throws(StoreError) {
    while true {
      let lost = try readCommitted { (reader) throws(StoreError) in try reader.lostContents(limit: 1) }
      guard !lost.isEmpty else { return }
      try change(author: Self.keepingAuthor, mayUseReserve: true) { (transaction) throws(StoreError) in
        // Another process that opens the store may have recovered them meanwhile, and a mount may be writing them by now.
        for document in try transaction.reader.lostContents(limit: Self.documentsAtOnce) {
          try transaction.recover(document)
        }
      }
    }
  }

  /// The number of documents that are compared before the store is open, which takes some 50 ms.
  private static let documentsAtOpening = 20_000

  /// Compares the sizes of unmarked documents with their contents if commits may have been lost: the lost commit may be the one with the mark,
  /// while the disk has the change of the contents. In a large store the rest is compared in the background, and each document when it is opened.
  func compareSizes() throws(StoreError) {
    try compareSizes(limit: Self.documentsAtOpening)
    if uncompared.withLock({ $0 != nil }) { keeper.note(.sizes) }
  }

  /// - Parameter limit: The most documents to compare.
  func compareSizes(limit: Int) throws(StoreError) {
    var left = limit
    while left > 0, let key = uncompared.withLock({ $0 }) {
      let count = min(left, 1000)
      let documents = try readCommitted { (reader) throws(StoreError) in try reader.documents(after: key, limit: count)
      }
      for item in documents where !item.flags.contains(.dataless) {
        // Contents that are gone are reported by “check”.
        guard let size = item.content.flatMap({ contents.size(of: $0) }), size != item.size else { continue }
        _ = try reconcile(item.id, author: Self.keepingAuthor)
      }
      uncompared.withLock { $0 = documents.count < count ? nil : documents.last?.id }
      left -= count
      if documents.count < count { try dropTornRemoved() }
    }
  }

  /// Makes row and contents of an unmarked document agree whose contents turn out to have another size.
  ///
  /// A loss of power may have taken the commit with the mark, and left the changed contents. A document that a mount is writing is left alone.
  ///
  /// - Returns: Whether anything was changed.
  package func reconcile(_ id: ItemID, author: String) throws(StoreError) -> Bool {
    try change(author: author) { (transaction) throws(StoreError) in
      guard let item = try transaction.reader.item(id), try !transaction.reader.isMarked(id) else { return false }
      let row = try transaction.hasProvider() ? transaction.reader.provided(id) : nil
      // What was written here and is not acknowledged is nowhere else, whether the commit of it is lost or not.
      let isNewer = transaction.isNewerOnDisk(item)
      if row != nil, isNewer, try transaction.yieldLost(item, isNew: false, rescues: true) { return true }
      let isOurs = try transaction.reader.pending(id)?.dirty.contains(.contents) == true
      return try transaction.reconcile(item, isFetched: row != nil && !isOurs && !isNewer)
    }
  }
}

/// A document whose contents a loss of power may have torn.
private struct LostContents {
  var item: ItemID
  /// Whether the provider has everything that was in them.
  var isFetched: Bool
  /// Whether a mount was still writing them: the log does not have everything that it wrote.
  var isWritten: Bool
}

extension StoreWriter {
  /// Notes that marked contents may have been lost, in the transaction that records another run of the machine.
  func noteLostContents() throws(StoreError) {
    try reader.statement(.loseMarks).run()
  }

  /// Notes the same of marked contents that do not have the size in their rows, or have a hole that they did not have, in the transaction that records
  /// another epoch of the same run of the machine. After a process was killed all contents are there; after the disk was unplugged they need not be.
  ///
  /// Documents that a mount was writing are left to `reconcileWriters`: their rows may lag behind.
  func noteTornContents(in contents: ContentFiles) throws(StoreError) {
    for document in try reader.idleContents() where document.isTorn(in: contents) {
      let row = try reader.statement(.loseMarksOf)
      row.bind(1, document.item)
      try row.run()
    }
  }
}

/// Marked contents that no mount was writing, and the values in their row.
private struct IdleContents {
  var item: ItemID
  var content: ContentKey
  var size: Int64
  var flags: ItemFlags

  /// Whether the disk has lost a part of them: of what it had not written when it was unplugged it may have the size, and no blocks.
  func isTorn(in contents: ContentFiles) -> Bool {
    guard contents.size(of: content) == size else { return true }
    guard !flags.contains(.sparse), let written = contents.writtenSize(of: content) else { return false }
    return written < size
  }
}

extension StoreReader {
  private static let idleContentsSQL = SQLText(
    """
    SELECT i.id, i.content, i.size, i.flags FROM writers w JOIN items i ON i.id = w.item
    WHERE i.content IS NOT NULL AND NOT i.flags & \(ItemFlags.dataless.rawValue)
    GROUP BY i.id HAVING min(w.session IN (\(ContentMark.idle)))
    """)

  /// Whether the disk has lost a part of any marked contents.
  func hasTornContents(in contents: ContentFiles) throws(StoreError) -> Bool {
    try idleContents().contains { $0.isTorn(in: contents) }
  }

  /// The contents of documents that are marked and that no mount was writing.
  fileprivate func idleContents() throws(StoreError) -> [IdleContents] {
    let select = try statement(Self.idleContentsSQL)
    defer { select.reset() }
    var documents: [IdleContents] = []
    while try select.step() {
      documents.append(
        IdleContents(
          item: ItemID(rawValue: select.integer(0)), content: ContentKey(rawValue: select.integer(1)),
          size: select.integer(2), flags: ItemFlags(rawValue: Int32(truncatingIfNeeded: select.integer(3)))))
    }
    return documents
  }

  private static let lostContentsSQL = SQLText(
    """
    SELECT item, min(session = '\(ContentMark.lostFetched)'), max(session = '\(ContentMark.lostWritten)') FROM writers
    WHERE session IN (\(ContentMark.unrecovered)) GROUP BY item LIMIT ?
    """)

  /// Documents to recover.
  fileprivate func lostContents(limit: Int) throws(StoreError) -> [LostContents] {
    let select = try statement(Self.lostContentsSQL)
    select.bind(1, Int64(limit))
    defer { select.reset() }
    var lost: [LostContents] = []
    while try select.step() {
      lost.append(
        LostContents(
          item: ItemID(rawValue: select.integer(0)), isFetched: select.integer(1) != 0,
          isWritten: select.integer(2) != 0))
    }
    return lost
  }
}

extension Transaction {
  fileprivate func recover(_ lost: LostContents) throws(StoreError) {
    let (id, isFetched) = (lost.item, lost.isFetched)
    let isNew = try reader.isNew(id)
    let delete = try reader.statement(.deleteLostMarks)
    delete.bind(1, id)
    try delete.run()
    let item = try reader.item(id)
    // The change log may not have everything that was written.
    if item != nil { try noteChecksumIsDue(of: id) }
    if let item, !isFetched, try hasProviderAll(of: item) {
      // What was written since the last commit is nowhere else.
      let rescues = lost.isWritten || isNewerOnDisk(item)
      if try yieldLost(item, isNew: isNew, rescues: rescues) { return try dropReplaced(of: id) }
      // What they replaced is older than what the provider has, unless a program has just emptied the document.
      if item.size > 0 { try dropReplaced(of: id) }
    }
    if let replaced = try takeReplaced(of: id) {
      // Contents that the provider has are fetched again. The contents that they replaced may be another document's.
      if let item, !isFetched, !item.flags.contains(.dataless), let size = settings.contents.size(of: replaced.content),
        size >= replaced.size || !isWhole(item)
      {
        return try takeBack(replaced, size: size, of: item)
      }
      try discard(replaced.content)
    }
    guard let item else { return }
    if !isFetched, try yieldLost(item, isNew: isNew, rescues: true) { return }
    _ = try reconcile(item, isFetched: isFetched)
  }

  /// Whether the disk has a document's contents up to the size in its row.
  private func isWhole(_ item: ItemAttributes) -> Bool {
    item.content.flatMap { settings.contents.writtenSize(of: $0) } == item.size
  }

  /// Restores a document's earlier contents, because the new ones were not synchronized. If the document is uploaded to a provider, the part of the new ones
  /// on the disk goes to the folder `Rescued`: a program may have been writing them for hours.
  private func takeBack(_ replaced: ReplacedContents, size: Int64, of lost: ItemAttributes) throws(StoreError) {
    var item = lost
    if let content = item.content {
      if try hasProvider(), settings.contents.hasData(content) {
        // What is rescued has the size that the disk has of it.
        _ = try reconcile(item, isFetched: false)
        try rescueContents(of: record(item.id))
        item = try self.item(item.id)
        item.flags.remove(.dataless)
      } else {
        try discard(content)
      }
    }
    item.content = replaced.content
    item.size = size
    item.modified = replaced.modified
    noteRoom(of: &item)
    try update(item, fields: .contents)
  }

  /// Makes a document's row agree with its contents.
  ///
  /// - Parameter isFetched: Whether the provider has the same contents: then the ones here are dropped, and fetched again when needed.
  /// - Returns: Whether the row was changed.
  func reconcile(_ item: ItemAttributes, isFetched: Bool) throws(StoreError) -> Bool {
    guard let content = item.content, !item.flags.contains(.dataless) else { return false }
    if isFetched {
      try setContents(nil, size: item.size, dataless: true, of: item.id, logged: false)
      return true
    }
    guard let status = settings.contents.status(of: content) else {
      // The file never reached the disk, because the document had just been created or emptied: it is empty, as on any disk.
      try setContents(nil, size: 0, of: item.id, logged: item.size != 0)
      return true
    }
    let size = Int64(status.st_size)
    let modified = Timestamp(status.st_mtim)
    if size == item.size && modified <= item.modified { return false }
    try commitContents(
      of: item.id, size: size, isSparse: settings.contents.haveGaps(content), modified: max(modified, item.modified),
      changed: Timestamp(status.st_ctim))
    return true
  }
}
