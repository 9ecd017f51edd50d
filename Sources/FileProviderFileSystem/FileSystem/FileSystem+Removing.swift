import FileProviderStore
import Glibc
import LinuxSystem

extension FileSystem {
  /// Deletes an item that is not a folder. Programs that have it open keep it.
  ///
  /// - Throws: `ENOENT`, `EISDIR`, `EROFS`.
  package func unlink(
    _ name: UnsafeRawBufferPointer, in parent: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) {
    do throws(ErrorNumber) { try remove(name, in: parent, folder: false, context) } catch {
      guard error == .noEntry, let folder = parent.item, formerNames.remove(name, in: folder) else { throw error }
      return
    }
    if let folder = parent.item { formerNames.remove(name, in: folder) }
  }

  /// Deletes an empty folder.
  ///
  /// - Throws: `ENOENT`, `ENOTDIR`, `ENOTEMPTY`, `EROFS`.
  package func removeFolder(
    _ name: UnsafeRawBufferPointer, in parent: InodeNumber, _ context: RequestContext
  ) throws(ErrorNumber) {
    try remove(name, in: parent, folder: true, context)
  }

  private func remove(
    _ name: UnsafeRawBufferPointer, in parent: InodeNumber, folder: Bool, _ context: RequestContext
  ) throws(ErrorNumber) {
    if options.isReadOnly { throw .readOnly }
    guard let id = parent.item else { return try removeInTrash(name, in: parent, folder: folder, context) }
    if parent == .root && VirtualNode.isReserved(name) {
      guard folder, let user = VirtualNode.trashUser(name) else { throw .readOnly }
      return try removeTrash(of: user, context)
    }
    let trashed = try change(context, touching: id, mayUseReserve: true) {
      (transaction, consequences) throws(StoreError) in
      guard let item = try transaction.reader.child(of: id, named: name) else { throw StoreError(.noSuchItem) }
      if try giveFormerName(to: item, named: FileName(stored: name), in: transaction) { return Optional<ItemID>.none }
      guard options.removesToTrash, try !transaction.reader.isItem(id, atOrBelow: .trash) else {
        let record = ItemRecord(attributes: item, name: FileName(stored: name))
        try delete(record, folder: folder, in: transaction, &consequences)
        return Optional<ItemID>.none
      }
      try checkRemovable(item, folder: folder, in: transaction)
      try TreeEditor(transaction).trash(item.id, user: context.caller.user)
      return item.id
    }
    if let trashed { refreshOpen([trashed], context) }
  }

  /// Deletes an item at the top of the trash for good.
  func delete(_ id: ItemID, folder: Bool, _ context: RequestContext) throws(ErrorNumber) {
    try change(context, mayUseReserve: true) { (transaction, consequences) throws(StoreError) in
      // It was found there before: it may have left the trash meanwhile.
      guard let record = try transaction.reader.record(id), record.parent == .trash else {
        throw StoreError(.noSuchItem)
      }
      try delete(record, folder: folder, in: transaction, &consequences)
    }
  }

  private func delete(
    _ record: ItemRecord, folder: Bool, in transaction: Transaction, _ consequences: inout Consequences
  ) throws(StoreError) {
    try checkKind(record.attributes, folder: folder)
    try keepAttributes(of: record.attributes, transaction.reader, &consequences)
    try TreeEditor(transaction).delete(record)
    noteRemoved(record.attributes, at: transaction.time, &consequences)
  }

  private func checkKind(_ item: ItemAttributes, folder: Bool) throws(StoreError) {
    if item.isFolder && !folder { throw StoreError(.isFolder) }
    if !item.isFolder && folder { throw StoreError(.notFolder) }
  }

  private func checkRemovable(_ item: ItemAttributes, folder: Bool, in transaction: Transaction) throws(StoreError) {
    try checkKind(item, folder: folder)
    try transaction.checkListed(item)
    var isEmpty = true
    try transaction.reader.forEachChild(of: item.id, after: .none) { _, _ in
      isEmpty = false
      return false
    }
    guard isEmpty else { throw StoreError(.notEmpty) }
  }

  /// Keeps the attributes of an item that has no name any more, for programs that still use it.
  func noteRemoved(
    _ item: ItemAttributes, at time: Timestamp, file: OpenFile? = nil, _ consequences: inout Consequences
  ) {
    consequences.add(removed.insert(item, at: time, file: file))
  }

