import FileProviderStore
import Glibc

// What programs change in `.Trash-UID`. A rename into `files` trashes, one out of it restores, and removing deletes for good:
// each is one transaction, with the rows in the log that the command leaves there.
extension FileSystem {
  private static let crossDevice = ErrorNumber(rawValue: EXDEV)

  // MARK: Making

  /// Makes a user's trash, or something in it.
  ///
  /// - Throws: `EOPNOTSUPP` where the domain has no trash; `EEXIST`; `EPERM` for what has no place there.
  func makeInTrash(
    _ kind: ItemKind, _ name: UnsafeRawBufferPointer, in parent: InodeNumber, mode: UInt32, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes {
    if parent == .root { return try makeTrash(kind, name, context) }
    switch VirtualNode(parent) {
    case .trash(let user) where kind == .folder:
      guard let folder = Self.trashFolderNames(of: user).first(where: { name.elementsEqual($0.name.utf8) }) else {
        throw .notPermitted
      }
      if try lookup(name, inTrash: .trash(user: user), context) != nil { throw .alreadyExists }
      trash.setMade(.trash(user: user), folder.node, isMade: true)
      return try trashFolder(folder.node, context)
    case .trashInfo(let user) where kind == .file:
      return try makeDraft(name, of: user, mode: mode, context).attributes(group: getgid())
    case .trash, .trashFiles, .trashInfo, .trashExpunged: throw .notPermitted
    default: throw .readOnly
    }
  }

  private func makeTrash(
    _ kind: ItemKind, _ name: UnsafeRawBufferPointer, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes {
    guard kind == .folder, let user = VirtualNode.trashUser(name) else { throw .notPermitted }
    guard try supportsTrash(context) else { throw .notSupported }
    if try hasTrash(user, context) { throw .alreadyExists }
    guard context.caller.user == user || context.caller.isPrivileged else { throw .notPermitted }
    trash.setMade(.trash(user: user), isMade: true)
    return try trashFolder(.trash(user: user), context)
  }

  // MARK: Removing

  /// Removes something from a user's trash, or the trash itself, which must be empty.
  func removeInTrash(
    _ name: UnsafeRawBufferPointer, in parent: InodeNumber, folder: Bool, _ context: RequestContext
  ) throws(ErrorNumber) {
    switch VirtualNode(parent) {
    case .trash(let user): try removeTrashFolder(name, of: user, folder: folder, context)
    case .trashInfo(let user): try removeInfo(name, of: user, folder: folder, context)
    case .trashFiles(let user):
      guard let item = try trashedItem(name, of: user, context) else { throw .noEntry }
      let info = try infoContents(of: item.id, context)?.1
      try delete(item.id, folder: folder, context)
      leaveInfo(info, of: item.id, name, user)
    case .trashExpunged(let user):
      guard let item = try expungedItem(name, of: user, context) else { throw .noEntry }
      try delete(item.id, folder: folder, context)
      trash.forgetExpunged(TrashDrafts.Key(user: user, name: Array(name)))
      trash.showInfo(of: item.id)
    default: throw .readOnly
    }
  }

  /// Removes a user's trash: while it is empty, it is not shown any more.
  func removeTrash(of user: UInt32, _ context: RequestContext) throws(ErrorNumber) {
    guard try hasTrash(user, context) else { throw .noEntry }
    guard try trashChildren(of: user, context).isEmpty else { throw ErrorNumber(rawValue: ENOTEMPTY) }
    trash.setMade(.trash(user: user), isMade: false)
  }

  private func removeTrashFolder(
    _ name: UnsafeRawBufferPointer, of user: UInt32, folder: Bool, _ context: RequestContext
  ) throws(ErrorNumber) {
    let child = try trashChildren(of: user, context).first { name.elementsEqual($0.name.utf8) }
    guard let child else { throw .noEntry }
    guard folder else { throw .isFolder }
    guard try trashEntries(of: child.node, context).isEmpty else { throw ErrorNumber(rawValue: ENOTEMPTY) }
    trash.setMade(child.node, isMade: false)
  }

  private func removeInfo(
    _ name: UnsafeRawBufferPointer, of user: UInt32, folder: Bool, _ context: RequestContext
  ) throws(ErrorNumber) {
    guard try lookup(name, inTrash: .trashInfo(user: user), context) != nil else { throw .noEntry }
    if folder { throw .notFolder }
    if let id = try itemWithInfo(name, of: user, context) {
      trash.hideInfo(of: id)
    } else {
      drafts.remove(TrashDrafts.Key(user: user, name: Array(name)))
    }
  }

  /// Keeps the info of an item that has left the trash, for the program that removes it next, and the folders it is in.
  private func leaveInfo(_ info: [UInt8]?, of id: ItemID, _ name: UnsafeRawBufferPointer, _ user: UInt32) {
    trash.setMade(.trash(user: user), .trashFiles(user: user), .trashInfo(user: user), isMade: true)
    defer { trash.showInfo(of: id) }
    guard let info, !trash.isInfoHidden(of: id) else { return }
    drafts.leave(TrashDrafts.Key(user: user, name: Array(name) + Array(TrashInfo.ending.utf8)), contents: info)
  }

  // MARK: Renaming

  /// Moves something into the trash, out of it, or in it.
  ///
  /// - Throws: `EEXIST` for a name in `files` that is taken: nothing in the trash is ever replaced; `EXDEV` between `info` and the
  ///   tree, so that programs copy; `EPERM` for what makes no sense.
  func renameInTrash(
    _ name: UnsafeRawBufferPointer, in parent: InodeNumber, to newName: UnsafeRawBufferPointer,
    in newParent: InodeNumber, _ mode: RenameMode, _ context: RequestContext
  ) throws(ErrorNumber) {
    guard mode != .exchanging else { throw .invalid }
    let place = TrashPlace(name: newName, folder: newParent)
    switch (parent.item == nil ? VirtualNode(parent) : nil, newParent.item == nil ? VirtualNode(newParent) : nil) {
    case (nil, .trashFiles(let user)): try trashItem(name, in: parent, as: newName, user, context)
    case (.trashFiles(let user), nil): try restoreItem(name, of: user, to: place, mode, context)
    case (.trashFiles(let user), .trashFiles(let other)) where user == other:
      try renameTrashed(name, of: user, to: newName, context)
    case (.trashFiles(let user), .trashExpunged(let other)) where user == other:
      try expunge(name, of: user, as: newName, context)
    case (.trashInfo(let user), .trashInfo(let other)) where user == other:
      try renameDraft(name, of: user, to: newName, mode, context)
    case (nil, .trashInfo), (.trashInfo, nil): throw Self.crossDevice
    case (.trash, _), (.trashFiles, _), (.trashInfo, _), (.trashExpunged, _): throw .notPermitted
    case (_, .trash), (_, .trashFiles), (_, .trashInfo), (_, .trashExpunged): throw .notPermitted
    default: throw .readOnly
    }
  }

  /// The destination of a rename.
  private struct TrashPlace {
    var name: UnsafeRawBufferPointer
    var folder: InodeNumber
  }

  private func trashItem(
    _ name: UnsafeRawBufferPointer, in parent: InodeNumber, as newName: UnsafeRawBufferPointer, _ user: UInt32,
    _ context: RequestContext
  ) throws(ErrorNumber) {
    guard let folder = parent.item else { throw .noEntry }
    if parent == .root && VirtualNode.isReserved(name) { throw .readOnly }
    guard try !isInTrash(folder, context) else { throw .notPermitted }
    let target = try fileName(newName, in: VirtualNode.trashFiles(user: user).inode)
    let key = TrashDrafts.Key(user: user, name: Array(newName) + Array(TrashInfo.ending.utf8))
    let putBack = drafts.written(key).map { TrashInfo.putBack($0) } ?? PutBack()
    let id = try change(context, touching: folder) { (transaction, _) throws(StoreError) in
      guard let item = try transaction.reader.child(of: folder, named: name) else { throw StoreError(.noSuchItem) }
      guard try transaction.reader.child(of: .trash, named: target) == nil else { throw StoreError(.exists) }
      try TreeEditor(transaction).trash(item.id, user: user, name: target, putBack: putBack)
      return item.id
    }
    trash.noteVisit(user)
    // From here on the item's info is made from the store.
    drafts.remove(key)
    refreshOpen([id], context)
  }

  private func restoreItem(
    _ name: UnsafeRawBufferPointer, of user: UInt32, to place: TrashPlace, _ mode: RenameMode, _ context: RequestContext
  ) throws(ErrorNumber) {
    guard let item = try trashedItem(name, of: user, context) else { throw .noEntry }
    guard let folder = place.folder.item, try !isInTrash(folder, context) else { throw .notPermitted }
    let target = try fileName(place.name, in: place.folder)
    let info = try infoContents(of: item.id, context)?.1
    try change(context, touching: folder) { (transaction, consequences) throws(StoreError) in
      let replaced = try TreeEditor(transaction).restore(
        item.id, to: folder, name: target, mode: mode == .failing ? .failing : .replacing)
      if let replaced { noteReplaced(replaced, in: transaction, &consequences) }
    }
    leaveInfo(info, of: item.id, name, user)
    refreshOpen([item.id], context)
  }

  private func renameTrashed(
    _ name: UnsafeRawBufferPointer, of user: UInt32, to newName: UnsafeRawBufferPointer, _ context: RequestContext
  ) throws(ErrorNumber) {
    guard let item = try trashedItem(name, of: user, context) else { throw .noEntry }
    let target = try fileName(newName, in: VirtualNode.trashFiles(user: user).inode)
    try change(context) { (transaction, _) throws(StoreError) in
      _ = try TreeEditor(transaction).move(item.id, to: .trash, name: target, mode: .failing)
    }
    refreshOpen([item.id], context)
  }

  private func expunge(
    _ name: UnsafeRawBufferPointer, of user: UInt32, as newName: UnsafeRawBufferPointer, _ context: RequestContext
  ) throws(ErrorNumber) {
    guard let item = try trashedItem(name, of: user, context) else { throw .noEntry }
    let info = try infoContents(of: item.id, context)?.1
    try trash.expunge(item.id, as: TrashDrafts.Key(user: user, name: Array(newName)))
    leaveInfo(info, of: item.id, name, user)
  }

  private func isInTrash(_ folder: ItemID, _ context: RequestContext) throws(ErrorNumber) -> Bool {
    try context.read { (reader) throws(StoreError) in try reader.isItem(folder, atOrBelow: .trash) }
  }
}
