extension PushEditor {
  package enum Acknowledgement: Sendable, Hashable {
    case done
    /// The answer is about an item that is not known here any more: the provider is asked for it.
    case isOfUnknownItem
    /// The provider refused the item, or has none any more; what existed nowhere else is in `Rescued`.
    case rescued
    /// What the provider answered is about an item that was here before. Nothing is written.
    case isAnother
  }

  /// Writes what a provider answered, but for what was changed here since it was sent, and notes that it knows the rest.
  ///
  /// Called after `notePending` in the same transaction.
  package func acknowledge(
    _ call: PushCall, _ answer: PushAnswer, _ pace: PushPace
  ) throws(StoreError) -> Acknowledgement {
    let present = try present(call)
    if let present, let item = answer.item, try isAnother(item, than: present, call) { return .isAnother }
    // A folder has not taken any contents.
    if call.operation == .modify, answer.item?.kind == .folder, call.template.kind == .file,
      call.fields.contains(.contents)
    {
      return .isAnother
    }
    if call.operation == .create { try ReplicationEditor(transaction).forget(call) }
    let left = try ProvidedReader(reader).synced(call.item)?.parent
    let outcome = try take(answer, to: call, on: present, pace)
    // What left a place there may have had the name that another one is to have here.
    if let left { try RescueEditor(transaction).giveBackNames(in: left) }
    return outcome
  }

  /// - Parameter present: The item that the call is about by now.
  private func take(
    _ answer: PushAnswer, to call: PushCall, on present: ItemID?, _ pace: PushPace
  ) throws(StoreError) -> Acknowledgement {
    guard let id = present, var row = try ProvidedReader(reader).pending(id), row.state == .calling else {
      return answer.item == nil ? .done : .isOfUnknownItem
    }
    switch call.operation {
    case .delete:
      try acknowledgeDeletion(of: id)
      return .done
    case .moveAside: row.sent = []
    default: break
    }
    guard let item = answer.item else { return try acknowledgeRefusal(call, id, row) }
    if try isAround(item, id) {
      try endCreationOfOldPlace(row)
      return .done
    }
    let hasDuplicate = try ApplyingEditor(transaction).transferDuplicate(item.identifier, to: id)
    guard let record = try reader.record(id) else { return try acknowledgeForDeleted(answer, item, id, row, call) }
    var sent = row.sent
    // The date goes with the contents.
    if !answer.stillPending.contains(.contents) { sent.formUnion(call.sentFields.intersection(.times)) }
    let still = answer.stillPending.intersection(sent)
    // All of it: the provider does not know these fields.
    if still == sent { row.kept.formUnion(still) } else { row.fields.formUnion(still) }
    let taken = sent.subtracting(still)
    row.sent = []
    row.options = []
    row.attempts = still.isEmpty ? 0 : row.attempts + 1
    row.clearError()
    row.state = .later
    row.due = pace.due(since: PushPace.now, now: PushPace.now)
    try ReplicationEditor(transaction).write(row)
    try takeOver(call, answer, item, taken: taken, record)
    try finish(id)
    if call.operation == .create, try reader.item(id)?.isFolder == true {
      // One that is created again has items here that the provider had in the former one: nothing else reports them gone.
      let isMadeAgain = try ReplicationReader(reader).isAnythingProvided(in: id)
      let mayHaveItems =
        hasDuplicate || answer.isFound || isMadeAgain || call.options.contains(.mayAlreadyExist)
      if mayHaveItems {
        try ReplicationEditor(transaction).restartListing(of: id)
      } else {
        try ReplicationEditor(transaction).noteEmpty(id)
      }
    }
    return .done
  }

  /// Whether an answer's identifier is that of an item which was here before the call. One that came later may be the same: the change feed was
  /// faster. Two folders may have become one. A provider that is asked to look for what may exist already may find an item that was moved
  /// here, but none of another kind.
  private func isAnother(_ item: ProvidedItem, than id: ItemID, _ call: PushCall) throws(StoreError) -> Bool {
    guard let other = try ProvidedReader(reader).provided(identifier: item.identifier), other.item != id,
      let record = try reader.record(other.item), record.attributes.entered <= call.began
    else { return false }
    if let kind = try reader.item(id)?.kind, kind != record.kind {
      // Where it is unknown what its own identifier is by now, it may be that of what was created.
      return try !ReplicationReader(reader).isIdentifierUnconfirmed(other.item)
    }
    return !call.options.contains(.mayAlreadyExist) && record.kind != .folder
  }

