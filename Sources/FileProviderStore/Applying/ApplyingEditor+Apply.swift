import FileProviderInterface

/// Writes what a provider reported. What is the same already is not logged, and what was changed here and the provider does not know stays: each field
/// by itself.
extension ApplyingEditor {
  /// Creates or changes an item so that it is as its provider has it, but for what is ours.
  ///
  /// What is reported while a call about that very item is under way may be older than its answer: it is left out, and the provider is asked for the
  /// item after the call.
  ///
  /// - Parameters:
  ///   - item: What the provider reported.
  ///   - parent: The folder it is in here.
  ///   - keepsContents: Whether the contents that are here are of the stated version, because they came with it.
  /// - Returns: The item here.
  /// - Throws: `noSuchItem` or `notFolder` for the parent; `invalidMove` when the folder would be in itself;
  ///   `featureUnsupported` for a trash that the domain lacks.
  @discardableResult
  package func apply(
    _ item: ProvidedItem, in parent: ItemID, keepsContents: Bool = false
  ) throws(StoreError) -> ItemID {
    try apply(
      item, try ProvidedReader(reader).provided(identifier: item.identifier), in: parent, keepsContents: keepsContents)
  }

  /// The same where it is known which item has the identifier.
  ///
  /// - Parameters:
  ///   - known: What the provider reported of it before; `nil` where the identifier is unknown.
  ///   - breaksCycles: Whether moves of folders are undone that were made here and prevent this. Not before everything else that the provider reported was
  ///     written: a folder may have left meanwhile.
  package func apply(
    _ item: ProvidedItem, _ known: ProvidedRow?, in parent: ItemID, keepsContents: Bool = false,
    breaksCycles: Bool = false
  ) throws(StoreError) -> ItemID {
    guard let row = known, try !freeIdentifier(of: row) else {
      return try adopt(item, in: parent, breaksCycles: breaksCycles)
    }
    guard let record = try reader.record(row.item) else { return try applyToDeleted(item, row, in: parent) }
    let pending = try ProvidedReader(reader).pending(record.id)
    if var pending, pending.state == .calling {
      pending.isStale = true
      try ReplicationEditor(transaction).write(pending)
      return record.id
    }
    if let pending, try ReplicationReader(reader).isAskedFirst(pending) { return record.id }
    return try merge(
      item, into: record, row, in: parent, ours: pending?.dirty ?? [], keepsContents: keepsContents,
      breaksCycles: breaksCycles)
  }

  /// Writes the fields that are not ours.
  ///
  /// - Parameters:
  ///   - row: What the provider reported before.
  ///   - ours: The locally changed fields.
  ///   - sent: What was sent with the call that this answers.
  ///   - knowsSynced: Whether what is noted as synced is what the provider had before. While the outcome of a call is unknown it may have more of ours: then
  ///     attributes and tags that are ours stay as a whole.
  func merge(
    _ item: ProvidedItem, into record: ItemRecord, _ row: ProvidedRow, in parent: ItemID, ours: ChangedFields,
    sent: ChangedFields = [], keepsContents: Bool, breaksCycles: Bool = false, knowsSynced: Bool? = nil
  ) throws(StoreError) -> ItemID {
    guard record.kind == item.kind else {
      // An item never changes its kind here: its number stands for one thing as long as it exists. What it was is gone, and may be a whole tree.
      try loseIdentifier(row)
      _ = try MassDeletionEditor(transaction).removeGone(record.id, limit: .max)
      return try add(item, in: parent)
    }
    var synced = try ProvidedReader(reader).synced(record.id)
    try ReplicationEditor(transaction).noteContentPolicy(item.contentPolicy, of: record.id)
    try mergePlace(item, of: record, row, in: parent, ours: ours, breaksCycles: breaksCycles)
    var ours = ours
    var item = item
    var reported = ProvidedRow(item, is: record.id)
    switch try mergeContents(item, of: record.id, row, synced, ours: ours, keepsContents: keepsContents) {
    case .merged:
      guard item.kind == .file, !ours.union(sent).contains(.contents),
        item.hasOtherContents(than: row, synced, record.attributes)
      else { break }
      // The date belongs to the contents: one that only this machine keeps goes with those that it was set for.
      if try forgetLocalDate(of: record.id) {
        ours.remove(.times)
        synced?.modified = record.attributes.modified
      }
      // Programs see by the date that contents have changed.
      if !ours.contains(.times) { item.modified = item.modified ?? transaction.time }
    case .conflicted:
      ours.subtract([.contents, .times])
      try ReplicationEditor(transaction).forgetFields([.contents, .times], of: record.id)
    case .isPutOff:
      // What belongs to the contents comes with them.
      reported.contentVersion = row.contentVersion
      (item.modified, item.size) = (nil, nil)
    }
    try mergeAttributes(item, of: record.id, synced, ours: ours, sent: sent)
    let isUnknown = if let knowsSynced { !knowsSynced } else { try ReplicationReader(reader).hasCall(on: record.id) }
    let former = isUnknown ? nil : synced
    try mergeExtendedAttributes(item, of: record.id, former, ours: ours)
    try mergeProviderAttributes(item, of: record.id, row)
    try mergeMembership(item, of: record.id, former, ours: ours)
    try ReplicationEditor(transaction).write(reported)
    try ReplicationEditor(transaction).noteSynced(item, of: record.id, in: parent)
    try ReplicationEditor(transaction).notePlace(of: record.id)
    return record.id
  }

