package import FileProviderDomains
import FileProviderProgram
package import FileProviderStore

/// Deletes items one by one, leaves first, where some may have to stay, with the folders above them. Reports what it
/// deletes.
package final class ItemRemoval {
  private let store: ItemStore
  private let author: String
  private let excluded: [PathPattern]
  private let report: BulkReport
  private let mayRemove: (ItemAttributes, BulkPlace) throws -> Bool
  private var doomed: [Doomed] = []
  private var pace = WritePace()
  /// How many items were deleted, or would be.
  package private(set) var count: Int64 = 0

  private struct Doomed {
    var id: ItemID
    /// Where it was found.
    var folder: ItemID
    var path: String
  }

  /// - Parameters:
  ///   - excluded: The items that stay, with everything below them.
  ///   - mayRemove: Whether an item may be deleted, apart from its children.
  package init(
    store: ItemStore, author: String, excluded: [PathPattern], report: BulkReport,
    mayRemove: @escaping (ItemAttributes, BulkPlace) throws -> Bool = { _, _ in true }
  ) {
    self.store = store
    self.author = author
    self.excluded = excluded
    self.report = report
    self.mayRemove = mayRemove
  }

  package func remove(_ id: ItemID, in folder: ItemID, _ place: BulkPlace) throws {
    _ = try collect(id, in: folder, place, try store.makeCommittedReader())
    try commit()
  }

  /// Notes an item and everything below it for deletion, leaves first.
  ///
  /// - Returns: Whether all of it is to be deleted.
  private func collect(
    _ id: ItemID, in folder: ItemID, _ place: BulkPlace, _ reader: StoreReader
  ) throws -> Bool {
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
    // What was moved elsewhere meanwhile is not in the way of the folder any more.
    guard let item = try reader.item(id), item.parent == folder else { return true }
    if !excluded.isEmpty, excluded.matches(place.inner, isFolder: item.isFolder) { return false }
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
        for (child, name) in page { isAll = try collect(child, in: id, place.child(name), reader) && isAll }
      }
    }
    guard isAll, try mayRemove(item, place) else { return false }
    doomed.append(Doomed(id: id, folder: folder, path: place.path))
    if doomed.count >= pace.count { try commit() }
    return true
  }

  private func commit() throws {
    guard !doomed.isEmpty else { return }
    if !report.isRehearsal { try write() }
    for item in doomed { report.note(.deleted, item.path) }
    try report.confirm()
    count += Int64(doomed.count)
    doomed.removeAll(keepingCapacity: true)
  }

  private func write() throws {
    var start: Int64 = 0
    try store.change(author: author, mayUseReserve: true) { (transaction) throws(StoreError) in
      start = WritePace.now
      for item in doomed { try delete(item, transaction) }
    }
    pace.note(count: doomed.count, nanoseconds: WritePace.now - start)
  }

  /// It may be deleted or moved already, or the folder may have a new child: then it stays.
  private func delete(_ item: Doomed, _ transaction: Transaction) throws(StoreError) {
    do { try TreeEditor(transaction).delete(item.id, in: item.folder) } catch
      where error.code == .noSuchItem || error.code == .notEmpty
    {}
  }
}
