import FileProviderStore

// What is to be done with folders before an item is sent: its new folder, those that it is in at the provider, and those that are in it.
extension PushPlanner {
  /// While a folder is moved, or its items get other identifiers, nothing below it is sent.
  func stepForMovedFolder(of record: ItemRecord) throws(StoreError) -> Step? {
    for folder in view.itemsInCalls where folder != record.id {
      if try view.isItem(record.parent, atOrBelow: folder) { return .later }
      if record.attributes.isFolder, try view.isItem(folder, atOrBelow: record.id) { return .later }
    }
    for folder in view.renumberedFolders where try view.isItem(record.parent, atOrBelow: folder) { return .later }
    return try isMovedAtProvider(record.id, isFolder: record.attributes.isFolder) ? .later : nil
  }

  /// Whether the place that an item has at the provider is about to change, and maybe its identifier with it: a folder that it is in there is in a call,
  /// or its items get other identifiers. The same for what is in it there, which another call may be about.
  func isMovedAtProvider(_ id: ItemID, isFolder: Bool) throws(StoreError) -> Bool {
    let moving = view.itemsInCalls + view.renumberedFolders
    if moving.isEmpty { return false }
    let folders = try foldersAtProvider(of: id)
    if moving.contains(where: { $0 != id && folders.contains($0) }) { return true }
    guard isFolder else { return false }
    if view.renumberedFolders.contains(id) { return true }
    for other in moving where try foldersAtProvider(of: other).contains(id) { return true }
    return false
  }

  /// The folders that an item was in when both sides were last in sync.
  private func foldersAtProvider(of id: ItemID) throws(StoreError) -> Set<ItemID> {
    var folders: Set<ItemID> = []
    var current = id
    while let parent = try view.synced(of: current)?.parent, !parent.isFixed, folders.insert(parent).inserted {
      current = parent
    }
    return folders
  }

  /// What is to be done before an item can be in its folder at the provider; `nil` for nothing.
  func stepForParent(of record: ItemRecord) throws(StoreError) -> Step? {
    if record.parent.isFixed { return nil }
    if try view.isKnown(record.parent) { return nil }
    guard let parent = try view.pending(of: record.parent), parent.state != .local else { return .keepLocal }
    return .wait(for: record.parent)
  }

  /// A folder that has to leave this one at the provider, since this one goes into it.
  func folderInBetween(_ record: ItemRecord) throws(StoreError) -> ItemID? {
    var current = record.parent
    var mover: ItemID?
    for _ in 0..<2048 {
      if current == record.id { return mover }
      guard !current.isFixed else { return nil }
      if try view.pending(of: current)?.dirty.contains(.parent) == true { mover = mover ?? current }
      guard let synced = try view.synced(of: current) else { return nil }
      current = synced.parent
    }
    return nil
  }
}
