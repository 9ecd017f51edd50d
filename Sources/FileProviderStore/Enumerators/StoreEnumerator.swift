package import FileProviderInterface
import Foundation
import Synchronization

/// An enumerator over one container of a store.
///
/// It has two interfaces. Most observers get Apple's: pages of `NSFileProviderItem`s, and batches of changes. The file
/// system gets the rows themselves with `forEachRow`. Both come from the same statement; tests prove that both deliver
/// the same.
///
/// A listing for an observer is pinned to the generation at which it began, which its page tokens carry: *listing at G,
/// then changes from G, equals the present*, whatever is committed meanwhile. The file system's is not: it visits what
/// is there now.
package class StoreEnumerator: NSObject, NSFileProviderEnumerator, @unchecked Sendable {
  // Sendable: what is stored is constant but for `alive`, which is atomic, and `handed`, which has a lock.
  let store: ItemStore
  package let kind: EnumeratorKind
  /// The item whose container this is; 0 for the working set.
  package let container: ItemID
  let scope: ChangeScope
  private let alive = AtomicFlag()
  /// The anchor handed out last; see `resumption(of:from:reader:)`.
  private let handed = Mutex(HandedAnchor())

  /// The size of a page or batch for an observer that suggests none.
  static let defaultPageSize = 200

  init(store: ItemStore, kind: EnumeratorKind, container: ItemID, scope: ChangeScope) {
    self.store = store
    self.kind = kind
    self.container = container
    self.scope = scope
    super.init()
    store.enumeratorWasMade(kind)
    store.trace(.made(kind: kind, container: container))
  }

  deinit { end() }

  /// Ends the enumerator. Calling it again does nothing.
  package func invalidate() { end() }

  private func end() {
    guard alive.clear() else { return }
    store.enumeratorWasInvalidated(kind)
    store.trace(.invalidated(kind: kind, container: container))
  }

  // MARK: The row visitor

  /// Visits the rows of the container in the order of their numbers; see `StoreReader.forEachChild`.
  package func forEachRow(
    after key: ItemID, enteredBy pinned: Generation = .endless, reader: StoreReader,
    _ body: (borrowing ItemAttributes, UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    try reader.forEachChild(of: container, after: key, enteredBy: pinned, body)
  }

  /// Notes a page that the row visitor delivered, for the trace.
  package func noteRows(after key: ItemID, count: Int, error: (any Error)? = nil) {
    store.trace(.items(kind: kind, container: container, after: key, count: count, error: error))
  }

  /// The records of one page.
  private func page(
    after key: ItemID, pinned: Generation, limit: Int, reader: StoreReader
  ) throws(StoreError) -> [ItemRecord] {
    var records: [ItemRecord] = []
    try forEachRow(after: key, enteredBy: pinned, reader: reader) { item, name in
      records.append(ItemRecord(attributes: copy item, name: FileName(stored: name)))
      return records.count < limit
    }
    return records
  }

  // MARK: Items

  package func enumerateItems(
    for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage
  ) {
    let limit = max(1, observer.suggestedPageSize ?? Self.defaultPageSize)
    do throws(StoreError) {
      let (items, next) = try store.readCommitted { (reader) throws(StoreError) -> ([StoredItem], ContinuationToken?) in
        try reader.snapshot { () throws(StoreError) -> ([StoredItem], ContinuationToken?) in
          try self.items(from: page, limit: limit, reader: reader)
        }
      }
      noteRows(after: .none, count: items.count)
      if !items.isEmpty { observer.didEnumerate(items) }
      observer.finishEnumerating(upTo: next.map { NSFileProviderPage($0.data) })
    } catch {
      noteRows(after: .none, count: 0, error: error)
      observer.finishEnumeratingWithError(error.providerError)
    }
  }

  private func items(
    from page: NSFileProviderPage, limit: Int, reader: CommittedReader
  ) throws(StoreError) -> ([StoredItem], ContinuationToken?) {
    try checkContainer(reader)
    var pinned = try reader.generation()
    var key = ItemID.none
    if !page.isInitial {
      let token = try ContinuationToken(data: page.rawValue, kind: .page)
      guard token.store == store.uuid, token.schema == Schema.version, token.container == container.rawValue,
        try reader.coversChanges(since: token.base)
      else { throw StoreError(.tokenExpired, "the listing is too old to continue") }
      pinned = token.base
      key = ItemID(rawValue: token.position)
    }
    let records = try self.page(after: key, pinned: pinned, limit: limit, reader: reader)
    var items: [StoredItem] = []
    for record in records where !record.kind.isDevice { items.append(try StoredItem(record, reader: reader)) }
    guard records.count == limit, let last = records.last else { return (items, nil) }
    return (items, .page(store: store.uuid, container: container.rawValue, pinned: pinned, key: last.id))
  }

  /// Throws when the container is gone.
  func checkContainer(_ reader: StoreReader) throws(StoreError) {
    guard try reader.item(container) != nil else {
      throw StoreError(.noSuchItem, "no item \(container)")
    }
  }

  // MARK: Changes

  package func currentSyncAnchor(completionHandler: @escaping (NSFileProviderSyncAnchor?) -> Void) {
    let generation = try? store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
    completionHandler(
      generation.map {
        NSFileProviderSyncAnchor(ContinuationToken.anchor(store: store.uuid, ChangeCursor(at: $0)).data)
      })
  }

  package func enumerateChanges(
    for observer: any NSFileProviderChangeObserver, from anchor: NSFileProviderSyncAnchor
  ) {
    let limit = max(1, observer.suggestedBatchSize ?? Self.defaultPageSize)
    do throws(StoreError) {
      let batch = try store.readCommitted { (reader) throws(StoreError) -> Batch in
        let resumption = try resumption(of: observer, from: anchor, reader: reader)
        let batch = try changes(from: anchor, limit: limit, resumption, reader: reader)
        handed.withLock { $0 = HandedAnchor(data: batch.anchor.data, observer: observer, resumption: resumption) }
        return batch
      }
      store.trace(
        .changes(kind: kind, container: container, count: batch.updated.count + batch.deleted.count, error: nil))
      if !batch.updated.isEmpty { observer.didUpdate(batch.updated) }
      if !batch.deleted.isEmpty { observer.didDeleteItems(withIdentifiers: batch.deleted) }
      observer.finishEnumeratingChanges(upTo: NSFileProviderSyncAnchor(batch.anchor.data), moreComing: batch.more)
    } catch {
      store.trace(.changes(kind: kind, container: container, count: 0, error: error))
      observer.finishEnumeratingWithError(error.providerError)
    }
  }

  private struct Batch {
    var updated: [StoredItem] = []
    var deleted: [NSFileProviderItemIdentifier] = []
    var anchor: ContinuationToken
    var more = false
  }

  /// The changes that an observer may have received beyond its anchor. One that continues from the anchor that it has just been
  /// handed has received no more.
  private func resumption(
    of observer: any NSFileProviderChangeObserver, from anchor: NSFileProviderSyncAnchor, reader: CommittedReader
  ) throws(StoreError) -> Resumption {
    let known = handed.withLock { $0.resumption(of: observer, from: anchor.rawValue) }
    if let known { return known }
    return Resumption(at: try reader.generation())
  }

  private func changes(
    from anchor: NSFileProviderSyncAnchor, limit: Int, _ resumption: Resumption, reader: CommittedReader
  ) throws(StoreError) -> Batch {
    var cursor = try store.cursor(of: ContinuationToken(data: anchor.rawValue, kind: .anchor))
    var changes: [ItemChange] = []
    let more = try ChangeReader(reader: reader, scope: scope, resumption: resumption)
      .nextBatch(&cursor, limit: limit) { change, _ in changes.append(change) }
    var batch = Batch(anchor: .anchor(store: store.uuid, cursor), more: more)
    for change in changes where !change.kind.isDevice {
      if change.event != .delete, let record = change.record {
        batch.updated.append(try StoredItem(record, reader: reader))
      } else {
        batch.deleted.append(try reader.identifier(of: change.item))
      }
    }
    return batch
  }
}

extension NSFileProviderPage {
  /// Whether this is one of the two pages with which every enumeration begins.
  package var isInitial: Bool {
    rawValue == NSFileProviderPage.initialPageSortedByName as Data
      || rawValue == NSFileProviderPage.initialPageSortedByDate as Data
  }
}
