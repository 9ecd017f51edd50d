import FileProviderStore
import Glibc

// The trash as the desktop knows it, `.Trash-UID/{files,info}`: https://specifications.freedesktop.org/trash-spec/1.0/
//
// `files` has the items themselves, `info` a file for each that is made from the store. GNOME moves what it deletes into
// `expunged` first.
extension FileSystem {
  // MARK: Users

  /// Who has something in the trash; nobody where there is no trash.
  func trashUsers(_ context: RequestContext) throws(ErrorNumber) -> [UInt32] {
    let stamp = stamp.current
    if let stamp, let known = trash.users(at: stamp) { return known }
    do throws(StoreError) {
      let users = try context.reader.trashUsers()
      if let stamp { trash.setUsers(users, at: stamp) }
      return users
    } catch { throw context.number(for: error) }
  }

  /// Whether a user's trash is there: something is in it, or somebody made it.
  func hasTrash(_ user: UInt32, _ context: RequestContext) throws(ErrorNumber) -> Bool {
    if trash.isMade(user) { return true }
    return try trashUsers(context).contains(user)
  }

  func supportsTrash(_ context: RequestContext) throws(ErrorNumber) -> Bool {
    do throws(StoreError) { return try context.reader.supportsTrash() } catch { throw context.number(for: error) }
  }

  /// The folder of a user's trash, if it is there.
  ///
  /// For who may make nothing in the root it is always there: the kernel would not let them make it.
  func lookupTrash(of user: UInt32, _ context: RequestContext) throws(ErrorNumber) -> NodeAttributes? {
    if try !hasTrash(user, context) {
      guard context.caller.user == user, !options.isReadOnly, try supportsTrash(context),
        try !mayWriteRoot(context)
      else { return nil }
      trash.setMade(user, true)
    }
    return try trashFolder(.trash(user: user), context)
  }

  /// Whether the caller may make something in the root, as far as is known: their further groups are not.
  private func mayWriteRoot(_ context: RequestContext) throws(ErrorNumber) -> Bool {
    let root = try context.existing(.root)
    if context.caller.isPrivileged { return true }
    if context.caller.user == root.owner { return root.mode & 0o300 == 0o300 }
    if context.caller.group == root.group { return root.mode & 0o030 == 0o030 }
    return root.mode & 0o003 == 0o003
  }

  /// What the root lists of the trash.
  func trashFolders(_ context: RequestContext) throws(ErrorNumber) -> [VirtualEntry] {
    var entries: [VirtualEntry] = []
    for user in trash.allMade.union(try trashUsers(context)).sorted() {
      entries.append(entry(VirtualNode.trashName(user), try trashFolder(.trash(user: user), context)))
    }
    return entries
  }

  // MARK: Attributes

  /// The attributes of one of the folders; its times are those of the trash.
  func trashFolder(_ node: VirtualNode, _ context: RequestContext) throws(ErrorNumber) -> NodeAttributes {
    guard let user = node.trashUser else { throw .noEntry }
    var attributes = folder(node, owner: user, mode: 0o700)
    if let container = try context.item(.trash) {
      attributes.modified = max(began, container.modified)
      attributes.changed = max(began, container.changed)
    }
    return attributes
  }

  func trashAttributes(of node: VirtualNode, _ context: RequestContext) throws(ErrorNumber) -> NodeAttributes {
    switch node {
    case .trashInfoFile(let id):
      guard let (entry, contents) = try trashInfo(id, context) else { throw .stale }
      return infoFile(id, entry, size: contents.count)
    case .trashDraft(let number):
      guard let draft = drafts.find(number) else { throw .stale }
      return draft.attributes(group: getgid())
    default:
      guard let user = node.trashUser, try hasTrash(user, context) else { throw .stale }
      return try trashFolder(node, context)
    }
  }

  private func infoFile(_ id: ItemID, _ entry: TrashEntry, size: Int) -> NodeAttributes {
    generatedFile(.trashInfoFile(id), size: size, owner: entry.user, mode: 0o600, time: entry.date)
  }

  private func trashed(_ item: ItemAttributes) -> NodeAttributes {
    var attributes = node(item)
    attributes.isVolatile = true
    return attributes
  }

