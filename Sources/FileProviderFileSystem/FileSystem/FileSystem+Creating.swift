package import FileProviderStore
import Glibc

extension FileSystem {
  /// Makes a folder, a document without contents, a FIFO, a socket or a device node.
  ///
  /// - Parameter device: The number of a device node. The kernel sees to it that only root makes one.
  /// - Throws: `EEXIST`, `ENOENT`, `EROFS`, `ENAMETOOLONG`, `ENOSPC`.
  package func make(
    _ kind: ItemKind, _ name: UnsafeRawBufferPointer, in parent: InodeNumber, mode: UInt32, device: UInt64 = 0,
    _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes {
    if isVirtual(name, in: parent) {
      if options.isReadOnly { throw .readOnly }
      return try makeInTrash(kind, name, in: parent, mode: mode, context)
    }
    let draft = try draft(kind, name, in: parent, mode: mode, context)
    let item = try change(context, touching: draft.parent) { (transaction, _) throws(StoreError) in
      try draft.create(in: transaction, device: device)
    }
    if kind.isDevice { deviceNumbers.note(device, of: item.id) }
    let node = closedNode(item)
    watchable.noteReported(node)
    return node
  }

  /// Makes a symbolic link.
  package func makeLink(
    to target: [UInt8], _ name: UnsafeRawBufferPointer, in parent: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes {
    guard target.count < Int(PATH_MAX) else { throw .nameTooLong }
    guard !target.isEmpty else { throw .noEntry }
    if isVirtual(name, in: parent) {
      if options.isReadOnly { throw .readOnly }
      return try makeInTrash(.symlink, name, in: parent, mode: 0o777, context)
    }
    let draft = try draft(.symlink, name, in: parent, mode: 0o777, context)
    return NodeAttributes(
      try change(context, touching: draft.parent) { (transaction, _) throws(StoreError) in
        try draft.create(in: transaction, target: target)
      })
  }

  /// Makes a document and opens it.
  package func create(
    _ name: UnsafeRawBufferPointer, in parent: InodeNumber, mode: UInt32, _ open: OpenMode, _ context: RequestContext
  ) throws(ErrorNumber) -> (node: NodeAttributes, file: OpenedFile) {
    if parent.item == nil {
      if options.isReadOnly { throw .readOnly }
      return try createDraft(name, in: parent, mode: mode, open, context)
    }
    let draft = try draft(.file, name, in: parent, mode: mode, context)
    var epoch: UInt64 = 0
    let row = try change(context, touching: draft.parent, whenMade: { _ in epoch = openFiles.epoch }) {
      (transaction, _) throws(StoreError) in
      try draft.create(in: transaction)
    }
    // Its content file is made with the first byte: the file is most of what an empty document would cost.
    let file = OpenFile(id: row.id, attributes: row, contents: nil, opening: try noteOpening(row.id, context))
    file.withState { $0.isServed = true }
    return try opened(file, madeAt: epoch, isWritable: open.isWritable, context)
  }

  private func opened(
    _ file: OpenFile, madeAt epoch: UInt64, isWritable: Bool, _ context: RequestContext
  ) throws(ErrorNumber) -> (node: NodeAttributes, file: OpenedFile) {
    var epoch = epoch
    while true {
      if let inserted = openFiles.insert(file, readAt: epoch) {
        let handle = insertHandle(inserted, isWritable: isWritable)
        return (inserted.nodeAttributes, OpenedFile(handle: handle, mayBeKept: true))
      }
      // Somebody has changed something, perhaps this item.
      epoch = openFiles.epoch
      if let row = try context.item(file.id) { file.apply(row) } else { file.noteUnlinked(at: .now) }
    }
  }

  /// A request to make an item, checked as far as possible before the transaction.
  private func draft(
    _ kind: ItemKind, _ name: UnsafeRawBufferPointer, in parent: InodeNumber, mode: UInt32, _ context: RequestContext
  ) throws(ErrorNumber) -> Draft {
    try checkWritable(parent)
    guard let id = parent.item else { throw .readOnly }
    return Draft(
      kind: kind, name: try fileName(name, in: parent), parent: id, mode: mode, caller: context.caller)
  }

  /// A new item, whose owner and mode depend on the folder that it is made in.
  private struct Draft {
    var kind: ItemKind
    var name: FileName
    var parent: ItemID
    var mode: UInt32
    var caller: Caller

    func create(
      in transaction: Transaction, target: [UInt8]? = nil, device: UInt64 = 0
    ) throws(StoreError) -> ItemAttributes {
      // Read inside the transaction, which has it in memory, or its page in the cache.
      let folder = try transaction.folder(parent)
      let (mode, owner, group) = ModeRules.forNew(kind, mode: mode, in: folder, by: caller)
      var new = NewItem(parent: parent, name: name, kind: kind, mode: mode, owner: owner, group: group)
      new.target = target
      new.device = device
      return try TreeEditor(transaction).create(new)
    }
  }

  /// Whether a name is one of the virtual tree, present or not.
  func isVirtual(_ name: UnsafeRawBufferPointer, in parent: InodeNumber) -> Bool {
    parent.item == nil || parent == .root && VirtualNode.isReserved(name)
  }

  /// A name as the kernel sent it, for something new.
  ///
  /// - Throws: `ENAMETOOLONG`, `EINVAL`; `EPERM` for the names of virtual nodes in the root.
  func fileName(_ bytes: UnsafeRawBufferPointer, in parent: InodeNumber) throws(ErrorNumber) -> FileName {
    if parent == .root && VirtualNode.isReserved(bytes) { throw .notPermitted }
    do throws(StoreError) { return try FileName(bytes: bytes) } catch { throw ErrorNumber(error) }
  }
}
