import FileProviderStore
import Glibc

// What the folders of the trash list. A listing is made when the folder is opened, and stays the same until it is
// closed.
extension FileSystem {
  func trashEntries(of node: VirtualNode, _ context: RequestContext) throws(ErrorNumber) -> [VirtualEntry] {
    guard let user = node.trashUser else { throw .notFolder }
    switch node {
    case .trash:
      var entries: [VirtualEntry] = []
      for (name, child) in try trashChildren(of: user, context) {
        entries.append(entry(name, try trashFolder(child, context)))
      }
      return entries
    case .trashFiles:
      trash.noteVisit(user)
      return try trashedItems(of: user, context).map { cached($2.bytes, trashed($0)) }
    case .trashInfo:
      trash.noteVisit(user)
      return try infoEntries(of: user, context)
    case .trashExpunged: return try expungedEntries(of: user, context)
    default: throw .notFolder
    }
  }

  private func infoEntries(of user: UInt32, _ context: RequestContext) throws(ErrorNumber) -> [VirtualEntry] {
    var entries: [VirtualEntry] = []
    for (item, entry, name) in try trashedItems(of: user, context) where !trash.isInfoHidden(of: item.id) {
      let contents = TrashInfo.contents(path: entry.originalPath, date: entry.date)
      entries.append(cached(name.bytes + Array(TrashInfo.ending.utf8), infoFile(item.id, entry, size: contents.count)))
    }
    for (name, draft) in drafts.all(of: user) {
      entries.append(VirtualEntry(name: name, inode: draft.inode, attributes: draft.attributes(group: getgid())))
    }
    return entries
  }

  private func expungedEntries(of user: UInt32, _ context: RequestContext) throws(ErrorNumber) -> [VirtualEntry] {
    var entries: [VirtualEntry] = []
    for (key, id) in trash.allExpunged(of: user) {
      guard let item = try context.item(id), item.parent == .trash else {
        trash.forgetExpunged(key)
        continue
      }
      entries.append(VirtualEntry(name: key.name, inode: InodeNumber(id), attributes: trashed(item)))
    }
    return entries
  }

  /// An entry that the kernel may cache for a moment: when others change it, the kernel is notified to drop the
  /// name.
  private func cached(_ name: [UInt8], _ attributes: NodeAttributes) -> VirtualEntry {
    var attributes = attributes
    attributes.cachedSeconds = 1
    return VirtualEntry(name: name, inode: attributes.inode, attributes: attributes)
  }

  /// What a user's `files` has, with the names there.
  private func trashedItems(
    of user: UInt32, _ context: RequestContext
  ) throws(ErrorNumber) -> [(ItemAttributes, TrashEntry, FileName)] {
    try context.read { (reader) throws(StoreError) in
      var items: [(ItemAttributes, TrashEntry, FileName)] = []
      try reader.forEachTrashed(by: user) { record, entry in
        if !trash.isExpunged(record.id) {
          items.append((record.attributes, entry, TrashName.shown(record.name, record.id)))
        }
      }
      return items
    }
  }
}
