import FileProviderStore
import Glibc

extension FileSystem {
  /// Sets attributes of a node. The kernel has checked whether the caller may.
  ///
  /// - Parameter handle: The open file the program used, if it did.
  /// - Returns: The attributes as they are now.
  /// - Throws: `EROFS`, `ENOENT`; for a size `EISDIR`, `EINVAL`, `EFBIG`, `ENOSPC`.
  package func setAttributes(
    of inode: InodeNumber, handle: HandleNumber?, _ request: AttributeRequest, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes {
    if options.isReadOnly { throw .readOnly }
    guard let id = inode.item else {
      guard let node = VirtualNode(inode), node.isTrash else { throw .readOnly }
      return try setTrashAttributes(of: node, request, context)
    }
    try checkAllowed(request, on: id, context)
    if let size = request.size { return try setSize(size, of: id, handle: handle, request, context) }
    guard let file = openFiles.retain(id) else { return try setAttributesOfClosed(id, request, context) }
    defer { release(file) }
    return try setAttributes(request, of: file, context)
  }

  /// Refuses `chown(-1, -1)` where it would take privileges off another user's file.
  ///
  /// The kernel sends the same request when a program writes to such a file, which it was allowed to open for writing.
  private func checkAllowed(
    _ request: AttributeRequest, on id: ItemID, _ context: RequestContext
  ) throws(ErrorNumber) {
    let caller = context.caller
    guard request.asksForNothing, !caller.isPrivileged, !isOpenForWriting(id) else { return }
    guard let item = try context.item(id), !item.isFolder, caller.user != item.owner else { return }
    let kept = ModeRules.withoutPrivileges(item.mode, group: item.group, by: caller)
    guard kept == item.mode else { throw .notPermitted }
  }

  private func isOpenForWriting(_ id: ItemID) -> Bool {
    openFiles.find(id) != nil
      && files.all.contains { open in
        if case .document(let file, _) = open.target { file.id == id && open.isWritable } else { false }
      }
  }

  private func setSize(
    _ size: Int64, of id: ItemID, handle: HandleNumber?, _ request: AttributeRequest, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes {
    context.willBlock()
    // Who has it open for writing was allowed to change it then.
    let isOpen = handle.map { files[$0]?.isWritable ?? false } ?? false
    let acquired = try acquire(id, forChanging: !isOpen, emptying: size == 0 ? request : nil, context)
    let file = acquired.file
    defer { release(file) }
    return acquired.isEmptied ? file.nodeAttributes : try resize(file, to: size, with: request, context)
  }

  /// Sets attributes of an item, as part of a transaction.
  func setAttributes(
    _ request: AttributeRequest, of id: ItemID, in transaction: Transaction, _ context: RequestContext
  ) throws(StoreError) -> ItemAttributes? {
    guard let item = try transaction.reader.item(id) else { return nil }
    return try transaction.setAttributes(request.changes(to: item, by: context.caller, now: transaction.time), of: id)
  }

  private func setAttributesOfClosed(
    _ id: ItemID, _ request: AttributeRequest, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes {
    let row = try change(context) { (transaction, _) throws(StoreError) in
      try setAttributes(request, of: id, in: transaction, context)
    }
    if let row {
      openFiles.find(id)?.apply(row)
      return node(row)
    }
    return try removed.update(id) { $0.apply(request) }
  }

  /// Sets attributes of an open document, after what was written to it: a time that is set stays.
  func setAttributes(
    _ request: AttributeRequest, of file: OpenFile, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes {
    if !file.withState({ $0.isUnlinked }) {
      let row = try committing(file, context) { (transaction) throws(StoreError) in
        try setAttributes(request, of: file.id, in: transaction, context)
      }
      if let row {
        file.apply(row)
        return file.nodeAttributes
      }
    }
    let now = Timestamp.now
    let caller = context.caller
    file.withState { state in
      // An unlinked file is never committed: the size and times of what was written are noted here, so that a time that
      // is set stays.
      state.noteKernelWrites()
      if state.isModified, let size = state.live?.size {
        state.attributes.size = size
        state.attributes.modified = state.touched
        if state.inFlight == 0 { state.committed = state.writes }
      }
      state.attributes.apply(request.changes(to: state.attributes, by: caller, now: now), now: now)
    }
    return file.nodeAttributes
  }
}
