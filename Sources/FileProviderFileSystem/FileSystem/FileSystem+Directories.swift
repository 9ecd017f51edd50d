import FileProviderStore

extension FileSystem {
  /// Opens a directory, and makes the enumerator of its container.
  ///
  /// - Returns: The handle, and whether the kernel may keep the listing.
  /// - Throws: `ESTALE`; `ENOTDIR`; the source's error, when the folder is not listed.
  package func openDirectory(
    _ inode: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) -> (handle: HandleNumber, mayBeKept: Bool) {
    guard let id = inode.item else { return (directories.insert(try openView(inode, context)), false) }
    watchable.note(id, answers: 0)
    let anchor = anchor
    if parked == nil && id != .root && removed.find(id) == nil {
      // The kernel knows that it is a folder, and everything else is asked when it is read. Mostly the kernel reads
      // what it kept; asking here was two thirds of what a folder of a warm `find` cost.
      let rows = DirectoryRows.folder(FolderEnumerator(store: store, folder: id))
      return (directories.insert(DirectoryHandle(inode: inode, parent: nil, rows: rows, anchor: anchor)), true)
    }
    guard let item = try context.item(id) else {
      try checkAnswer(for: .listing(id), context)
      return (try openRemoved(inode), false)
    }
    guard item.isFolder else { throw .notFolder }
    if !item.flags.contains(.unlisted) { openings?.note(id) }
    let failure = parked != nil && item.flags.contains(.unlisted) ? try materialize(id, context) : nil
    let handle = DirectoryHandle(
      inode: inode, parent: try parentNode(of: item, context), rows: try rows(of: id, context), failure: failure,
      anchor: anchor)
    return (directories.insert(handle), failure == nil)
  }

  /// What a folder that is an item lists.
  private func rows(of id: ItemID, _ context: RequestContext) throws(ErrorNumber) -> DirectoryRows {
    let enumerator = FolderEnumerator(store: store, folder: id)
    return id == .root ? .root(enumerator, extras: try rootExtras(context)) : .folder(enumerator)
  }

  /// A folder that is removed but still in use is empty.
  private func openRemoved(_ inode: InodeNumber) throws(ErrorNumber) -> HandleNumber {
    guard let id = inode.item, let node = removed.find(id) else { throw .stale }
    guard node.isFolder else { throw .notFolder }
    return directories.insert(DirectoryHandle(inode: inode, parent: inode, rows: .removed, anchor: anchor))
  }

  /// Has the source list a folder. When that fails, what is here is shown, and then the failure.
  private func materialize(_ id: ItemID, _ context: RequestContext) throws(ErrorNumber) -> ErrorNumber? {
    do throws(ErrorNumber) {
      try list(id, context)
      return nil
    } catch {
      guard error != .waiting, try hasChildren(id, context) else { throw error }
      return error
    }
  }

  private func hasChildren(_ id: ItemID, _ context: RequestContext) throws(ErrorNumber) -> Bool {
    var found = false
    try context.read { (reader) throws(StoreError) in
      try reader.forEachChild(of: id, after: .none) { _, _ in
        found = true
        return false
      }
    }
    return found
  }

  /// Closes a directory, and ends its enumerator.
  package func releaseDirectory(_ number: HandleNumber) {
    directories.remove(number)?.rows.enumerator?.invalidate()
  }
}
