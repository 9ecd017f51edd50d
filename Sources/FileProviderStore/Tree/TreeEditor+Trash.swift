extension TreeEditor {
  /// Moves an item into the trash, where it keeps its number and gets a unique name.
  ///
  /// The item itself becomes a member of the working set (“recently deleted”); members below a trashed folder leave it until the
  /// folder is restored. The cost grows with those members, not with what is in the folder.
  ///
  /// - Parameters:
  ///   - user: The user who trashes it.
  ///   - name: Its name there; by default its present name, or a free name like it.
  ///   - putBack: What the program knows better: where it is to be restored to, and when it was trashed.
  /// - Returns: Its name in the trash.
  /// - Throws: `noSuchItem`; `featureUnsupported` where the domain has no trash; `exists` when it is in the trash already, or
  ///   the name is taken there; `notPermitted`.
  @discardableResult
  package func trash(
    _ id: ItemID, user: UInt32, name: FileName? = nil, putBack: PutBack = PutBack()
  ) throws(StoreError) -> FileName {
    guard try TreeReader(reader).supportsTrash() else {
      throw StoreError(.featureUnsupported, "the domain has no trash")
    }
    let record = try transaction.record(id)
    guard !id.isFixed else { throw StoreError(fixed: id) }
    guard try !reader.isItem(id, atOrBelow: .trash) else {
      throw StoreError(.exists, "“\(record.name)” is already in the trash")
    }
    try transaction.checkTrashing(record)
    let entry = try entry(for: record, user: user, putBack)
    let trashName: FileName
    if let name { trashName = name } else { trashName = try freeName(in: .trash, like: record.name) }
    let oldParent = record.parent
    var membership = try reader.membership(of: id) ?? Membership()
    let wasMember = membership.isMember
    membership.trashed = true
    membership.suspended = false
    try place(record, in: .trash, name: trashName, fields: .trashed, isMember: true)
    try write(membership, of: id, entered: wasMember ? nil : transaction.generation)
    try transaction.touch(folder: oldParent, subfolders: record.attributes.isFolder ? -1 : 0)
    try transaction.touch(folder: .trash, subfolders: record.attributes.isFolder ? 1 : 0)
    let row = try reader.statement(.setTrashEntry)
    row.bind(1, id)
    row.bind(2, entry.originalParent)
    row.bind(3, entry.originalName)
    row.bind(4, spelling: entry.originalPath)
    row.bind(5, entry.date.rawValue)
    row.bind(6, Int64(user))
    try row.run()
    if record.attributes.isFolder { try suspendMembers(below: id, true) }
    return trashName
  }

  /// The entry for an item that is trashed now.
  private func entry(for record: ItemRecord, user: UInt32, _ putBack: PutBack) throws(StoreError) -> TrashEntry {
    let path = try reader.path(of: record.id) ?? "/" + record.name.spelling
    var entry = TrashEntry(
      originalParent: record.parent, originalName: record.name, originalPath: path.belowRoot,
      date: transaction.time, user: user)
    // A program's date of this second is not used: the transaction's time has a fraction, which orders the items.
    if let date = putBack.date, date.rawValue / 1_000_000_000 < transaction.time.rawValue / 1_000_000_000 {
      entry.date = date
    }
    if let path = putBack.path, let (parent, name) = try place(at: path) {
      (entry.originalParent, entry.originalName, entry.originalPath) = (parent, name, path)
    }
    return entry
  }

  /// The folder and the name that a path names; `nil` when there is no such folder, or it is in the trash.
  private func place(at path: String) throws(StoreError) -> (parent: ItemID, name: FileName)? {
    var names = path.pathParts
    for name in names { guard (try? FileName(name)) != nil else { return nil } }
    guard let last = names.popLast(), let name = try? FileName(last),
      let folder = try reader.resolve(names.joined(separator: "/")), folder.isFolder,
      try !reader.isItem(folder.id, atOrBelow: .trash)
    else { return nil }
    return (folder.id, name)
  }

  /// The original folder of a trashed item. If it no longer exists, or is in the trash itself, it is made again along its former
  /// path.
  ///
  /// - Parameters:
  ///   - owner: The owner of folders that are made.
  ///   - group: The group of folders that are made.
  /// - Returns: The folder, and whether any was made.
  /// - Throws: `noSuchItem` when the item is not at the top of the trash; `notFolder` when an item that is not a folder
  ///   is in the way.
  package func originalFolder(of id: ItemID, owner: UInt32, group: UInt32) throws(StoreError) -> (ItemID, isNew: Bool) {
    guard let entry = try reader.trashEntry(of: id) else {
      throw StoreError(.noSuchItem, "item \(id) is not in the trash")
    }
    if try isFolder(entry.originalParent) { return (entry.originalParent, false) }
    var current = ItemID.root
    var isNew = false
    for name in entry.originalPath.pathNames.dropLast() {
      let name = try FileName(name)
      if let there = try reader.child(of: current, named: name) {
        guard there.isFolder else {
          throw StoreError(
            .notFolder,
            "the original folder of “\(entry.originalPath)” no longer exists, and “\(name)” is not a folder; restore the item with --to"
          )
        }
        current = there.id
      } else {
        current = try create(
          NewItem(parent: current, name: name, kind: .folder, mode: 0o755, owner: owner, group: group)
        ).id
        isNew = true
      }
    }
    return (current, isNew)
  }

  private func isFolder(_ id: ItemID) throws(StoreError) -> Bool {
    guard let folder = try reader.item(id), folder.isFolder else { return false }
    return try !reader.isItem(id, atOrBelow: .trash)
  }

  /// Moves an item out of the trash.
  ///
  /// - Parameters:
  ///   - parent: The destination; by default the original folder.
  ///   - name: Its new name; by default its former name, or a free name like it.
  ///   - mode: What happens to an item that has the given name already.
  /// - Returns: The item that was replaced, if one was.
  /// - Throws: `noSuchItem` when the item is not at the top of the trash, or its folder is gone; `exists`; and for the item to be
  ///   replaced what `move` throws.
  @discardableResult
  package func restore(
    _ id: ItemID, to parent: ItemID? = nil, name: FileName? = nil, mode: MoveMode = .failing
  ) throws(StoreError) -> ItemAttributes? {
    var record = try transaction.record(id)
    guard record.parent == .trash, let entry = try reader.trashEntry(of: id) else {
      throw StoreError(.noSuchItem, "“\(record.name)” is not in the trash")
    }
    let parent = parent ?? entry.originalParent
    guard try isFolder(parent) else {
      throw StoreError(
        .noSuchItem, "the original folder of “\(entry.originalPath)” no longer exists; restore the item with --to")
    }
    try transaction.checkPlacing(record, in: try transaction.folder(parent), as: record.name)
    let newName: FileName
    var replaced: ItemAttributes?
    if let name {
      replaced = try reader.child(of: parent, named: name)
      if let replaced { record = try replace(replaced, by: record, name: name, mode: mode) }
      newName = name
    } else {
      newName = try freeName(in: parent, like: entry.originalName)
    }
    var membership = try reader.membership(of: id) ?? Membership()
    membership.trashed = false
    try place(record, in: parent, name: newName, fields: .trashed, isMember: membership.isMember)
    try write(membership, of: id, entered: membership.isMember ? nil : transaction.generation)
    try transaction.deleteRows(of: id, .deleteTrashEntry)
    try transaction.touch(folder: .trash, subfolders: record.attributes.isFolder ? -1 : 0)
    try transaction.touch(folder: parent, subfolders: record.attributes.isFolder ? 1 : 0)
    if record.attributes.isFolder { try suspendMembers(below: id, false) }
    return replaced
  }

  /// A name that is free in a folder: the name itself, or “name 2.ext”, “name 3.ext” and so on.
  package func freeName(in parent: ItemID, like name: FileName) throws(StoreError) -> FileName {
    var (candidate, number) = (name, 2)
    while try reader.child(of: parent, named: candidate) != nil {
      candidate = name.adding(" \(number)")
      number += 1
    }
    return candidate
  }
}

extension TreeReader {
  /// Whether the domain has a trash.
  package func supportsTrash() throws(StoreError) -> Bool { try reader.setting("trash") != "none" }
}
