import FileProviderDomains
import FileProviderInterface
import FileProviderReplica
import FileProviderStore
import Foundation
import Synchronization
import UniformTypeIdentifiers

/// Enumerates the pending items that exist here, each with its error, and their changes.
final class PendingSet: NSObject, ChangingSet, NSFileProviderPendingSetEnumerator, Sendable {
  static let name = "pending"
  private let lend: StoreLending
  private let isFull = Mutex(false)

  /// The most items in the listing.
  private static let mostItems = 1000

  init(_ withStore: @escaping StoreLending) { lend = withStore }

  func withStore(_ body: (ItemStore) throws -> Void) throws { try lend(body) }

  /// The last domain state that the provider reported, if any.
  var domainVersion: NSFileProviderDomainVersion? {
    var version: NSFileProviderDomainVersion?
    try? withStore { store in
      version = try store.readCommitted { (reader) throws(StoreError) in try StoredDomainState.version(reader) }
    }
    return version
  }

  /// The provider hears of changes no more often than this, see `ReplicaLimits.noticeInterval`. Each listing is as of its call.
  var refreshInterval: TimeInterval {
    let (seconds, attoseconds) = ReplicaLimits().noticeInterval.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// As of the last listing, or the last changes.
  var isMaximumSizeReached: Bool { isFull.withLock { $0 } }

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    do {
      try withStore { store in
        observer.didEnumerate(try listed(store))
      }
      observer.finishEnumerating(upTo: nil)
    } catch { observer.finishEnumeratingWithError((error as? StoreError)?.providerError ?? error) }
  }

  func forEachPage(in store: ItemStore, _ body: ([SetMember]) throws -> Void) throws {
    try body(listed(store).map { SetMember(item: $0, stamp: $0.stamp) })
  }

  private func listed(_ store: ItemStore) throws -> [PendingSetItem] {
    let items = try Self.items(store)
    isFull.withLock { $0 = items.count > Self.mostItems }
    return Array(items.prefix(Self.mostItems))
  }

  private static func items(_ store: ItemStore) throws -> [PendingSetItem] {
    if store.access == .changing {
      while try !store.change(
        author: ChangeAuthor.replica,
        { (transaction) throws(StoreError) in try PendingEditor(transaction).notePending(.standard) })
      {}
    }
    return try store.readCommitted { (reader) throws(StoreError) in
      var rows: [PendingItem] = []
      try ProvidedReader(reader).forEachPending { row in
        if row.operation != .delete { rows.append(row) }
        return rows.count <= mostItems
      }
      var items: [PendingSetItem] = []
      for row in rows {
        guard let record = try reader.record(row.item) else { continue }
        items.append(PendingSetItem(try StoredItem(record, reader: reader), row))
      }
      return items
    }
  }
}

/// An item that waits, with what became of it so far.
final class PendingSetItem: NSObject, NSFileProviderItemProtocol {
  private let item: StoredItem
  private let row: PendingItem

  init(_ item: StoredItem, _ row: PendingItem) {
    self.item = item
    self.row = row
  }

  var itemIdentifier: NSFileProviderItemIdentifier { item.itemIdentifier }
  var parentItemIdentifier: NSFileProviderItemIdentifier { item.parentItemIdentifier }
  var filename: String { item.filename }
  var contentType: UTType { item.contentType }
  var documentSize: NSNumber? { item.documentSize }
  var contentModificationDate: Date? { item.contentModificationDate }
  var itemVersion: NSFileProviderItemVersion { item.itemVersion }
  var isDownloaded: Bool { item.isDownloaded }
  var isUploaded: Bool { !row.fields.contains(.contents) && row.operation == .modify }
  var isUploading: Bool { row.state == .calling }

  /// Differs when the item has changed, or what holds it up.
  var stamp: Int64 {
    let parts = [row.state.rawValue, row.errorCode ?? 0]
    return parts.reduce(item.record.attributes.lastChange.rawValue) { $0 &* 1_000_003 &+ $1 }
  }

  var uploadingError: (any Error)? {
    guard let domain = row.errorDomain, let code = row.errorCode else { return nil }
    return NSError(
      domain: domain, code: Int(code), userInfo: row.errorText.map { [NSLocalizedDescriptionKey: $0] } ?? [:])
  }
}
