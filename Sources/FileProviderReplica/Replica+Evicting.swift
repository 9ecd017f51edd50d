import FileProviderInterface
import FileProviderStore
import Glibc

/// Dropping contents on a manager's behalf, with the errors that Apple's has.
extension Replica {
  /// Drops the contents of a document, or of all documents below a folder, and stops at the first that stays.
  func evict(_ id: ItemID) throws {
    let item = try store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
    guard let item else { throw ReplicaError.noSuchItem }
    if item.isFolder { try evictAll(below: id) } else { try evictDocument(id) }
    state.noteMaterialized()
    try? store.removeDiscarded()
  }

  private func evictDocument(_ id: ItemID) throws {
    do { try store.evict(id) } catch  where error.code == .notEvictable { throw try reason(of: error, id) } catch
      where error.code == .notPermitted
    {
      throw Self.refusal(.nonEvictable, error)
    }
  }

  private func evictAll(below folder: ItemID) throws {
    // What was rescued is here alone.
    guard try folder != store.readCommitted({ (reader) throws(StoreError) in try RescueReader(reader).rescuedFolder() })
    else {
      return
    }
    var key = ItemID.none
    while true {
      var page: [ItemAttributes] = []
      try store.readCommitted { (reader) throws(StoreError) in
        try reader.forEachChild(of: folder, after: key) { item, _ in
          page.append(copy item)
          return page.count < 256
        }
      }
      guard let last = page.last else { return }
      key = last.id
      for item in page where item.isFolder || item.kind == .file {
        if inFlight.isStopped { throw ReplicaError.stopped }
        do {
          if item.isFolder { try evictAll(below: item.id) } else { try evictDocument(item.id) }
        } catch let error as StoreError where error.code == .noSuchItem {
          continue  // deleted meanwhile
        } catch { throw Self.refusal(.nonEvictableChildren, error) }
      }
    }
  }

  /// Why contents are needed here.
  private func reason(of error: StoreError, _ id: ItemID) throws -> any Error {
    // What was noted on the way went with the change that failed.
    try change { (_) throws(StoreError) in }
    let facts = try store.readCommitted { (reader) throws(StoreError) in
      (
        isSent: try ProvidedReader(reader).provided(id) != nil, row: try ProvidedReader(reader).pending(id),
        isPinned: try EvictionReader(reader).pinnedItem(atOrAbove: id) != nil
      )
    }
    if !facts.isSent || facts.row?.dirty.contains(.contents) == true { return Self.refusal(.unsyncedEdits, error) }
    if facts.isPinned { return Self.refusal(.nonEvictable, error) }
    return NSError(
      domain: NSPOSIXErrorDomain, code: Int(EBUSY),
      userInfo: [NSLocalizedDescriptionKey: error.message, NSUnderlyingErrorKey: error])
  }

  private static func refusal(_ code: NSFileProviderError.Code, _ error: any Error) -> NSError {
    NSError(
      domain: NSFileProviderErrorDomain, code: code.rawValue,
      userInfo: [
        NSLocalizedDescriptionKey: (error as? StoreError)?.message ?? (error as NSError).localizedDescription,
        NSUnderlyingErrorKey: error,
      ])
  }
}