  /// Forgets that a date was set here that the provider does not keep.
  ///
  /// - Returns: Whether there was one.
  private func forgetLocalDate(of id: ItemID) throws(StoreError) -> Bool {
    guard var pending = try ProvidedReader(reader).pending(id), pending.kept.contains(.times),
      !pending.fields.union(pending.sent).contains(.times)
    else { return false }
    pending.kept.remove(.times)
    if pending.state == .local, pending.dirty.isEmpty, !pending.isStale {
      try ReplicationEditor(transaction).forgetPending(id)
    } else {
      try ReplicationEditor(transaction).write(pending)
    }
    return true
  }

  /// Writes what a provider reported of an item whose deletion here is not uploaded yet: the item is restored if another user changed its contents.
  private func applyToDeleted(_ item: ProvidedItem, _ row: ProvidedRow, in parent: ItemID) throws(StoreError) -> ItemID
  {
    let pending = try ProvidedReader(reader).pending(row.item)
    if var pending, pending.state == .calling {
      pending.isStale = true
      try ReplicationEditor(transaction).write(pending)
      return row.item
    }
    guard try ProvidedReader(reader).hasOtherContents(item, than: row) else {
      try ReplicationEditor(transaction).write(ProvidedRow(item, is: row.item))
      try ReplicationEditor(transaction).noteSyncedOfDeleted(item, of: row.item, in: parent)
      try ReplicationEditor(transaction).notePlace(of: row.item)
      return row.item
    }
    if item.kind == .file, pending?.options.contains(.mayAlreadyExist) == true {
      // They may be what was sent before it was deleted. Who asks for the item compares them.
      try ReplicationEditor(transaction).ask(for: row.item)
      return row.item
    }
    try ReplicationEditor(transaction).forgetProvided(row.item)
    // Where the identifier is a path, it may be what is being created here in that place.
    if try ReplicationEditor(transaction).mayBeUnconfirmed(item, nil) {
      try ReplicationEditor(transaction).markStale(for: item.identifier)
      return row.item
    }
    return try add(item, in: parent)
  }

  // MARK: New items

  /// Creates an item that is not known by its identifier. In a folder whose items are getting other identifiers it may be one of those.
  private func adopt(_ item: ProvidedItem, in parent: ItemID, breaksCycles: Bool) throws(StoreError) -> ItemID {
    guard try ReplicationEditor(transaction).isAnythingUnconfirmed() else { return try add(item, in: parent) }
    if let id = try deferItem(item, in: parent) { return id }
    guard let known = try ReplicationReader(reader).renumberedItem(item, in: parent),
      var row = try ProvidedReader(reader).provided(known),
      try freeIdentifier(item.identifier, for: known)
    else { return try add(item, in: parent) }
    row.identifier = item.identifier
    try ReplicationEditor(transaction).write(row)
    if item.kind == .folder { try renumber(known) }
    guard let record = try reader.record(known) else { return known }
    let pending = try ProvidedReader(reader).pending(known)
    return try merge(
      item, into: record, row, in: parent, ours: pending?.dirty ?? [], keepsContents: false, breaksCycles: breaksCycles)
  }

