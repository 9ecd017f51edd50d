extension ItemStore {
  /// Drops the contents of a document that the provider has: it looks as before, and they come again when somebody opens it.
  ///
  /// - Returns: How many bytes of the disk become free soon; 0 for a document whose contents are not here.
  /// - Throws: `noSuchItem`, `isFolder`; `notEvictable` where contents are open, pinned, or not at the provider yet; `notPermitted` where the
  ///   provider keeps them downloaded; `featureUnsupported` on a disk without leases.
  @discardableResult
  package func evict(_ id: ItemID) throws(StoreError) -> Int64 {
    while true {
      let room = try change(author: ChangeAuthor.replica, mayUseReserve: true) {
        (transaction) throws(StoreError) -> Int64? in
        guard try PendingEditor(transaction).notePending(.standard) else { return nil }
        return try EvictionEditor(transaction).evict(id) { (content) throws(StoreError) in
          try transaction.claim(content, of: id)
        }
      }
      if let room { return room }
    }
  }
}