  /// The same for an item that was replaced: its contents are kept, too, for a program that has just looked up the
  /// name.
  func noteReplaced(_ item: ItemAttributes, in transaction: Transaction, _ consequences: inout Consequences) {
    let time = transaction.time
    guard item.kind == .file, openFiles.find(item.id) == nil, let content = item.content,
      let contents = try? transaction.contents.open(content)
    else { return noteRemoved(item, at: time, &consequences) }
    let file = OpenFile(id: item.id, attributes: item, contents: contents, opening: nil)
    file.withState { $0.handles = 0 }
    file.noteUnlinked(at: time)
    noteRemoved(item, at: time, file: file, &consequences)
  }

  /// What happens to an item that has the new name already.
  package enum RenameMode: Sendable {
    case replacing
    case failing
    case exchanging
  }

  /// Gives an item another name, another folder, or both.
  ///
  /// - Throws: as `rename(2)`.
  package func rename(
    _ name: UnsafeRawBufferPointer, in parent: InodeNumber, to newName: UnsafeRawBufferPointer,
    in newParent: InodeNumber, _ mode: RenameMode, _ context: RequestContext
  ) throws(ErrorNumber) {
    if options.isReadOnly { throw .readOnly }
    guard let id = parent.item, let newID = newParent.item else {
      return try renameInTrash(name, in: parent, to: newName, in: newParent, mode, context)
    }
    if parent == .root && VirtualNode.isReserved(name) { throw .readOnly }
    let target = try fileName(newName, in: newParent)
    var touched: [ItemID]?
    var synchronized: ContentKey?
    while touched == nil {
      var content: ContentKey?
      touched = try change(context, touching: id, newID, mayUseReserve: mode == .replacing) {
        (transaction, consequences) throws(StoreError) in
        guard let item = try transaction.reader.child(of: id, named: name) else { throw StoreError(.noSuchItem) }
        if mode == .replacing {
          content = try contentsNeeded(onDiskOf: item, before: newName, in: newID, transaction.reader)
          if let content, content != synchronized { return nil }
        }
        return try rename(item, name, to: newName, in: newID, as: target, mode, transaction, &consequences)
      }
      guard touched == nil, let content else { continue }
      context.willBlock()
      do throws(StoreError) { _ = try store.contents.synchronize([content]) } catch { throw context.number(for: error) }
      synchronized = content
    }
    formerNames.remove(name, in: id)
    formerNames.remove(newName, in: newID)
    refreshOpen(touched ?? [], context)
  }

  /// The contents that have to be on the disk before a document takes another's place: they were there, and were changed since. What it replaces is not
  /// kept for such a document, which would lose what was synchronized if that came back.
  private func contentsNeeded(
    onDiskOf item: ItemAttributes, before name: UnsafeRawBufferPointer, in folder: ItemID, _ reader: StoreReader
  ) throws(StoreError) -> ContentKey? {
    guard let content = item.content, !content.isSmall, try ContentReader(reader).isMarked(item.id),
      try !ContentReader(reader).isNew(item.id), let other = try reader.child(of: folder, named: name),
      other.id != item.id, other.content != nil, other.size > 0
    else { return nil }
    return content
  }

  private func rename(
    _ item: ItemAttributes, _ name: UnsafeRawBufferPointer, to newName: UnsafeRawBufferPointer, in newID: ItemID,
    as target: FileName, _ mode: RenameMode, _ transaction: Transaction, _ consequences: inout Consequences
  ) throws(StoreError) -> [ItemID] {
    if mode == .exchanging {
      guard let other = try transaction.reader.child(of: newID, named: newName) else { throw StoreError(.noSuchItem) }
      try TreeEditor(transaction).exchange(item.id, other.id)
      return [item.id, other.id]
    }
    if !(openFiles.isEmpty && formerNames.isEmpty),
      let other = try transaction.reader.child(of: newID, named: newName), mode == .replacing,
      try !giveFormerName(to: other, named: target, in: transaction)
    {
      try keepAttributes(of: other, transaction.reader, &consequences)
    }
    let replaced = try TreeEditor(transaction).move(
      ItemRecord(attributes: item, name: FileName(stored: name)), to: newID, name: target,
      mode: mode == .failing ? .failing : .replacing)
    if let replaced { noteReplaced(replaced, in: transaction, &consequences) }
    return [item.id]
  }

  /// Updates open documents that this mount has just changed.
  func refreshOpen(_ ids: [ItemID], _ context: RequestContext) {
    for id in ids {
      if let file = openFiles.find(id), let row = try? context.item(id) { file.apply(row) }
    }
  }
}
