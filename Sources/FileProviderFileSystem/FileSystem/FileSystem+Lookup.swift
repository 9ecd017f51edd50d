import FileProviderStore

extension FileSystem {
  /// Finds the child of a folder with a name.
  ///
  /// - Parameter name: As the kernel sent it. A name that no item can have is not found.
  /// - Returns: `nil` when there is none, which is an answer and not a failure.
  /// - Throws: `ENAMETOOLONG`; `ESTALE` when the folder itself no longer exists; the source's error.
  package func lookup(
    _ name: UnsafeRawBufferPointer, in parent: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes? {
    guard let node = try find(name, in: parent, context) else { return nil }
    watchable.noteReported(node)
    return node
  }

  @inline(__always) private func find(
    _ name: UnsafeRawBufferPointer, in parent: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes? {
    guard name.count <= FileName.maximumLength else { throw .nameTooLong }
    if name.first == UInt8(ascii: ".") {
      if name.count == 1 { return try attributes(of: parent, context) }
      if name.count == 2 && name[1] == UInt8(ascii: ".") {
        return try attributes(of: self.parent(of: parent, context), context)
      }
      if parent == .root, let node = try lookupVirtual(name, in: parent, context) { return node }
    }
    guard let folder = parent.item else { return try lookupVirtual(name, in: parent, context) }
    if let item = try context.child(of: folder, named: name) { return node(item) }
    if let id = formerNames.find(name, in: folder) { return try context.item(id).map { node($0) } }
    guard parked != nil else { return nil }
    return try lookupUnlisted(name, in: folder, context)
  }

  /// Whether the kernel may keep for ever that there is no such name.
  package func mayRememberAbsence(of name: UnsafeRawBufferPointer, in parent: InodeNumber) -> Bool {
    parent.item != nil && !(parent == .root && VirtualNode.isReserved(name))
  }

  /// A name that is not here may be at the provider, if the folder has never been listed.
  private func lookupUnlisted(
    _ name: UnsafeRawBufferPointer, in folder: ItemID, _ context: RequestContext
  ) throws(ErrorNumber) -> NodeAttributes? {
    guard let item = try context.item(folder) else {
      try checkAnswer(for: .listing(folder), context)
      throw .stale
    }
    guard item.flags.contains(.unlisted) else { return nil }
    try list(folder, context)
    return try context.child(of: folder, named: name).map { node($0) }
  }

  /// The node that `..` of a node is; the root is its own.
  func parent(of inode: InodeNumber, _ context: RequestContext) throws(ErrorNumber) -> InodeNumber {
    guard let id = inode.item else { return try virtualParent(of: inode, context) }
    if id == .root { return .root }
    return try parentNode(of: try context.existing(id), context)
  }

  /// The node in which an item is shown: for an item in the trash, the view of the user who trashed it.
  func parentNode(of item: ItemAttributes, _ context: RequestContext) throws(ErrorNumber) -> InodeNumber {
    // Nothing is committed for an item elsewhere.
    guard item.parent == .trash else { return Self.folder(of: item) }
    return try context.read { (reader) throws(StoreError) in try parentNode(of: item, reader) }
  }

  /// The same in another view of the store.
  func parentNode(of item: ItemAttributes, _ reader: StoreReader) throws(StoreError) -> InodeNumber {
    guard item.parent == .trash else { return Self.folder(of: item) }
    return VirtualNode.trashFiles(user: try reader.trashEntry(of: item.id)?.user ?? 0).inode
  }

  /// The folder that an item is in; the root is in itself.
  private static func folder(of item: ItemAttributes) -> InodeNumber {
    item.id == .root ? .root : InodeNumber(item.parent)
  }
}
