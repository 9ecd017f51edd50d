import FileProviderStore
import Glibc

// What a name means in the trash.
extension FileSystem {
  /// Finds a name in one of the folders.
  func lookup(
    _ name: UnsafeRawBufferPointer, inTrash node: VirtualNode, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes? {
    switch node {
    case .trash(let user):
      guard try hasTrash(user, context) else { return nil }
      return try trashChildren(of: user, context).first { name.elementsEqual($0.name.utf8) }
        .map { (child) throws(ErrorNumber) in try trashFolder(child.node, context) }
    case .trashFiles(let user):
      trash.noteVisit(user)
      return try trashedItem(name, of: user, context).map { trashed($0) }
    case .trashInfo(let user): return try lookupInfo(name, of: user, context)
    case .trashExpunged(let user): return try expungedItem(name, of: user, context).map { trashed($0) }
    default: throw .notFolder
    }
  }

  /// The folders in a user's trash. Programs that make the trash expect it to be empty; once something is in it, it has
  /// all folders.
  func trashChildren(
    of user: UInt32, _ context: RequestContext
  ) throws(ErrorNumber) -> [(name: String, node: VirtualNode)] {
    let isWhole = try trashUsers(context).contains(user)
    return Self.trashFolderNames(of: user).filter { name, node in
      trash.isMade(node) || isWhole && name != "expunged"
    }
  }

  static func trashFolderNames(of user: UInt32) -> [(name: String, node: VirtualNode)] {
    [("files", .trashFiles(user: user)), ("info", .trashInfo(user: user)), ("expunged", .trashExpunged(user: user))]
  }

  /// The item that has a name in a user's `files`.
  func trashedItem(
    _ name: UnsafeRawBufferPointer, of user: UInt32, _ context: RequestContext
  ) throws(ErrorNumber) -> ItemAttributes? {
    try context.read { (reader) throws(StoreError) in
      var item = try reader.child(of: .trash, named: name)
      if item == nil, let id = TrashName.item(shownAs: FileName(stored: name)),
        let record = try reader.record(id), record.parent == .trash,
        TrashName.shown(record.name, id) == FileName(stored: name)
      {
        item = record.attributes
      }
      guard let item, try reader.trashEntry(of: item.id)?.user == user, !trash.isExpunged(item.id) else {
        return nil
      }
      return item
    }
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
    if let id = try itemWithInfo(name, of: user, context), let (entry, contents) = try infoContents(of: id, context) {
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

  /// The original path of a trashed item, and the file with it.
  func infoContents(of id: ItemID, _ context: RequestContext) throws(ErrorNumber) -> (TrashEntry, [UInt8])? {
    let entry = try context.read { (reader) throws(StoreError) in try reader.trashEntry(of: id) }
    return entry.map { ($0, TrashInfo.contents(path: $0.originalPath, date: $0.date)) }
  }
}
