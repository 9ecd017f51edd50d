import FileProviderInterface
import FileProviderStore

/// What several parts read of the store.
extension ReplicaState {
  /// Set while items in folders that were never listed have to be asked for: another text each time, so that a round that began before does not
  /// remove it. The key is that of earlier versions, whose stores may have it.
  private static let unlistedSetting = "replica.strays"
  /// Set while an enumeration of changes has not come to its end: more may be gone than was reported so far.
  static let openPullSetting = "replica.pull.open"

  /// Has items asked for that are in folders that were never listed.
  static func askForUnlisted(_ transaction: Transaction) throws(StoreError) {
    try transaction.changeSetting(unlistedSetting, to: String(UInt64.random(in: .min ... .max)))
  }

  /// Differs each time that items in folders that were never listed have to be asked for; `nil` where none have to.
  func unlistedRequest() throws(StoreError) -> String? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.setting(Self.unlistedSetting) }
  }

  /// Notes that they were asked for, unless they have to be once more.
  func endUnlistedRequest(_ request: String) throws(StoreError) {
    try change { (transaction) throws(StoreError) in
      guard try transaction.reader.setting(Self.unlistedSetting) == request else { return }
      try transaction.changeSetting(Self.unlistedSetting, to: nil)
    }
  }

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
