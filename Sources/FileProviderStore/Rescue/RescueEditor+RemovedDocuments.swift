import FileProviderInterface

extension RescueEditor {
  /// Keeps a document or a link that is about to be removed on the provider's word, so that it can be restored.
  ///
  /// - Returns: Whether its contents have another owner now.
  func keepRemovedDocument(_ record: ItemRecord) throws(StoreError) -> Bool {
    let item = record.attributes
    guard item.kind == .symlink || item.kind == .file && !item.flags.contains(.dataless),
      try !reader.isItem(item.id, atOrBelow: .trash), let path = try reader.path(of: item.id)
    else { return false }
    let row = try reader.statement(.keepRemoved)
    row.bind(1, item.id)
    row.bind(2, transaction.time.rawValue / 1000)
    row.bind(3, path)
    row.bind(4, Int64(item.mode))
    row.bind(5, item.modified.rawValue)
    row.bind(6, item.size)
    row.bind(7, item.content?.rawValue)
    row.bind(8, blob: try reader.target(of: item.id))
    try row.run()
    transaction.keepsRemoved = true
    return item.content != nil
  }

  /// Drops documents that were removed.
  func drop(_ documents: some Sequence<RemovedDocument>) throws(StoreError) {
    for document in documents { try dropRemoved(document.item) }
  }

  /// Drops a document that was removed, if it is kept.
  func dropRemoved(_ id: ItemID) throws(StoreError) {
    let content = try RescueReader(reader).removedContent(of: id)
    if try take(id), let content { try transaction.discard(content) }
  }

  /// Makes a new item of what was removed, which is uploaded like any other.
  ///
  /// - Parameters:
  ///   - parent: The folder in which it is to be, and whose owner it gets.
  ///   - name: Its name there.
  /// - Throws: `exists` when the name is taken; `noSuchItem` when it is not kept any more; `busy` while a program has it open, which could write to it;
  ///   `damaged` when its contents are not what they were; as `create`.
  package func restore(
    _ document: RemovedDocument, to parent: ItemID, name: FileName
  ) throws(StoreError) {
    guard try take(document.item) else { throw StoreError(.noSuchItem, "“\(document.path)” is no longer kept") }
    if let content = document.content, try !transaction.isUnused(content, of: document.item) {
      throw StoreError(
        .busy, "“\(document.path)” has been open since before its removal: close it and try again")
    }
    if let content = document.content, try transaction.contents.size(of: content) != document.size {
      throw StoreError(.damaged, "the preserved contents of “\(document.path)” have changed")
    }
    let folder = try transaction.folder(parent)
    var new = NewItem(
      parent: parent, name: name, kind: document.target == nil ? .file : .symlink, mode: document.mode,
      owner: folder.owner, group: folder.group)
    (new.target, new.modified) = (document.target, document.modified)
    (new.content, new.size) = (document.content, document.size)
    try TreeEditor(transaction).create(new)
  }

  /// - Returns: Whether it was kept, so that its contents have no owner now.
  private func take(_ id: ItemID) throws(StoreError) -> Bool {
    let row = try reader.statement(.takeRemoved)
    row.bind(1, id)
    defer { row.reset() }
    return try row.step()
  }
}