  /// Whether the folder of an answer is another one here, in which the item is by now: they cannot be one.
  private func isAround(_ item: ProvidedItem, _ id: ItemID) throws(StoreError) -> Bool {
    guard let other = try ProvidedReader(reader).provided(identifier: item.identifier), other.item != id else {
      return false
    }
    let isHere = try reader.item(id) != nil
    return try isHere ? reader.isItem(id, atOrBelow: other.item) : false
  }

  /// Has an item created where it is now: at its old place the provider has another one.
  private func endCreationOfOldPlace(_ row: PendingRow) throws(StoreError) {
    var row = row
    row.fields.formUnion(row.sent)
    (row.sent, row.state, row.due) = ([], .later, PushPace.now)
    row.options.remove(.mayAlreadyExist)
    (row.oldParent, row.oldName) = (nil, nil)
    row.clearError()
    try ReplicationEditor(transaction).write(row)
  }

  /// Writes the answer into an item that is here.
  private func takeOver(
    _ call: PushCall, _ answer: PushAnswer, _ item: ProvidedItem, taken: ChangedFields, _ record: ItemRecord
  ) throws(StoreError) {
    let id = record.id
    let known = try ProvidedReader(reader).provided(id)
    var contentsStay = taken.contains(.contents)
    var reported = item
    var base = known ?? ProvidedRow(item, is: id)
    // Another name than the one that was sent is a change there, by the provider or by another user before it answered.
    if known == nil || taken.contains(.filename) { base.filename = call.template.filename }
    if known == nil { try ReplicationEditor(transaction).write(base) }
    try noteTaken(call, taken, id)
    if contentsStay, record.kind == .file, hasOtherContents(answer, item, than: call) {
      contentsStay = try !yieldContents(of: id, item)
      if contentsStay {
        // Until then the provider's contents count as others, with what belongs to them.
        base.contentVersion = known?.contentVersion
        (reported.contentVersion, reported.modified, reported.size) = (known?.contentVersion, nil, nil)
      }
    }
    let ours = try ProvidedReader(reader).pending(id)?.dirty ?? []
    var parent =
      try ProvidedReader(reader).parentAtProvider(of: item, isMovedHere: ours.contains(.parent)) ?? record.parent
    if record.attributes.isFolder, try reader.isItem(parent, atOrBelow: id) {
      // Folders in between may have left there: the provider is asked for them with it.
      parent = record.parent
      try ReplicationEditor(transaction).ask(for: id)
    }
    let now = try transaction.record(id)
    if reported.kind != now.kind { reported.kind = now.kind }
    _ = try ApplyingEditor(transaction).merge(
      reported, into: now, base, in: parent, ours: ours, sent: taken, keepsContents: contentsStay, knowsSynced: true)
    if let known, now.attributes.isFolder, !known.identifier.isIdentical(to: item.identifier) {
      try ApplyingEditor(transaction).renumber(id)
    }
  }

  /// Whether the provider has other contents than those that a call has sent.
  private func hasOtherContents(_ answer: PushAnswer, _ item: ProvidedItem, than call: PushCall) -> Bool {
    item.kind == .file && (answer.hasOtherContents || item.size.map { $0 != call.template.size } ?? false)
  }

  /// Notes as synced what the provider took, in the values it was sent.
  private func noteTaken(_ call: PushCall, _ taken: ChangedFields, _ id: ItemID) throws(StoreError) {
    guard var sentValues = call.sentValues else { return }
    sentValues.item = id
    guard var synced = try ProvidedReader(reader).synced(id) else {
      // It is new there, and does not have what it did not take.
      if !taken.contains(.tags) { sentValues.tags = nil }
      if !taken.contains(.xattrs) { sentValues.extendedAttributes = nil }
      return try ReplicationEditor(transaction).write(sentValues)
    }
    if taken.contains(.contents) { (synced.size, synced.target) = (sentValues.size, sentValues.target) }
    if taken.contains(.times) { (synced.modified, synced.created) = (sentValues.modified, sentValues.created) }
    if taken.contains(.mode) { synced.mode = sentValues.mode }
    if taken.contains(.lastUsed) { synced.lastUsed = sentValues.lastUsed }
    if taken.contains(.favorite) { synced.favoriteRank = sentValues.favoriteRank }
    if taken.contains(.tags) { synced.tags = call.template.tags.map { [UInt8]($0) } }
    if taken.contains(.xattrs) { synced.extendedAttributes = sentValues.extendedAttributes }
    try ReplicationEditor(transaction).write(synced)
  }

