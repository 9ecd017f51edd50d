import FileProviderStore

/// What the provider is to be told of this machine: that what is here, or what waits for it, has changed, and which folders programs open.
struct ProviderNotices {
  var isStopped = false
  /// Listings or contents have come.
  var isMaterializedDue = false
  /// Something was committed: what waits may have changed.
  var mayPendingHaveChanged = false
  /// The folders that programs have opened.
  private(set) var opened: Set<ItemID> = []

  /// Of more at once, which only a walk through the tree opens, nobody waits in one of them.
  private static let mostOpened = 256

  init(isStopped: Bool = false) { self.isStopped = isStopped }

  var isDue: Bool { isMaterializedDue || mayPendingHaveChanged || !opened.isEmpty }

  mutating func noteOpening(of folder: ItemID) {
    if opened.count < Self.mostOpened { opened.insert(folder) }
  }
}
