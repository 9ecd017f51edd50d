import Glibc
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
      let lost = try readCommitted { (reader) throws(StoreError) in try RescueReader(reader).lostContents(limit: 1) }
      guard !lost.isEmpty else { return }
      try change(author: Self.housekeepingAuthor, mayUseReserve: true) { (transaction) throws(StoreError) in
        // Another process that opens the store may have recovered them meanwhile, and a mount may be writing them by now.
        for document in try RescueReader(transaction.reader).lostContents(limit: Self.documentsAtOnce) {
          try RescueEditor(transaction).recover(document)
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
    if uncompared.withLock({ $0 != nil }) { housekeeping.note(.sizes) }
  }

  /// - Parameter limit: The most documents to compare.
  func compareSizes(limit: Int) throws(StoreError) {
    var left = limit
    while left > 0, let key = uncompared.withLock({ $0 }) {
      let count = min(left, 1000)
      let documents = try readCommitted { (reader) throws(StoreError) in try reader.documents(after: key, limit: count)
      }
      for item in documents where !item.flags.contains(.dataless) {
        // Contents that are gone are reported by “check”. Small ones agree with their row.
        guard let status = item.content.flatMap({ contents.status(of: $0) }) else { continue }
        if Int64(status.st_size) != item.size {
          _ = try reconcile(item.id, author: Self.housekeepingAuthor)
        } else if let blocks = item.blocks, blocks != Int64(status.st_blocks) {
          try recordBlocks([(item, Int64(status.st_blocks))])
        }
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
      guard let item = try transaction.reader.item(id), try !ContentReader(transaction.reader).isMarked(id) else {
        return false
      }
      // A program may have written and synchronized it since somebody has looked.
      let status = item.content.flatMap { transaction.contents.status(of: $0) }
      if let status, Int64(status.st_size) == item.size { return false }
      let row = try transaction.hasProvider() ? ProvidedReader(transaction.reader).provided(id) : nil
      // What was written here and is not acknowledged is nowhere else, whether the commit of it is lost or not.
      let isNewer = RescueEditor(transaction).isNewerOnDisk(item)
      if row != nil, isNewer, try RescueEditor(transaction).yieldLost(item, isNew: false, rescues: true) { return true }
      // A change that is not noted as pending yet is ours as well.
      let isNoted = try ProvidedReader(transaction.reader).pushAnchor().map { $0 >= item.lastChange } ?? false
      let isPending = try ProvidedReader(transaction.reader).pending(id)?.dirty.contains(.contents) == true
      // It may be of something else: where the row is as the provider has it, it is no change of the contents.
      let synced = try ProvidedReader(transaction.reader).synced(id)
      let isAsSynced = synced.map { $0.size == item.size && $0.modified == item.modified } ?? false
      let isOurs = isPending || !isNoted && !isAsSynced
      return try RescueEditor(transaction).reconcile(item, isFetched: row != nil && !isOurs && !isNewer)
    }
  }
}
