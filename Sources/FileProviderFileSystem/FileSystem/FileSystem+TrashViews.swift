import FileProviderStore
import Glibc

// The trash as the desktop knows it, `.Trash-UID/{files,info}`: https://specifications.freedesktop.org/trash-spec/1.0/
//
// `files` has the items themselves, `info` a file for each that is made from the store. GNOME moves what it deletes into
// `expunged` first.
extension FileSystem {
  // MARK: Users

  /// The users who have something in the trash; none where there is no trash.
  func trashUsers(_ context: RequestContext) throws(ErrorNumber) -> [UInt32] {
    try memory.trashUsers.value(
      for: .trash, at: committedStamp,
      read: { () throws(ErrorNumber) in
        try context.read { (reader) throws(StoreError) in try reader.trashUsers() }
      })
  }

  /// Whether a user's trash is shown: something is in it, or a program made it.
  func hasTrash(_ user: UInt32, _ context: RequestContext) throws(ErrorNumber) -> Bool {
    if trash.isThere(user) { return true }
    return try trashUsers(context).contains(user)
  }

  func supportsTrash(_ context: RequestContext) throws(ErrorNumber) -> Bool {
    try context.read { (reader) throws(StoreError) in try TreeReader(reader).supportsTrash() }
  }

  /// The folder of a user's trash, if it is shown.
  ///
  /// It always is for users who may not make anything in the root: the kernel would not let them make it.
  func lookupTrash(of user: UInt32, _ context: RequestContext) throws(ErrorNumber) -> NodeAttributes? {
    if try !hasTrash(user, context) {
      guard context.caller.user == user, !options.isReadOnly, try supportsTrash(context),
        try !mayWriteRoot(context)
      else { return nil }
      trash.setImplied(user)
    }
    return try trashFolder(.trash(user: user), context)
  }

  /// Whether the caller may make something in the root, as far as is known: supplementary groups are not.
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
    for user in trash.makers.union(try trashUsers(context)).sorted() {
      entries.append(entry(VirtualNode.trashName(user), try trashFolder(.trash(user: user), context)))
    }
    return entries
  }

  // MARK: Attributes

  /// The attributes of one of the folders; its times are those of the trash.
  func trashFolder(_ node: VirtualNode, _ context: RequestContext) throws(ErrorNumber) -> NodeAttributes {
    guard let user = node.trashUser else { throw .noEntry }
    var attributes = folder(node, owner: user, mode: 0o700)
    // Every path below asks for it. It may be shown for so long after another process has emptied it, which does no
    // harm.
    attributes.cachedSeconds = 1
    if let container = try context.item(.trash) {
      attributes.modified = max(began, container.modified)
      attributes.changed = max(began, container.changed)
    }
    return attributes
  }

  func trashAttributes(of node: VirtualNode, _ context: RequestContext) throws(ErrorNumber) -> NodeAttributes {
    switch node {
    case .trashInfoFile(let id):
      guard let (entry, contents) = try infoContents(of: id, context) else { throw .stale }
      return infoFile(id, entry, size: contents.count)
    case .trashDraft(let number):
      guard let draft = drafts.find(number) else { throw .stale }
      return draft.attributes(group: getgid())
    default:
      guard let user = node.trashUser, try hasTrash(user, context) else { throw .stale }
      return try trashFolder(node, context)
    }
  }

  func infoFile(_ id: ItemID, _ entry: TrashEntry, size: Int) -> NodeAttributes {
    generatedFile(.trashInfoFile(id), size: size, owner: entry.user, mode: 0o600, time: entry.date)
  }

  func trashed(_ item: ItemAttributes) -> NodeAttributes {
    var attributes = node(item)
    attributes.isVolatile = true
    return attributes
  }
}
