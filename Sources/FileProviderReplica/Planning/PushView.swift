import FileProviderStore

/// What the planner has to know of the store.
protocol PushView {
  /// An item as it is here; `nil` when it is gone.
  func record(of id: ItemID) throws(StoreError) -> ItemRecord?
  /// Whether the provider knows an item.
  func isKnown(_ id: ItemID) throws(StoreError) -> Bool
  /// Whether the provider may have an item without that it is known here.
  func isBeingCreated(_ id: ItemID) throws(StoreError) -> Bool
  /// The same of anything in a folder at the provider, or below it.
  func isAnythingCreated(below folder: ItemID) throws(StoreError) -> Bool
  func synced(of id: ItemID) throws(StoreError) -> SyncedFields?
  func pending(of id: ItemID) throws(StoreError) -> PendingRow?
  /// Whether the provider has to be asked for an item: what it reported of it could not be written.
  func isStale(_ id: ItemID) throws(StoreError) -> Bool
  /// Whether the provider reports an item, or a folder above it, gone, and it is here all the same.
  func mayBeGone(_ id: ItemID) throws(StoreError) -> Bool
  /// The pending item that has a place at the provider.
  func pendingItem(at parent: ItemID, _ name: FileName, except id: ItemID) throws(StoreError) -> PendingRow?
  /// Whether a call that has not ended well puts another item at a place of the provider.
  func isAnythingSent(to parent: ItemID, _ name: FileName, except id: ItemID) throws(StoreError) -> Bool
  /// A pending item that is in a folder at the provider.
  func pendingItem(in folder: ItemID) throws(StoreError) -> PendingRow?
  /// In which of some fields an item differs from what is synced.
  func differences(_ record: ItemRecord, _ synced: SyncedFields, among fields: ChangedFields) throws(StoreError)
    -> ChangedFields
  func isOpenForWriting(_ id: ItemID) throws(StoreError) -> Bool
  func child(of folder: ItemID, named name: FileName) throws(StoreError) -> ItemAttributes?
  /// Whether an item stays on this machine whatever happens: the folder of what was rescued.
  func isLocal(_ id: ItemID) throws(StoreError) -> Bool
  /// Whether an item stays on this machine as long as the provider does not know it: a program keeps it for itself.
  func isLocalByName(_ record: ItemRecord) throws(StoreError) -> Bool
  /// Whether an item is at or below a folder here.
  func isItem(_ id: ItemID, atOrBelow folder: ItemID) throws(StoreError) -> Bool
  /// The items in calls, and those that an unconfirmed call may have moved.
  var itemsInCalls: [ItemID] { get }
  /// The folders whose items have other identifiers at the provider than those known here.
  var renumberedFolders: [ItemID] { get }
  /// What was found of chains of items that wait for each other.
  var chains: WaitingChains { get }
}

/// A store's view in a transaction.
struct StorePushView: PushView {
  let reader: StoreReader
  var itemsInCalls: [ItemID]
  let renumberedFolders: [ItemID]
  let chains = WaitingChains()

  init(_ reader: StoreReader) throws(StoreError) {
    self.reader = reader
    itemsInCalls = try ProvidedReader(reader).itemsInCalls() + ReplicationReader(reader).unconfirmedItems()
    renumberedFolders = try ReplicationReader(reader).renumberedFolders()
  }

  func record(of id: ItemID) throws(StoreError) -> ItemRecord? { try reader.record(id) }
  func isStale(_ id: ItemID) throws(StoreError) -> Bool {
    try ProvidedReader(reader).provided(id).map { (row) throws(StoreError) in
      try ReplicationReader(reader).isStale(row.identifier)
    } ?? false
  }
  func mayBeGone(_ id: ItemID) throws(StoreError) -> Bool { try ProvidedReader(reader).isHeld(id) }
  func isKnown(_ id: ItemID) throws(StoreError) -> Bool { try ProvidedReader(reader).provided(id) != nil }
  func isBeingCreated(_ id: ItemID) throws(StoreError) -> Bool { try ProvidedReader(reader).isBeingCreated(id) }
  func isAnythingCreated(below folder: ItemID) throws(StoreError) -> Bool {
    try ReplicationReader(reader).isAnythingCreated(below: folder)
  }
  func synced(of id: ItemID) throws(StoreError) -> SyncedFields? { try ProvidedReader(reader).synced(id) }
  func pending(of id: ItemID) throws(StoreError) -> PendingRow? { try ProvidedReader(reader).pending(id) }

  func pendingItem(at parent: ItemID, _ name: FileName, except id: ItemID) throws(StoreError) -> PendingRow? {
    try ProvidedReader(reader).pendingItem(from: parent, named: name, except: id)
  }

  func isAnythingSent(to parent: ItemID, _ name: FileName, except id: ItemID) throws(StoreError) -> Bool {
    try ReplicationReader(reader).isAnythingSent(to: parent, name, except: id)
  }

  func pendingItem(in folder: ItemID) throws(StoreError) -> PendingRow? {
    try ProvidedReader(reader).pendingItem(from: folder)
  }

  func differences(
    _ record: ItemRecord, _ synced: SyncedFields, among fields: ChangedFields
  ) throws(StoreError) -> ChangedFields {
    try ProvidedReader(reader).differences(record, synced, among: fields)
  }

  func isOpenForWriting(_ id: ItemID) throws(StoreError) -> Bool { try ContentReader(reader).isOpenForWriting(id) }
  func isLocal(_ id: ItemID) throws(StoreError) -> Bool { try RescueReader(reader).rescuedFolder() == id }
  func isLocalByName(_ record: ItemRecord) throws(StoreError) -> Bool { try RescueReader(reader).isLocalByName(record) }

  func child(of folder: ItemID, named name: FileName) throws(StoreError) -> ItemAttributes? {
    try reader.child(of: folder, named: name)
  }

  func isItem(_ id: ItemID, atOrBelow folder: ItemID) throws(StoreError) -> Bool {
    try reader.isItem(id, atOrBelow: folder)
  }
}