  func add(_ item: ProvidedItem, in parent: ItemID) throws(StoreError) -> ItemID {
    let folder = try transaction.folder(parent)
    if parent == .trash {
      guard try TreeReader(reader).supportsTrash() else {
        throw StoreError(.featureUnsupported, "the domain has no trash")
      }
    }
    // An item in the trash had another place before: as far as is known, the root.
    let place = parent == .trash ? ItemID.root : parent
    if item.kind != .file, let own = try newItem(like: item, in: parent) {
      let row = ProvidedRow(item, is: own.id)
      try ReplicationEditor(transaction).write(row)
      if item.kind == .folder { try ReplicationEditor(transaction).restartListing(of: own.id) }
      var ours = ChangedFields.pushable
      if var pending = try ProvidedReader(reader).pending(own.id) {
        ours = pending.dirty
        // What may have been refused was the creation.
        (pending.state, pending.attempts) = (.ready, 0)
        pending.clearError()
        try ReplicationEditor(transaction).write(pending)
      }
      return try merge(
        item, into: own, row, in: parent, ours: ours.subtracting([.filename, .parent]), keepsContents: false)
    }
    let (name, isOwn) = try RescueEditor(transaction).freeName(for: item.filename, in: place)
    var new = NewItem(
      parent: place, name: name, kind: item.kind, mode: item.initialMode, owner: folder.owner, group: folder.group)
    new.size = item.size ?? 0
    new.target = item.target
    new.modified = item.modified
    new.created = item.created ?? item.modified
    new.flags = item.kind == .folder ? .unlisted : item.kind == .file ? .dataless : []
    new.flags.set(.restricted, item.isRestricted)
    new.flags.set(.attributed, !item.attributes.isEmpty)
    // The first listing of a folder is not a change of it: its date stays the provider's.
    new.touchesParent = !folder.flags.contains(.unlisted)
    let made = try TreeEditor(transaction).create(new)
    let id = made.id
    let record = ItemRecord(attributes: made, name: name)
    try ReplicationEditor(transaction).insert(ProvidedRow(item, is: id), SyncedFields(item, isNew: record, in: parent))
    try writeAttributes(of: item, to: id)
    if item.contentPolicy != .inherited {
      try ReplicationEditor(transaction).noteContentPolicy(item.contentPolicy, of: id)
    }
    if item.isPlain, parent != .trash {
      if !isOwn { try RescueEditor(transaction).noteName(of: id, in: place, isOwn: false) }
      return id
    }
    try mergeExtendedAttributes(item, of: id, nil, ours: [])
    try mergeMembership(item, of: id, nil, ours: [])
    if parent == .trash {
      _ = try TreeEditor(transaction).trash(id, user: folder.owner)
    } else {
      try RescueEditor(transaction).noteName(of: id, in: place, isOwn: isOwn)
    }
    try ReplicationEditor(transaction).noteSynced(item, of: id, in: parent)
    return id
  }

  /// A folder, or a link with the same target, of the same name and place that is not uploaded yet: both are one.
  private func newItem(like item: ProvidedItem, in parent: ItemID) throws(StoreError) -> ItemRecord? {
    guard parent != .trash, try ReplicationEditor(transaction).isAnythingPending(),
      let child = try reader.child(of: parent, named: FileName(providing: item.filename)),
      child.kind == item.kind, try ProvidedReader(reader).provided(child.id) == nil,
      let pending = try ProvidedReader(reader).pending(child.id),
      pending.state != .calling, pending.state != .local
    else { return nil }
    guard item.kind == .symlink else { return try reader.record(child.id) }
    guard let target = item.reportedTarget, try target == reader.target(of: child.id) else { return nil }
    return try reader.record(child.id)
  }

  // MARK: Fields

