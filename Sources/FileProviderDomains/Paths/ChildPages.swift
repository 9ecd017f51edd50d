package import FileProviderStore

/// The children of a folder in the order of their numbers, some hundred at a time, since processing them takes longer than a reader may stay open.
package struct ChildPages {
  private static let size = 512

  private let store: ItemStore
  private let folder: ItemID
  private var key = ItemID.none

  package init(of folder: ItemID, in store: ItemStore) {
    self.store = store
    self.folder = folder
  }

  /// The next children; none at the end.
  package mutating func next() throws(StoreError) -> [(item: ItemAttributes, name: FileName)] {
    var page: [(item: ItemAttributes, name: FileName)] = []
    try store.readCommitted { [folder, key] (reader) throws(StoreError) in
      try reader.forEachChild(of: folder, after: key) { item, name in
        page.append((copy item, FileName(stored: name)))
        return page.count < Self.size
      }
    }
    if let last = page.last { key = last.item.id }
    return page
  }
}
