import FileProviderStore

extension FileSystem {
  /// Reads a directory from a place on.
  ///
  /// - Parameters:
  ///   - withAttributes: Whether the attributes of entries matter beyond their type and number.
  ///   - buffer: What the entries are delivered to, until it has no room.
  /// - Throws: `EBADF`; at the end of a listing that the source could not complete, the source's error.
  package func readDirectory(
    _ number: HandleNumber, from offset: ListingOffset, withAttributes: Bool, _ context: RequestContext,
    _ buffer: ListingBuffer
  ) throws(ErrorNumber) {
    guard let handle = directories[number] else { throw .badHandle }
    var page = ListingPage(from: offset, noting: withAttributes ? watchable : nil)
    try page.deliverDots(
      handle.inode, parent: { () throws(ErrorNumber) in try parent(of: handle, context) }, to: buffer)
    page.deliver(handle.rows.entries, to: buffer)
    guard !page.isFull, let folder = handle.rows.folder else { return }
    try deliverItems(of: folder, handle, withAttributes: withAttributes, &page, context, to: buffer)
  }

  /// Delivers the items of a folder that are next, straight from the store's rows.
  private func deliverItems(
    of folder: FolderEnumerator, _ handle: DirectoryHandle, withAttributes: Bool, _ page: inout ListingPage,
    _ context: RequestContext, to buffer: ListingBuffer
  ) throws(ErrorNumber) {
    let key = page.offset.item
    var stamp: Generation?
    do throws(StoreError) {
      let isKnownEnd = try context.now.readAfterCommitting { (reader) throws(StoreError) in
        stamp = committedStamp
        // The kernel asks once more after the last entry.
        if handle.end.find(key, at: stamp) != nil { return true }
        try folder.forEachRow(after: key, reader: reader) { item, name in
          noteListed(item, at: stamp)
          // An open document's attributes may be ahead of its row.
          let mayBeOpen = withAttributes && item.kind == .file && !openFiles.isEmpty
          let node = mayBeOpen ? node(item) : closedNode(item)
          return page.deliver(node, name, ListingOffset(after: item.id), to: buffer)
        }
        return false
      }
      if isKnownEnd { return }
    } catch {
      folder.noteRows(after: key, count: page.count, error: error)
      if page.count > 0 { return }
      throw context.number(for: error)
    }
    folder.noteRows(after: key, count: page.count)
    guard !page.isFull else { return }
    if let failure = handle.failure {
      if page.count == 0 { throw failure }
    } else {
      handle.end.remember((), for: page.offset.item, at: stamp)
    }
  }

  /// Remembers what is likely to be asked for next: the folders in a folder are opened.
  @inline(__always) private func noteListed(_ item: borrowing ItemAttributes, at stamp: Generation?) {
    if item.isFolder { memory.attributes.remember(item, for: item.id, at: stamp) }
  }

  /// What `..` of an open directory is.
  ///
  /// - Throws: `ENOENT` when the folder no longer exists.
  private func parent(of handle: DirectoryHandle, _ context: RequestContext) throws(ErrorNumber) -> InodeNumber {
    if let parent = handle.parent { return parent }
    guard let id = handle.inode.item, let item = try cachedItem(id, context) else {
      // Removed through this mount and still in use, it is empty.
      if removed.find(handle.inode.item ?? .none) != nil { return handle.inode }
      throw .noEntry
    }
    return try parentNode(of: item, context)
  }
}
