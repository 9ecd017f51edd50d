import FileProviderStore
import Glibc

// What the folders of the trash list: made when they are opened, and so until they are closed.
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
      return try trashedItems(of: user, context).map { item, _, name in
        VirtualEntry(name: Array(name.utf8), inode: InodeNumber(item.id), attributes: trashed(item))
      }
    case .trashInfo: return try infoEntries(of: user, context)
    case .trashExpunged: return try expungedEntries(of: user, context)
    default: throw .notFolder
    }
  }

  private func infoEntries(of user: UInt32, _ context: RequestContext) throws(ErrorNumber) -> [VirtualEntry] {
    var entries: [VirtualEntry] = []
    for (item, entry, name) in try trashedItems(of: user, context) where !trash.isInfoHidden(of: item.id) {
      let contents = TrashInfo.contents(path: entry.originalPath, date: entry.date)
      let attributes = infoFile(item.id, entry, size: contents.count)
      entries.append(
        VirtualEntry(name: Array((name + TrashInfo.ending).utf8), inode: attributes.inode, attributes: attributes))
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

  /// What a user's `files` has, with the names there.
  private func trashedItems(
    of user: UInt32, _ context: RequestContext
  ) throws(ErrorNumber) -> [(ItemAttributes, TrashEntry, String)] {
    do throws(StoreError) {
      var items: [(ItemAttributes, TrashEntry, String)] = []
      try context.reader.forEachTrashed(by: user) { record, entry in
        if !trash.isExpunged(record.id) {
          items.append((record.attributes, entry, TrashName.shown(record.name, record.id)))
        }
      }
      return items
    } catch { throw context.number(for: error) }
  }
}
