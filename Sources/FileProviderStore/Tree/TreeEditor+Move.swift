/// What a move does with an item that has the new name already.
package enum MoveMode: Sendable {
  /// Deletes it, if its kind allows (`rename(2)`).
  case replacing
  /// Fails with `exists` (`RENAME_NOREPLACE`).
  case failing
}

extension TreeEditor {
  /// Gives an item another name, another parent, or both: one row in the log, whatever is below it.
  ///
  /// - Returns: The item that was replaced, if one was.
  /// - Throws: `noSuchItem`, `notFolder`; `exists`; `invalidMove` into itself, and into the trash or out of it (`trash`, `restore`); and for the item to be replaced `isFolder`,
  ///   `notFolder` or `notEmpty`, as `rename(2)` has them; `unlisted`, `notPermitted` or `accessDenied` where the provider does not allow it.
  @discardableResult
  package func move(
    _ id: ItemID, to parent: ItemID, name: FileName, mode: MoveMode = .replacing
  ) throws(StoreError) -> ItemAttributes? {
    try move(try transaction.record(id), to: parent, name: name, mode: mode)
  }

  /// The same for an item that was just read in this transaction.
  @discardableResult
  package func move(
    _ record: ItemRecord, to parent: ItemID, name: FileName, mode: MoveMode = .replacing
  ) throws(StoreError) -> ItemAttributes? {
    let id = record.id
    guard !id.isFixed else { throw StoreError(fixed: id) }
    let folder = try transaction.folder(parent)
    if record.attributes.isFolder, try reader.isItem(parent, atOrBelow: id) {
      throw StoreError(.invalidMove, "the folder “\(record.name)” cannot be moved into itself")
    }
    if parent == record.parent && name == record.name { return nil }
    if parent != record.parent { try checkIsNotTrash(record.parent, parent) }
    try transaction.checkPlacing(record, in: folder, as: name)
    let target = try reader.child(of: parent, named: name)
    let placed = try target.map { (target) throws(StoreError) in
      try replace(target, by: record, name: name, mode: mode)
    }
    try place(placed ?? record, in: parent, name: name)
    try touchFolders(from: record.parent, to: parent, isFolder: record.attributes.isFolder)
    return target
  }

  /// Exchanges two items: each gets the other's parent and name (`RENAME_EXCHANGE`).
  ///
  /// - Throws: `noSuchItem`; `invalidMove` when one is below the other, or in the trash; as `move` where the provider does not allow it.
  package func exchange(_ first: ItemID, _ second: ItemID) throws(StoreError) {
    let a = try transaction.record(first)
    let b = try transaction.record(second)
    guard first != second else { return }
    if a.parent != b.parent { try checkIsNotTrash(a.parent, b.parent) }
    guard !first.isFixed, !second.isFixed else { throw StoreError(.invalidMove, "a container cannot be exchanged") }
    let nested = (try reader.isItem(a.parent, atOrBelow: second), try reader.isItem(b.parent, atOrBelow: first))
    guard nested == (false, false) else {
      throw StoreError(.invalidMove, "a folder cannot be moved into itself")
    }
    try transaction.checkPlacing(a, in: try transaction.folder(b.parent), as: b.name)
    try transaction.checkPlacing(b, in: try transaction.folder(a.parent), as: a.name)
    // One is moved aside first, since two items never have one name; no reader sees the name in between.
    var aside = a.attributes
    try setPlace(of: &aside, parent: a.parent, name: FileName(unchecked: "/exchange"))
    try place(b, in: a.parent, name: a.name)
    try place(a, in: b.parent, name: b.name)
    if a.parent != b.parent {
      let folders = (a.attributes.isFolder ? 1 : 0, b.attributes.isFolder ? 1 : 0)
      try transaction.touch(folder: a.parent, subfolders: Int64(folders.1 - folders.0))
      try transaction.touch(folder: b.parent, subfolders: Int64(folders.0 - folders.1))
    } else {
      try transaction.touch(folder: a.parent)
    }
  }

  /// Refuses moves that would leave an item in the trash that cannot be restored, or a trash entry without its item.
  private func checkIsNotTrash(_ old: ItemID, _ new: ItemID) throws(StoreError) {
    guard old != .trash, new != .trash else {
      throw StoreError(.invalidMove, "items enter and leave the trash only by trashing and restoring")
    }
  }