  /// Replaces contents here by those of the provider; ours are rescued, or a conflict copy if they were changed again.
  ///
  /// - Returns: Whether they are replaced; not while a program writes them, or has them open: it would write over the provider's what it has made of ours. Then
  ///   the provider is asked again later.
  private func yieldContents(of id: ItemID, _ item: ProvidedItem) throws(StoreError) -> Bool {
    guard var row = try ProvidedReader(reader).pending(id) else { return false }
    let record = try transaction.record(id)
    let isWritten = try ContentReader(reader).isWritten(id)
    guard try isWritten ? false : transaction.isUnused(record.attributes.content, of: id) else {
      row.isStale = true
      if !isWritten { row.options.insert(.waitsForReaders) }
      row.fields.insert(.contents)
      try ReplicationEditor(transaction).write(row)
      return false
    }
    if row.fields.contains(.contents) {
      try RescueEditor(transaction).copyConflict(of: record)
    } else {
      try RescueEditor(transaction).rescueContents(of: record)
    }
    row.fields.subtract([.contents, .times])
    row.kept.remove(.times)
    try ReplicationEditor(transaction).write(row)
    try transaction.setContents(nil, size: item.size ?? record.attributes.size, dataless: true, of: id)
    return true
  }

  /// Ends what was sent of an item: what is pending is what was changed since.
  private func finish(_ id: ItemID) throws(StoreError) {
    guard var row = try ProvidedReader(reader).pending(id) else { return }
    if row.fields.isEmpty && !row.isStale {
      if row.kept.isEmpty { return try ReplicationEditor(transaction).forgetPending(id) }
      row.state = .local
    } else {
      row.first = row.newest
      if row.isStale { row.due = PushPace.now }
    }
    try ReplicationEditor(transaction).write(row)
  }

  private func acknowledgeDeletion(of id: ItemID) throws(StoreError) {
    try ReplicationEditor(transaction).forgetProvided(id)
    // It may be there again, under the same number, only where it never was gone.
    if let record = try reader.record(id), record.kind.isPushable {
      var row = PendingRow(
        item: id, at: transaction.generation, since: transaction.time.rawValue / 1000, noted: PushPace.now)
      row.fields = .pushable
      try ReplicationEditor(transaction).write(row)
    }
  }

  private func acknowledgeRefusal(
    _ call: PushCall, _ id: ItemID, _ row: PendingRow
  ) throws(StoreError) -> Acknowledgement {
    guard let record = try reader.record(id) else {
      try ReplicationEditor(transaction).forgetProvided(id)
      return .done
    }
    if call.operation == .create {
      try RescueEditor(transaction).returnMoved(below: record)
      try RescueEditor(transaction).rescue(record)
    } else {
      _ = try MassDeletionEditor(transaction).removeGone(id, limit: .max)
      if var row = try ProvidedReader(reader).pending(id), row.state == .calling {
        row.fields.formUnion(row.sent)
        row.sent = []
        row.state = .ready
        try ReplicationEditor(transaction).write(row)
      }
    }
    return .rescued
  }

  /// The item was deleted while it was in a call: the provider is to delete it, too.
  private func acknowledgeForDeleted(
    _ answer: PushAnswer, _ item: ProvidedItem, _ id: ItemID, _ row: PendingRow, _ call: PushCall
  ) throws(StoreError) -> Acknowledgement {
    let hasOther =
      if call.fields.contains(.contents), !answer.stillPending.contains(.contents) {
        hasOtherContents(answer, item, than: call)
      } else {
        try call.base.map { (base) throws(StoreError) in try ProvidedReader(reader).hasOtherContents(item, than: base) }
          ?? false
      }
    if hasOther {
      // Whoever deleted it has not seen them.
      try ReplicationEditor(transaction).forgetProvided(id)
      return .isOfUnknownItem
    }
    var row = row
    let isOther =
      try ProvidedReader(reader).provided(id).map { !$0.identifier.isIdentical(to: item.identifier) } ?? false
    try ReplicationEditor(transaction).write(ProvidedRow(item, is: id))
    if isOther, item.kind == .folder { try ApplyingEditor(transaction).renumber(id) }
    if var sentValues = try ProvidedReader(reader).synced(id) ?? call.sentValues {
      sentValues.item = id
      sentValues.include(item, in: sentValues.parent)
      try ReplicationEditor(transaction).write(sentValues)
      (row.oldParent, row.oldName) = (sentValues.parent, sentValues.name)
    }
    (row.fields, row.sent, row.kept) = ([], [], [])
    row.options.formIntersection(.isEmptied)
    row.state = .later
    row.due = PushPace.now
    try ReplicationEditor(transaction).write(row)
    return .done
  }
}
