import FileProviderStore

extension ItemStore {
  /// Notes that what changed a moment ago waits for the provider, too. In a store that cannot be written to only what was noted before is known.
  func notePendingChanges() throws(StoreError) {
    guard access == .changing else { return }
    var isNoted = false
    while !isNoted {
      isNoted = try change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
        try transaction.notePending(.standard)
      }
    }
  }
}