  /// Deletes an item whose name another one gets, if `rename(2)` allows that.
  ///
  /// - Returns: The one that gets it, with what it has of the deleted one and is yet to be written.
  func replace(
    _ target: ItemAttributes, by record: ItemRecord, name: FileName, mode: MoveMode
  ) throws(StoreError) -> ItemRecord {
    guard mode == .replacing else { throw StoreError(.exists, "“\(name)” already exists") }
    if target.isFolder && !record.attributes.isFolder {
      throw StoreError(.isFolder, "“\(name)” is a folder and “\(record.name)” is not")
    }
    if !target.isFolder && record.attributes.isFolder {
      throw StoreError(.notFolder, "“\(name)” is not a folder and “\(record.name)” is")
    }
    let target = try transaction.record(target.id)
    try transaction.checkReplacing(target, by: record)
    let heir = try inheritProvided(of: target, by: record)
    try delete(target, heir: heir.attributes)
    return heir
  }

  /// Lets a document that the provider does not know inherit the identity of the one that it replaces, which is how programs save: the provider gets
  /// new contents, and not a deletion and another document.
  private func inheritProvided(of target: ItemRecord, by record: ItemRecord) throws(StoreError) -> ItemRecord {
    var heir = record
    guard transaction.obeysProvider, target.kind == .file, record.kind == .file,
      try ReplicationEditor(transaction).transferIdentity(from: target.id, to: record.id)
    else { return heir }
    heir.attributes.flags.set(.restricted, target.attributes.flags.contains(.restricted))
    return heir
  }

  private func touchFolders(from old: ItemID, to new: ItemID, isFolder: Bool) throws(StoreError) {
    if old == new {
      try transaction.touch(folder: old)
    } else {
      try transaction.touch(folder: old, subfolders: isFolder ? -1 : 0)
      try transaction.touch(folder: new, subfolders: isFolder ? 1 : 0)
    }
  }

  /// Moves the row, and logs it.
  ///
  /// - Parameter fields: Further fields that the move changes.
  func place(
    _ record: ItemRecord, in parent: ItemID, name: FileName, fields extra: ChangedFields = [], isMember: Bool? = nil
  ) throws(StoreError) {
    var item = record.attributes
    var fields = extra
    if parent != item.parent { fields.insert(.parent) }
    let isRenamed = name != record.name
    if isRenamed { fields.insert(.filename) }
    let wasMember = item.flags.contains(.member)
    let previous = item.lastChange
    let oldParent = item.parent
    item.lastChange = transaction.nextGeneration()
    item.changed = max(transaction.time, Timestamp(rawValue: item.changed.rawValue + 1))
    if let isMember {
      if isMember { item.flags.insert(.member) } else { item.flags.remove(.member) }
    }
    // Its user has looked at it, unless the provider or the replica moves it.
    if transaction.obeysProvider { item.flags.remove(.conflict) }
    if parent != oldParent { item.entered = item.lastChange }
    try setPlace(of: &item, parent: parent, name: name)
    try transaction.append(
      at: transaction.generation, .update, item, fields: fields, beforeParent: parent == oldParent ? nil : oldParent,
      beforeName: isRenamed ? record.name : nil, previous: previous,
      membership: (wasMember ? 1 : 0) | (item.flags.contains(.member) ? 2 : 0))
    if parent != oldParent { try noteMove(of: item, from: oldParent) }
  }

  /// Writes what a move changes, and nothing else: a rename within a folder changes only one index.
  private func setPlace(of item: inout ItemAttributes, parent: ItemID, name: FileName) throws(StoreError) {
    let row =
      try parent == item.parent
      ? reader.statement(.renameItem)
      : reader.statement(.moveItem)
    row.bind(1, name)
    row.bind(2, item.changed.rawValue)
    row.bind(3, item.lastChange)
    row.bind(4, Int64(item.flags.rawValue))
    row.bind(5, item.parent)
    row.bind(6, item.id)
    if parent != item.parent {
      row.bind(7, parent)
      row.bind(8, item.entered)
    }
    try row.run()
    transaction.forget(item.id)
    item.parent = parent
  }
}
