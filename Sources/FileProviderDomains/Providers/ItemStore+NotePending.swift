package import FileProviderStore

extension ItemStore {
  /// Notes recent changes as pending. In a read-only store only earlier notes are available.
  package func notePendingChanges() throws(StoreError) {
    guard access == .changing else { return }
    var isNoted = false
    while !isNoted {
      isNoted = try change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
        try PendingEditor(transaction).notePending(.standard)
      }
    }
  }
}
