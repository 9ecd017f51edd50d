import FileProviderStore
import Synchronization

extension FileSystem {
  /// Opens a directory, and makes the enumerator of its container.
  ///
  /// - Returns: The handle, and whether the kernel may keep the listing.
  /// - Throws: `ESTALE`; `ENOTDIR`; what the source says, when nothing of the folder is here.
  package func openDirectory(
    _ inode: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) -> (handle: HandleNumber, mayBeKept: Bool) {
    guard let id = inode.item else {
      return (directories.insert(try openView(inode, context)), false)
    }
    watchable.note(id)
    let anchor = Generation(rawValue: followed.load(ordering: .relaxed))
    if requests == nil && id != .root && removed.find(id) == nil {
      // The kernel knows that it is a folder, and everything else is asked when it is read. Mostly the kernel reads
      // what it kept; asking here was two thirds of what a folder of a warm `find` cost.
      let enumerator = FolderEnumerator(store: store, folder: id)
      let handle = DirectoryHandle(inode: inode, parent: nil, contents: .folder(enumerator), anchor: anchor)
      return (directories.insert(handle), true)
    }
    guard let item = try context.item(id) else {
      try checkAnswer(for: .listing(id), context)
      return (try openRemoved(inode), false)
    }
    guard item.isFolder else { throw .notFolder }
    let failure = requests != nil && item.flags.contains(.unlisted) ? try materialize(id, context) : nil
    let handle = DirectoryHandle(
      inode: inode, parent: try parentNode(of: item, context),
      contents: .folder(FolderEnumerator(store: store, folder: id)),
      extras: id == .root ? try rootExtras(context) : [], failure: failure, anchor: anchor)
    return (directories.insert(handle), failure == nil)
  }

  /// A folder that is removed but still in use is empty.
  private func openRemoved(_ inode: InodeNumber) throws(ErrorNumber) -> HandleNumber {
    guard let id = inode.item, let node = removed.find(id) else { throw .stale }
    guard node.isFolder else { throw .notFolder }
    return directories.insert(
      DirectoryHandle(inode: inode, parent: inode, contents: .view([], nil), anchor: .zero))
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
    do throws(StoreError) {
      try context.settled().forEachChild(of: id, after: .none) { _, _ in
        found = true
        return false
      }
    } catch { throw context.number(for: error) }
    return found
  }

  /// Reads a directory from an offset on.
  ///
  /// An item's offset is its number, so a place stays valid whatever is added or removed meanwhile. `.`, `..` and the
  /// entries that are not items come first, with the offsets from 1.
  ///
  /// - Parameters:
  ///   - withAttributes: Whether the attributes of entries matter beyond their type and number.
  ///   - body: Is given an entry, the bytes of its name, and the offset after it; returns whether it had room for it.
  /// - Throws: `EBADF`; at the end of a listing that the source could not complete, the source's error.
  package func readDirectory(
    _ number: HandleNumber, from offset: Int64, withAttributes: Bool, _ context: RequestContext,
    _ body: (borrowing NodeAttributes, UnsafeRawBufferPointer, Int64) -> Bool
  ) throws(ErrorNumber) {
    guard let handle = directories[number] else { throw .badHandle }
    var isFull = false
    var delivered = 0
    var last = ItemID(rawValue: max(offset, 1023))
    func deliver(_ node: borrowing NodeAttributes, _ name: UnsafeRawBufferPointer, _ next: Int64) -> Bool {
      isFull = !body(node, name, next)
      if !isFull {
        delivered += 1
        last = ItemID(rawValue: max(next, 1023))
      }
      return !isFull
    }
    var at = offset
    while at < 2, !isFull {
      let node = NodeAttributes(dots: at == 0 ? handle.inode : try parent(of: handle, context))
      let length = Int(at) + 1
      at += 1
      _ =
        ("..".utf8.withContiguousStorageIfAvailable { bytes in
          deliver(node, UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<length]), at)
        })
    }
    var entries = handle.extras
    if case .view(let view, _) = handle.contents { entries = view }
    while !isFull, at >= 2, at - 2 < Int64(entries.count) {
      let entry = entries[Int(at - 2)]
      at += 1
      _ = entry.name.withUnsafeBytes { deliver(entry.attributes, $0, at) }
    }
    guard !isFull, case .folder(let enumerator) = handle.contents else { return }
    let key = ItemID(rawValue: max(offset, 1023))
    var stamp: Int64?
    do throws(StoreError) {
      let reader = try context.settled()
      stamp = settledStamp
      // The kernel asks once more after the last entry.
      if let stamp, handle.isEnd(key, at: stamp) { return }
      try enumerator.forEachRow(after: key, reader: reader) { item, name in
        // The folders in it are likely to be opened next.
        if let stamp, item.isFolder { attributeCache.insert(item, readAt: stamp) }
        if withAttributes && item.isFolder { watchable.note(item.id) }
        let isOpen = withAttributes && item.kind == .file && !openFiles.isEmpty
        return deliver(isOpen ? node(item) : closedNode(item), name, item.id.rawValue)
      }
    } catch {
      enumerator.noteRows(after: key, count: delivered, error: error)
      if delivered > 0 { return }
      throw context.number(for: error)
    }
    enumerator.noteRows(after: key, count: delivered)
    guard !isFull else { return }
    if let failure = handle.failure {
      if delivered == 0 { throw failure }
    } else if let stamp {
      handle.noteEnd(last, at: stamp)
    }
  }

  /// What `..` of an open directory is.
  ///
  /// - Throws: `ENOENT` when the folder is gone.
  private func parent(of handle: DirectoryHandle, _ context: RequestContext) throws(ErrorNumber) -> InodeNumber {
    if let parent = handle.parent { return parent }
    guard let id = handle.inode.item, let item = try cachedItem(id, context) else {
      // Removed through this mount and still in use, it is empty.
      if removed.find(handle.inode.item ?? .none) != nil { return handle.inode }
      throw .noEntry
    }
    return try parentNode(of: item, context)
  }

  /// Closes a directory, and ends its enumerator.
  package func releaseDirectory(_ number: HandleNumber) {
    directories.remove(number)?.enumerator?.invalidate()
  }
}

extension NodeAttributes {
  /// `.` and `..`, of which only the number is told.
  init(dots inode: InodeNumber) {
    self.init(
      inode: inode, mode: 0o040755, links: 2, owner: 0, group: 0, size: 0, blocks: 0, accessed: Timestamp(rawValue: 0),
      modified: Timestamp(rawValue: 0), changed: Timestamp(rawValue: 0))
  }
}