  private func mergePlace(
    _ item: ProvidedItem, of record: ItemRecord, _ row: ProvidedRow, in parent: ItemID, ours: ChangedFields,
    breaksCycles: Bool
  ) throws(StoreError) {
    let isMoved = !ours.contains(.parent) && parent != record.parent
    let isRenamed = !ours.contains(.filename) && !item.filename.isIdentical(to: row.filename)
    guard isMoved || isRenamed else {
      // Nobody has named it so: another one had its name when it came into its folder, which may have been before the provider knew it.
      if !ours.contains(.filename), parent == record.parent, parent != .trash,
        record.name != FileName(providing: item.filename)
      {
        try RescueEditor(transaction).noteName(of: record.id, in: parent, isOwn: false)
      }
      return
    }
    let place = ours.contains(.parent) ? record.parent : parent
    if isMoved, breaksCycles { try breakCycle(for: record, to: place) }
    try RescueEditor(transaction).relocate(
      record, to: place, filename: ours.contains(.filename) ? record.name.spelling : item.filename)
  }

  private enum ContentsOutcome {
    case merged
    /// The contents that were here are a document of their own now.
    case conflicted
    /// Somebody writes the document, or has it open: later.
    case isPutOff
  }

  private func mergeContents(
    _ item: ProvidedItem, of id: ItemID, _ row: ProvidedRow, _ synced: SyncedFields?, ours: ChangedFields,
    keepsContents: Bool
  ) throws(StoreError) -> ContentsOutcome {
    let now = try transaction.record(id)
    switch item.kind {
    case .symlink:
      guard let target = item.reportedTarget else { break }
      let isSame = try target == reader.target(of: id)
      if !ours.contains(.contents) {
        if !isSame { try changeTarget(target, of: now.attributes) }
      } else if isSame {
        // The provider has it: its next target is no conflict.
        try ReplicationEditor(transaction).forgetFields(.contents, of: id)
      }
    case .file:
      if now.attributes.flags.contains(.dataless) {
        let partial = try ProvidedReader(reader).partialContents(of: id)
        // Parts of another size than the document's could never become whole, whatever the version.
        let haveOtherSize = partial.map { item.size ?? $0.size != $0.size } ?? false
        guard haveOtherSize || !keepsContents && item.hasOtherContents(than: row, nil, now.attributes) else { break }
        if let partial, try !transaction.isUnused(partial.content, of: id) {
          try ReplicationEditor(transaction).ask(for: id, whenUnused: true)
          return .isPutOff
        }
        // Logged, whatever is here: the kernel may still have what programs read before, and of the same size.
        try transaction.setContents(nil, size: item.size ?? now.attributes.size, dataless: true, of: id)
        break
      }
      if keepsContents { break }
      let isOurs = ours.contains(.contents)
      guard item.hasOtherContents(than: row, isOurs ? synced : nil, now.attributes) else { break }
      let options = try ProvidedReader(reader).pending(id)?.options ?? []
      let isWritten = try ContentReader(reader).isWritten(id)
      // Equal contents are no conflict. Who asks for the item compares them.
      let mayBeEqual = !options.contains(.isCompared) && item.size ?? now.attributes.size == now.attributes.size
      if isOurs && (options.contains(.mayAlreadyExist) || mayBeEqual) || isWritten {
        try ReplicationEditor(transaction).ask(for: id)
        return .isPutOff
      }
      // Also for a conflict: a program that has read ours would write over the provider's.
      if try !transaction.isUnused(now.attributes.content, of: id) {
        try ReplicationEditor(transaction).ask(for: id, whenUnused: true)
        return .isPutOff
      }
      if isOurs {
        try RescueEditor(transaction).copyConflict(of: now)
      } else {
        try transaction.keepFormerContents(of: now.attributes, row)
      }
      try transaction.setContents(nil, size: item.size ?? now.attributes.size, dataless: true, of: id)
      return isOurs ? .conflicted : .merged
    default: break
    }
    return .merged
  }

  private func changeTarget(_ target: [UInt8], of item: ItemAttributes) throws(StoreError) {
    let row = try reader.statement(.updateTarget)
    row.bind(1, blob: target)
    row.bind(2, item.id)
    try row.run()
    var item = item
    item.size = Int64(target.count)
    try transaction.update(item, fields: .contents)
  }

