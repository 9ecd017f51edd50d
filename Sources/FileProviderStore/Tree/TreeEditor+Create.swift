extension TreeEditor {
  /// Creates an item.
  ///
  /// - Returns: The item as it is now.
  /// - Throws: `noSuchItem` or `notFolder` for the parent; `exists` when the name is taken; `unlisted` or `accessDenied` where nothing may be
  ///   put into it.
  @discardableResult
  package func create(_ new: NewItem) throws(StoreError) -> ItemAttributes {
    let parent = new.parent
    try transaction.checkAdding(to: try transaction.folder(parent))
    let generation = transaction.generation.next
    let modified = new.modified ?? transaction.time
    var item = ItemAttributes(
      id: ItemID(createdAt: generation), parent: parent, kind: new.kind, mode: new.mode & 0o7777, owner: new.owner,
      group: new.group, size: new.target.map { Int64($0.count) } ?? new.size, modified: modified,
      changed: transaction.time,
      accessed: new.accessed ?? modified, created: new.created ?? transaction.time,
      flags: new.flags.intersection([.dataless, .unlisted, .restricted, .attributed, .conflict]), content: new.content,
      subfolders: 0,
      entered: generation, lastChange: generation)
    try transaction.noteRoom(of: &item)
    try insert(item, name: new.name)
    _ = transaction.nextGeneration()
    if let target = new.target { try insertTarget(target, of: item.id) }
    if new.kind.isDevice { try setDevice(new.device, of: item.id) }
    if let content = new.content, !content.isSmall { try transaction.markContents(of: item.id, as: ContentMark.closed) }
    if new.touchesParent {
      try transaction.touch(folder: parent, subfolders: new.kind == .folder ? 1 : 0)
    } else if new.kind == .folder {
      try adjustSubfolders(of: parent, 1)
    }
    try transaction.append(at: generation, .create, item, previous: .zero, membership: 0)
    return item
  }

  private func insert(_ item: borrowing ItemAttributes, name: FileName) throws(StoreError) {
    let row = try reader.statement(.insertItem)
    row.bind(1, item.id)
    row.bind(2, item.parent)
    row.bind(3, Int64(item.kind.rawValue))
    row.bind(4, Int64(item.mode))
    row.bind(5, Int64(item.owner))
    row.bind(6, Int64(item.group))
    row.bind(7, item.size)
    row.bind(8, item.modified.rawValue)
    row.bind(9, item.changed.rawValue)
    row.bind(10, item.accessed.rawValue)
    row.bind(11, item.created.rawValue)
    row.bind(12, Int64(item.flags.rawValue))
    row.bind(13, item.content?.rawValue)
    row.bind(14, Int64(item.subfolders))
    row.bind(15, item.entered)
    row.bind(16, item.lastChange)
    row.bind(17, name)
    do { try row.run() } catch {
      guard error.code == .exists else { throw error }
      throw StoreError(.exists, "“\(name)” already exists")
    }
  }

  private func insertTarget(_ target: [UInt8], of id: ItemID) throws(StoreError) {
    let row = try reader.statement(.setTarget)
    row.bind(1, id)
    row.bind(2, blob: target)
    try row.run()
  }

  private func setDevice(_ number: UInt64, of id: ItemID) throws(StoreError) {
    let row = try reader.statement(.insertDevice)
    row.bind(1, id)
    row.bind(2, Int64(bitPattern: number))
    try row.run()
  }

  private func adjustSubfolders(of parent: ItemID, _ change: Int64) throws(StoreError) {
    let update = try reader.statement(.countSubfolder)
    update.bind(1, change)
    update.bind(2, parent)
    try update.run()
    transaction.forget(parent)
  }
}
