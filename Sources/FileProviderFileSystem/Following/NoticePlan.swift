import FileProviderStore

/// What a stretch of the log makes wrong in the kernel's caches.
struct NoticePlan {
  /// The users in whose `files` and `info` the kernel may know names.
  private let trashUsers: [UInt32]
  private(set) var hasForeign = false
  /// Whether the path of an item has changed, by any author.
  private(set) var hasMoves = false
  private(set) var changedItems: [ItemID] = []
  private var names: [KernelNotice] = []
  private var nodes: [InodeNumber] = []
  private var known: Set<InodeNumber> = []
  private var isLost = false

  init(trashUsers: [UInt32]) { self.trashUsers = trashUsers }

  /// Notes a row, but not what the kernel must drop because of it.
  mutating func note(_ row: LogRow, isOwn: Bool) {
    if row.event == .gap {
      isLost = true
      return
    }
    let oldParent = row.beforeParent ?? row.parent
    if row.event != .create, row.beforeParent != nil || row.beforeName != nil { hasMoves = true }
    // The root shows a trash folder for each user who has something in the trash.
    if row.parent == .trash || oldParent == .trash { touch(.root) }
    if isOwn { return }
    hasForeign = true
    changedItems.append(row.item)
  }

  /// Adds what the kernel must drop because of another author's change.
  ///
  /// - Parameter name: The item's name now, if the row gave it one and it still has it.
  mutating func drop(_ row: LogRow, name: FileName?) {
    guard row.event != .gap else { return }
    let oldParent = row.beforeParent ?? row.parent
    if row.event == .delete || row.beforeName != nil || row.beforeParent != nil {
      if let old = row.beforeName ?? name { drop(old, of: row.item, in: oldParent) }
    }
    if let name { drop(name, of: row.item, in: row.parent) }
    touch(InodeNumber(row.item))
    if row.event != .update || row.beforeName != nil || row.beforeParent != nil {
      touch(InodeNumber(row.parent))
      if oldParent != row.parent { touch(InodeNumber(oldParent)) }
    }
  }

  /// Names first, then the folders and items.
  var notices: [KernelNotice] { isLost ? [.everything] : names + nodes.map { .node($0) } }

  private mutating func drop(_ name: FileName, of item: ItemID, in parent: ItemID) {
    guard parent != .trash else {
      let shown = TrashName.shown(name, item)
      for user in trashUsers {
        names.append(.name(parent: VirtualNode.trashFiles(user: user).inode, name: shown))
        names.append(.name(parent: VirtualNode.trashInfo(user: user).inode, name: shown.appending(TrashInfo.ending)))
      }
      return
    }
    names.append(.name(parent: InodeNumber(parent), name: name))
  }

  private mutating func touch(_ inode: InodeNumber) {
    guard inode.item != nil, known.insert(inode).inserted else { return }
    nodes.append(inode)
  }
}