  private func mergeAttributes(
    _ item: ProvidedItem, of id: ItemID, _ synced: SyncedFields?, ours: ChangedFields, sent: ChangedFields
  ) throws(StoreError) {
    let now = try transaction.item(id)
    var changes = AttributeChanges()
    // The provider states the owner's bits only; those of others stay as they are unless the owner's change.
    if !ours.contains(.mode), item.kind != .symlink, let mode = item.mode, mode & 0o700 != now.mode & 0o700 {
      changes.mode = mode
    }
    if !ours.contains(.times) {
      let isSent = sent.contains(.times)
      // The date belongs to the contents: those here are newer.
      if !(item.kind == .file && ours.contains(.contents)), let modified = item.modified, modified != synced?.modified,
        !(isSent && modified.isNear(now.modified)),
        // A folder's date strictly follows its changes here, and never goes back.
        item.kind != .folder || modified > now.modified
      {
        changes.modified = modified
      }
      if let created = item.created, created != synced?.created, !(isSent && created.isNear(now.created)) {
        changes.created = created
      }
    }
    if now.flags.contains(.dataless) { changes.size = item.size }
    try transaction.setAttributes(changes, of: id)
    if now.flags.contains(.restricted) != item.isRestricted {
      try transaction.setFlags(.restricted, item.isRestricted, of: id)
    }
  }

  /// What was changed here and is not uploaded yet stays, name by name.
  private func mergeExtendedAttributes(
    _ item: ProvidedItem, of id: ItemID, _ synced: SyncedFields?, ours: ChangedFields
  ) throws(StoreError) {
    guard let attributes = item.extendedAttributes else { return }
    var own: Set<ExactText> = []
    if ours.contains(.xattrs) {
      guard let former = synced?.extendedAttributes, let record = try reader.record(id) else { return }
      let now = try ProvidedReader(reader).pushableAttributes(of: record)
      own = Set(now.keys).union(former.keys).filter { TagData.isSent($0.text) && now[$0] != former[$0] }
    }
    if try transaction.item(id).flags.contains(.attributed) {
      for name in try reader.extendedAttributeNames(of: id)
      where attributes[ExactText(name)] == nil && TagData.isSent(name) && !own.contains(ExactText(name)) {
        try transaction.removeExtendedAttribute(name, of: id)
      }
    }
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) where !own.contains(name) {
      try transaction.changeExtendedAttribute(name.text, to: value, of: id)
    }
  }

  private func mergeMembership(
    _ item: ProvidedItem, of id: ItemID, _ synced: SyncedFields?, ours: ChangedFields
  ) throws(StoreError) {
    guard item.lastUsed != nil || item.tags != nil || item.favoriteRank != nil || item.shared != nil else { return }
    try TreeEditor(transaction).changeMembership(of: id) { membership in
      if !ours.contains(.lastUsed), let lastUsed = item.lastUsed { membership.lastUsed = lastUsed }
      if let tags = item.tags {
        let theirs = TagData(tags ?? [])
        if !ours.contains(.tags) {
          membership.tags = theirs.attribute
        } else if let synced {
          membership.mergeTags(theirs.names, since: TagData(synced.tags ?? []).names)
        }
      }
      if !ours.contains(.favorite), let favoriteRank = item.favoriteRank { membership.favoriteRank = favoriteRank }
      if let shared = item.shared { membership.shared = shared }
    }
  }
}

extension ProvidedItem {
  /// Whether the provider has other contents of a document than those that it had.
  ///
  /// - Parameters:
  ///   - row: What it reported before.
  ///   - synced: With the date and the size that it had, where those here are ours.
  package func hasOtherContents(than row: ProvidedRow, _ synced: SyncedFields?, _ now: ItemAttributes) -> Bool {
    if let version = contentVersion { return version != row.contentVersion }
    // For a provider without versions the date and the size decide.
    if let modified, !modified.isNear(synced?.modified ?? now.modified) { return true }
    if let size, size != synced?.size ?? now.size { return true }
    return false
  }
}

extension Timestamp {
  /// Whether a provider that keeps dates less exactly may mean this one: Apple's own are of microseconds, many servers' of seconds.
  package func isNear(_ other: Timestamp) -> Bool {
    let (distance, overflow) = rawValue.subtractingReportingOverflow(other.rawValue)
    return !overflow && distance.magnitude < 2_000_000_000
  }
}