  // MARK: Names

  /// Finds a name in one of the folders.
  func lookup(
    _ name: UnsafeRawBufferPointer, inTrash node: VirtualNode, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes? {
    switch node {
    case .trash(let user):
      guard try hasTrash(user, context) else { return nil }
      return try trashChildren(of: user).first { name.elementsEqual($0.name.utf8) }
        .map { (child) throws(ErrorNumber) in try trashFolder(child.node, context) }
    case .trashFiles(let user):
      trash.noteVisit(user)
      return try trashedItem(name, of: user, context).map { trashed($0) }
    case .trashInfo(let user): return try lookupInfo(name, of: user, context)
    case .trashExpunged(let user): return try expungedItem(name, of: user, context).map { trashed($0) }
    default: throw .notFolder
    }
  }

  /// The folders in a user's trash.
  func trashChildren(of user: UInt32) -> [(name: String, node: VirtualNode)] {
    var children: [(String, VirtualNode)] = [("files", .trashFiles(user: user)), ("info", .trashInfo(user: user))]
    if trash.hasExpunged(user) { children.append(("expunged", .trashExpunged(user: user))) }
    return children
  }

  /// The item that has a name in a user's `files`.
  func trashedItem(
    _ name: UnsafeRawBufferPointer, of user: UInt32, _ context: RequestContext
  ) throws(ErrorNumber) -> ItemAttributes? {
    do throws(StoreError) {
      var item = try context.reader.child(of: .trash, named: name)
      if item == nil, let name = String(validating: name, as: UTF8.self), let id = TrashName.item(shownAs: name),
        let record = try context.reader.record(id), record.parent == .trash,
        TrashName.shown(record.name, id).isIdentical(to: name)
      {
        item = record.attributes
      }
      guard let item, try context.reader.trashEntry(of: item.id)?.user == user, !trash.isExpunged(item.id) else {
        return nil
      }
      return item
    } catch { throw context.number(for: error) }
  }

  /// The item that has a name in a user's `expunged`.
  func expungedItem(
    _ name: UnsafeRawBufferPointer, of user: UInt32, _ context: RequestContext
  ) throws(ErrorNumber) -> ItemAttributes? {
    let key = TrashDrafts.Key(user: user, name: Array(name))
    guard let id = trash.expunged(key) else { return nil }
    if let item = try context.item(id), item.parent == .trash { return item }
    trash.forgetExpunged(key)
    return nil
  }

  private func lookupInfo(
    _ name: UnsafeRawBufferPointer, of user: UInt32, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes? {
    if let id = try itemWithInfo(name, of: user, context), let (entry, contents) = try trashInfo(id, context) {
      return infoFile(id, entry, size: contents.count)
    }
    return drafts.find(TrashDrafts.Key(user: user, name: Array(name)))?.attributes(group: getgid())
  }

  /// The item whose `.trashinfo` has a name.
  func itemWithInfo(
    _ name: UnsafeRawBufferPointer, of user: UInt32, _ context: RequestContext
  ) throws(ErrorNumber) -> ItemID? {
    guard let itemName = TrashName.item(ofInfo: name), let item = try trashedItem(itemName, of: user, context),
      !trash.isInfoHidden(of: item.id)
    else { return nil }
    return item.id
  }

  /// Where a trashed item came from, and the file that says so.
  func trashInfo(_ id: ItemID, _ context: RequestContext) throws(ErrorNumber) -> (TrashEntry, [UInt8])? {
    do throws(StoreError) {
      guard let entry = try context.reader.trashEntry(of: id) else { return nil }
      return (entry, TrashInfo.contents(path: entry.originalPath, date: entry.date))
    } catch { throw context.number(for: error) }
  }

  // MARK: Listings

  func trashEntries(of node: VirtualNode, _ context: RequestContext) throws(ErrorNumber) -> [VirtualEntry] {
    guard let user = node.trashUser else { throw .notFolder }
    switch node {
    case .trash:
      var entries: [VirtualEntry] = []
      for child in trashChildren(of: user) { entries.append(entry(child.name, try trashFolder(child.node, context))) }
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
