import FileProviderStore

/// What the provider is to be notified of: that what is downloaded, or what is pending, has changed, and which folders programs open.
struct ProviderNotices {
  var isStopped = false
  /// The provider is called when this is over.
  var isDisconnected = false
  /// Listings or contents have come.
  var isMaterializedDue = false
  /// Something was committed: what is pending may have changed.
  var mayPendingHaveChanged = false
  /// The folders that programs have opened.
  private(set) var opened: Set<ItemID> = []

  /// More at once are opened only by a walk through the tree, which waits in none of them.
  private static let mostOpened = 256

  /// Takes what the provider is to be notified of; `nil` for nothing.
  mutating func take() -> ProviderNotices? {
    let isDue = isMaterializedDue || mayPendingHaveChanged || !opened.isEmpty
    guard isDue && !isDisconnected || isStopped else { return nil }
    defer { (isMaterializedDue, mayPendingHaveChanged, opened) = (false, false, []) }
    return self
  }

  mutating func noteOpening(of folder: ItemID) {
    if opened.count < Self.mostOpened { opened.insert(folder) }
  }
}
