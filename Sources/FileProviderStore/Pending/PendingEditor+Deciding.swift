// What the replica decides by itself while it uploads.
extension PendingEditor {
  /// Gives an item a name that is free here, since its own is taken at the provider.
  package func giveFreeName(to id: ItemID, _ pace: PushPace) throws(StoreError) {
    guard let record = try reader.record(id), record.parent != .trash else { return }
    if let other = try numberedItem(like: record) {
      // The other one gets the name that it has at the provider: there is nothing to upload.
      try transaction.making(as: ChangeAuthor.remote) { () throws(StoreError) in
        try TreeEditor(transaction).exchange(id, other)
      }
      try RescueEditor(transaction).noteName(of: other, in: record.parent, isOwn: true)
      return try note(.filename, of: id, at: transaction.generation, transaction.time.rawValue / 1000, pace)
    }
    try transaction.making(as: ChangeAuthor.replica) { () throws(StoreError) in
      var number = 2
      var name = record.name.numbered(number)
      while try reader.child(of: record.parent, named: name) != nil {
        number += number < 16 ? 1 : Int.random(in: 1...number)
        name = record.name.numbered(number)
      }
      try TreeEditor(transaction).move(id, to: record.parent, name: name, mode: .failing)
    }
  }

  /// The provider's item that has a number here because this one has its name.
  private func numberedItem(like record: ItemRecord) throws(StoreError) -> ItemID? {
    for other in try ProvidedReader(reader).renamedItems(in: record.parent).prefix(Self.mostNumberedItems) {
      guard other != record.id, let row = try ProvidedReader(reader).provided(other),
        FileName(providing: row.filename) == record.name,
        try ProvidedReader(reader).synced(other)?.parent == record.parent,
        try reader.item(other)?.parent == record.parent,
        try ProvidedReader(reader).pending(other)?.dirty.contains(.filename) != true
      else { continue }
      return other
    }
    return nil
  }

  private static let mostNumberedItems = 64

  /// Has an item created again that the provider had, and has no more.
  package func createAgain(_ id: ItemID, _ pace: PushPace) throws(StoreError) {
    try ReplicationEditor(transaction).forgetProvided(id)
    guard let item = try reader.item(id) else { return }
    // The provider has nothing in it to list.
    try transaction.deleteRows(of: id, .deleteListing)
    if item.flags.contains(.unlisted) { try transaction.setFlags(.unlisted, false, of: id) }
    try note(.pushable, of: id, at: transaction.generation, transaction.time.rawValue / 1000, pace)
    guard var row = try ProvidedReader(reader).pending(id) else { return }
    row.options.formUnion([.mayAlreadyExist, .isRestored])
    (row.state, row.due) = (.ready, 0)
    try ReplicationEditor(transaction).write(row)
  }

  /// Ends what is pending of an item in which nothing differs any more from what is synced, but for what stays on this machine. The provider is asked
  /// for one that was elsewhere here meanwhile: for no listing of its folder it counted as gone.
  package func endUnchanged(_ row: PendingRow, keeping kept: ChangedFields = []) throws(StoreError) {
    let kept = kept.union(row.kept)
    let known = try ProvidedReader(reader).provided(row.item)
    let wasElsewhere = known != nil && row.fields.contains(.parent) && !kept.contains(.parent)
    if row.isStale, known != nil {
      // The provider is still to be asked for it, when nobody has its contents open any more.
      var row = row
      (row.fields, row.kept) = ([], kept)
      (row.state, row.due) = (.later, PushPace.now + PushPace.nanoseconds(.seconds(1)))
      return try ReplicationEditor(transaction).write(row)
    }
    if kept.isEmpty, !wasElsewhere { return try ReplicationEditor(transaction).forgetPending(row.item) }
    if !kept.isEmpty { try ReplicationEditor(transaction).keepLocal(row.item, kept) }
    guard wasElsewhere, var row = try ProvidedReader(reader).pending(row.item) else { return }
    row.fields = []
    try ReplicationEditor(transaction).write(row)
    try ReplicationEditor(transaction).ask(for: row.item)
  }

  /// Takes the document that has a name now for the one that the provider knows by it: the other one was renamed to be a backup, and is new.
  package func transferBackup(from backup: ItemID, to id: ItemID, _ pace: PushPace) throws(StoreError) {
    // The backup is to be sent as a whole, so it has to be here as a whole.
    guard try reader.item(backup)?.flags.contains(.dataless) == false,
      let newest = try ProvidedReader(reader).pending(backup)?.newest,
      try ReplicationEditor(transaction).transferIdentity(from: backup, to: id)
    else { return }
    try note(.pushable, of: backup, at: newest, transaction.time.rawValue / 1000, pace)
    guard var row = try ProvidedReader(reader).pending(id) else { return }
    row.fields = .pushable
    (row.state, row.due) = (.ready, 0)
    try ReplicationEditor(transaction).write(row)
  }
}
