import FileProviderInterface

// A creation that was not answered may have happened. Before it is tried again, the provider is asked what there is, and an item with the very contents
// that were sent is ours.
extension PushEditor {
  /// Takes an item of the provider for the one that was to be created.
  ///
  /// - Parameters:
  ///   - item: The item as the provider has it.
  ///   - creation: What was sent.
  ///   - contents: The present contents of the document and its last change, if the provider has the same.
  ///   - isPlaced: Whether it is where the provider has it, whatever its name is here.
  package func resolve(
    _ creation: SentCreation, as item: ProvidedItem, contents: (key: ContentKey?, changed: Generation)?,
    isPlaced: Bool = false
  ) throws(StoreError) {
    let id = creation.item
    guard try ProvidedReader(reader).provided(id) == nil,
      try ProvidedReader(reader).provided(identifier: item.identifier) == nil
    else { return }
    try ReplicationEditor(transaction).endSentCreation(of: id)
    var row =
      try ProvidedReader(reader).pending(id)
      ?? PendingRow(item: id, at: transaction.generation, since: transaction.time.rawValue / 1000, noted: 0)
    (row.state, row.due, row.isStale, row.options) = (.ready, 0, false, [])
    var base = ProvidedRow(item, is: id)
    guard let record = try reader.record(id) else {
      let parent = try parent(of: item, around: id, isMovedHere: true)
      try ReplicationEditor(transaction).write(base)
      try ReplicationEditor(transaction).write(
        SyncedFields(item, is: id, in: parent ?? .root, at: transaction.generation))
      (row.fields, row.sent, row.kept) = ([], [], [])
      try ReplicationEditor(transaction).write(row)
      return try ReplicationEditor(transaction).notePlace(of: id)
    }
    row.fields = .pushable
    if let contents, contents.key == record.attributes.content, contents.changed == record.attributes.lastChange {
      row.fields.remove(.contents)
    }
    try ReplicationEditor(transaction).write(row)
    // Where it was not moved here since, it goes where the provider has it now.
    var ours = row.dirty
    let place = try ProvidedReader(reader).folder(identifiedBy: creation.parent)?.id
    let hasPlace = place == record.parent && FileName(providing: creation.filename) == record.name
    if isPlaced || hasPlace {
      ours.subtract([.filename, .parent])
      base.filename = creation.filename
    }
    let parent = try parent(of: item, around: id, isMovedHere: ours.contains(.parent))
    try ReplicationEditor(transaction).write(base)
    var synced = try SyncedFields(record, reader)
    synced.extendedAttributes = nil
    try ReplicationEditor(transaction).write(synced)
    if record.attributes.isFolder { try ReplicationEditor(transaction).restartListing(of: id) }
    _ = try ApplyingEditor(transaction).merge(
      item, into: record, base, in: parent ?? record.parent, ours: ours, keepsContents: true, knowsSynced: false)
    if parent == nil { try ReplicationEditor(transaction).markStale(for: item.identifier) }
  }

  /// The folder that the provider has an item in. Not one that is in the item here: folders in between may have left there, and the provider is asked for
  /// them with it.
  private func parent(of item: ProvidedItem, around id: ItemID, isMovedHere: Bool) throws(StoreError) -> ItemID? {
    guard let parent = try ProvidedReader(reader).parentAtProvider(of: item, isMovedHere: isMovedHere) else {
      return nil
    }
    return try reader.isItem(parent, atOrBelow: id) ? nil : parent
  }

  /// Has a document that was to be created take the place of another one once more. This was uploaded, and a loss of power undid it here.
  ///
  /// - Parameters:
  ///   - old: The document whose contents the provider has those of the new one for.
  ///   - creation: The new one.
  ///   - changed: The last change of the new one when its contents were compared.
  /// - Returns: What the provider made of it, and how it is here now; `nil`, and nothing was changed, where that cannot be, as the old one is in the
  ///   trash or in a call, or its folder is not at the provider.
  package func replaceAgain(
    _ old: ItemID, by creation: SentCreation, _ changed: Generation
  ) throws(StoreError) -> ReplacedAgain? {
    guard let record = try reader.record(old), let new = try reader.record(creation.item), record.kind == .file,
      new.kind == .file, new.attributes.lastChange == changed, try !ContentReader(reader).isOpenForWriting(old),
      let known = try ProvidedReader(reader).provided(old), record.parent != .trash
    else { return nil }
    let pending = try ProvidedReader(reader).pending(old)
    guard pending?.state != .calling else { return nil }
    let ours = pending?.dirty ?? []
    // Where it was moved here since it stays, and the move is uploaded.
    let isMoved = !ours.isDisjoint(with: [.filename, .parent])
    let place = try isMoved ? ProvidedReader(reader).synced(old)?.parent ?? record.parent : record.parent
    guard let parent = try ProvidedReader(reader).providerIdentifier(of: place) else { return nil }
    // What was written here since is nowhere else.
    if ours.contains(.contents), !record.attributes.flags.contains(.dataless) {
      try RescueEditor(transaction).copyConflict(of: record)
    }
    try ReplicationEditor(transaction).forgetProvided(old)
    try TreeEditor(transaction).move(new.id, to: record.parent, name: record.name)
    var moved = creation
    (moved.parent, moved.filename) = (parent.rawValue, known.filename)
    return ReplacedAgain(
      creation: moved, changed: try transaction.record(new.id).attributes.lastChange, isPlaced: !isMoved)
  }

  /// Notes that a creation has not happened.
  package func endCreationThatFailed(of id: ItemID) throws(StoreError) {
    try ReplicationEditor(transaction).endSentCreation(of: id)
    guard var row = try ProvidedReader(reader).pending(id) else { return }
    (row.state, row.due, row.isStale) = (.ready, 0, false)
    try ReplicationEditor(transaction).write(row)
  }
}

/// A document that took the place of another one once more.
package struct ReplacedAgain: Sendable {
  /// What was sent, at the place that the other one has there.
  package var creation: SentCreation
  /// The document's last change.
  package var changed: Generation
  /// Whether it is where the provider has it; if not, it was moved here.
  package var isPlaced: Bool
}

extension SyncedFields {
  /// What a provider reported of an item that is not here.
  init(_ item: ProvidedItem, is id: ItemID, in parent: ItemID, at generation: Generation) {
    self.item = id
    self.generation = generation
    self.parent = parent
    name = FileName(providing: item.filename)
    kind = item.kind
    mode = item.initialMode
    modified = item.modified ?? Timestamp(rawValue: 0)
    created = item.created ?? Timestamp(rawValue: 0)
    size = item.size ?? 0
    include(item, in: parent)
  }
}
