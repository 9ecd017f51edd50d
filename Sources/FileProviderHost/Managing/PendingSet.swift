import FileProviderInterface
import FileProviderStore
import Foundation
import Synchronization
import UniformTypeIdentifiers

/// Lists what the provider is to be told and is here, with the error that holds it up.
final class PendingSet: NSObject, NSFileProviderPendingSetEnumerator, Sendable {
  private let withStore: StoreLending
  private let isFull = Mutex(false)

  /// The most items in the listing.
  private static let mostItems = 1000

  init(_ withStore: @escaping StoreLending) { self.withStore = withStore }

  var domainVersion: NSFileProviderDomainVersion? { nil }
  var refreshInterval: TimeInterval { 1 }
  var isMaximumSizeReached: Bool { isFull.withLock { $0 } }

  func invalidate() {}

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    do {
      try withStore { store in
        let items = try Self.items(store)
        isFull.withLock { $0 = items.count > Self.mostItems }
        observer.didEnumerate(Array(items.prefix(Self.mostItems)))
      }
      observer.finishEnumerating(upTo: nil)
    } catch { observer.finishEnumeratingWithError((error as? StoreError)?.providerError ?? error) }
  }

  private static func items(_ store: ItemStore) throws -> [PendingSetItem] {
    if store.access == .changing {
      while try !store.change(
        author: ChangeAuthor.replica, { (transaction) throws(StoreError) in try transaction.notePending(.standard) })
      {}
    }
    return try store.readCommitted { (reader) throws(StoreError) in
      var rows: [PendingItem] = []
      try reader.forEachPending { row in
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

  var uploadingError: (any Error)? {
    guard let domain = row.errorDomain, let code = row.errorCode else { return nil }
    return NSError(
      domain: domain, code: Int(code), userInfo: row.errorText.map { [NSLocalizedDescriptionKey: $0] } ?? [:])
  }
}
