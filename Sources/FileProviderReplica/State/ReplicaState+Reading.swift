import FileProviderInterface
import FileProviderStore

/// What several parts read of the store.
extension ReplicaState {
  /// Set while items in folders that were never listed have to be asked for. The key is that of earlier versions, whose stores may have it.
  static let unlistedSetting = "replica.strays"
  /// Set while an enumeration of changes has not come to its end: more may be gone than was reported so far.
  static let openPullSetting = "replica.pull.open"

  func isPullOpen() throws(StoreError) -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in try reader.setting(Self.openPullSetting) } != nil
  }

  func identifier(of id: ItemID) throws(StoreError) -> NSFileProviderItemIdentifier? {
    try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).providerIdentifier(of: id) }
  }

  /// Whether an item that the provider does not have under an identifier may have, or has, another one by now. All of one moment: what resolves that
  /// gives the item its identifier.
  func isElsewhere(_ id: ItemID, than asked: NSFileProviderItemIdentifier?) throws(StoreError) -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in
      try reader.snapshot { () throws(StoreError) in
        guard let now = try ProvidedReader(reader).providerIdentifier(of: id) else { return false }
        return try now == asked ? ReplicationReader(reader).isIdentifierUnconfirmed(id) : true
      }
    }
  }
}
