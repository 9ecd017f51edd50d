import Glibc

// A provider's version of a document is worth more than what a loss of power has left of a newer one.
extension RescueEditor {
  /// Gives up contents of which the disk has lost a part, where the provider has the document: it has the provider's contents again. Pushed, the lost ones
  /// would take the place of the last version that is whole.
  ///
  /// - Parameters:
  ///   - isNew: Whether the disk may have nothing of the contents. If not, they were changed in place, and what is missing at their end was never
  ///     there.
  ///   - rescues: Whether what there is of the lost ones goes to the folder `Rescued`.
  /// - Returns: Whether they were given up.
  func yieldLost(_ item: ItemAttributes, isNew: Bool, rescues: Bool) throws(StoreError) -> Bool {
    guard try transaction.hasProvider(), let content = item.content, !item.flags.contains(.dataless),
      try ProvidedReader(reader).provided(item.id) != nil, let synced = try ProvidedReader(reader).synced(item.id)
    else { return false }
    let size = try transaction.contents.size(of: content) ?? 0
    let written = try min(transaction.contents.writtenSize(of: content) ?? 0, size)
    let hasHole = written < size && !item.flags.contains(.sparse)
    guard hasHole || isNew && (size == 0 || size < item.size) else { return false }
    if rescues, try transaction.contents.hasData(content) {
      // What is rescued has the size that the disk has of it.
      _ = try reconcile(item, isFetched: false)
      try rescueContents(of: transaction.record(item.id))
    }
    try transaction.setContents(nil, size: synced.size, modified: synced.modified, dataless: true, of: item.id)
    return true
  }

  /// Whether the disk has newer contents of a document than its row: the commit of a change, and of the mark before it, may be lost.
  func isNewerOnDisk(_ item: ItemAttributes) -> Bool {
    guard let content = item.content, let status = transaction.contents.status(of: content) else {
      return false
    }
    // The row is committed a moment after the write that it reports.
    let written = Timestamp(status.st_mtim)
    return Int64(status.st_size) > item.size || written > item.changed && !written.isNear(item.changed)
  }

  /// Whether the provider has acknowledged the contents of a document as they are here, according to the log.
  func hasProviderAll(of item: ItemAttributes) throws(StoreError) -> Bool {
    guard let anchor = try ProvidedReader(reader).pushAnchor(), anchor >= item.lastChange else { return false }
    guard try ProvidedReader(reader).provided(item.id) != nil else { return false }
    let pending = try ProvidedReader(reader).pending(item.id)
    return pending?.dirty.contains(.contents) != true
  }
}
