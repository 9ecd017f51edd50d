extension RescueEditor {
  /// Moves a provided item to its place at the provider, the trash included.
  ///
  /// - Throws: `invalidMove` when that is inside the item itself, `featureUnsupported` for a trash that is not there.
  func relocate(_ record: ItemRecord, to parent: ItemID, filename: String) throws(StoreError) {
    let id = record.id
    _ = try transaction.folder(parent)
    if record.attributes.isFolder, try reader.isItem(parent, atOrBelow: id) {
      throw StoreError(.invalidMove, "the folder “\(record.name)” cannot be moved into itself")
    }
    var place = record.parent
    if parent != place {
      if place == .trash {
        // If the trash does not know its former place, or it goes to a folder in the trash, it passes through the root.
        let isDirect = try !reader.isItem(parent, atOrBelow: .trash)
        place = isDirect ? parent : .root
        try TreeEditor(transaction).restore(id, to: place, name: try freeName(for: filename, in: place).name)
      } else if parent == .trash, try reader.isItem(place, atOrBelow: .trash) {
        place = .root
        try rename(id, to: place, freeName(for: filename, in: place).name)
      }
    }
    let (name, isOwn) = try freeName(for: filename, in: parent, except: id)
    if parent == .trash && place != .trash {
      _ = try TreeEditor(transaction).trash(id, user: record.attributes.owner, name: name)
    } else {
      try rename(id, to: parent, name)
    }
    if record.parent != parent { try noteName(of: id, in: record.parent, isOwn: true) }
    try noteName(of: id, in: parent, isOwn: isOwn)
  }

  /// Takes back a move that was made here, and of which the provider does not know.
  ///
  /// Meanwhile no listing of the folder has missed the item, and it may never be reported gone: the provider is asked for it.
  ///
  /// - Parameters:
  ///   - parent: The folder in which the provider has it, as far as is known.
  ///   - waiting: What waits of the item.
  func takeBack(_ record: ItemRecord, to parent: ItemID, _ pending: PendingRow) throws(StoreError) {
    try relocate(record, to: parent, filename: record.name.spelling)
    var pending = pending
    pending.fields.subtract(.parent)
    pending.sent.subtract(.parent)
    pending.kept.subtract(.parent)
    try ReplicationEditor(transaction).write(pending)
    try ReplicationEditor(transaction).ask(for: record.id)
  }

  /// Moves an item to a free name, exactly as its bytes are given.
  private func rename(_ id: ItemID, to parent: ItemID, _ name: FileName) throws(StoreError) {
    let record = try transaction.record(id)
    if record.parent == parent && record.name == name { return }
    if record.parent == parent {
      // The name is known to be free, so nothing that `move` checks can fail.
      try TreeEditor(transaction).place(record, in: parent, name: name)
      try transaction.touch(folder: parent)
    } else {
      try TreeEditor(transaction).move(id, to: parent, name: name, mode: .failing)
    }
  }
}
