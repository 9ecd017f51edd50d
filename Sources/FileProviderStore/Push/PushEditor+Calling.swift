import FileProviderInterface
import Foundation
import LinuxSystem

// From pending changes to a call, and back. A call is noted before it is made: after a crash it may have happened.
extension PushEditor {
  /// Prepares a call, and notes that it is under way.
  ///
  /// - Parameters:
  ///   - operation: What the provider is to do.
  ///   - id: A pending item.
  ///   - fields: What is sent; what else is pending of the item is no difference any more.
  ///   - kept: What stays on this machine.
  package func beginCall(
    _ operation: PushCall.Operation, of id: ItemID, fields: ChangedFields, keeping kept: ChangedFields = []
  ) throws(StoreError) -> PushCall {
    guard var row = try ProvidedReader(reader).pending(id) else {
      throw StoreError(.noSuchItem, "item \(id) has no pending changes")
    }
    var later: ChangedFields = []
    let base = try ProvidedReader(reader).provided(id)
    let synced = try ProvidedReader(reader).synced(id)
    var call: PushCall
    var place: SentPlace?
    if let record = try reader.record(id) {
      let sentValues = try SyncedFields(record, reader)
      var template = try PushReader(reader).template(of: record, base, synced)
      if operation == .moveAside, let synced {
        template.parent = try reader.identifier(of: synced.parent).rawValue
        template.filename = FileName(providing: template.filename).aside(for: id).spelling
      }
      if operation == .moveAside || operation == .modify && !fields.isDisjoint(with: [.filename, .parent]) {
        let parent = operation == .moveAside ? synced?.parent ?? record.parent : record.parent
        place = SentPlace(parent: parent, name: FileName(providing: template.filename))
      }
      // In the trash a name is no difference; it is one again for an item that comes back before the provider has thrown it away.
      if operation == .modify, record.parent == .trash { later = row.fields.intersection(.filename) }
      if operation == .create { later = try placeCreation(&row, record, &template) }
      call = PushCall(
        operation: operation, item: id, fields: fields, template: template, base: base, options: row.options,
        content: fields.contains(.contents) && record.kind == .file ? record.attributes.content : nil,
        sentValues: sentValues,
        began: transaction.generation)
      call.hasOtherDate =
        fields.contains(.contents) && !row.kept.contains(.times) && sentValues.modified != synced?.modified
    } else {
      var template = PushTemplate(
        identifier: base?.identifier ?? "", parent: "", filename: base?.filename ?? "", kind: synced?.kind ?? .file)
      if operation == .moveAside, let synced {
        // A folder that is to go, when what leaves it has taken its name.
        template.parent = try reader.identifier(of: synced.parent).rawValue
        template.filename = FileName(providing: template.filename).aside(for: id).spelling
      }
      call = PushCall(
        operation: operation, item: id, fields: [], template: template, base: base, options: row.options, content: nil,
        sentValues: nil, began: transaction.generation)
    }
    call.number = try ReplicationEditor(transaction).begin(call, at: place)
    row.state = .calling
    if operation == .moveAside {
      // Afterwards the name there is another one than here, for sure.
      row.fields.insert(.filename)
    } else {
      row.sent = fields
      row.fields = later
      row.kept.formUnion(kept)
    }
    try ReplicationEditor(transaction).write(row)
    return call
  }

  /// Gives a creation that may have happened the place that it had then, so that the provider finds it again. If another item has that place by now, the
  /// provider would find that one, so the new place is sent.
  ///
  /// - Returns: What is to be sent afterwards.
  private func placeCreation(
    _ row: inout PendingRow, _ record: ItemRecord, _ template: inout PushTemplate
  ) throws(StoreError) -> ChangedFields {
    if row.options.contains(.mayAlreadyExist), let parent = row.oldParent, let name = row.oldName,
      parent != record.parent || name != record.name, try !isTaken(parent, name, except: record.id)
    {
      let isKnown = try ProvidedReader(reader).provided(parent) != nil
      if isKnown || parent.isFixed {
        template.parent = try reader.identifier(of: parent).rawValue
        template.filename = name.spelling
        return [.filename, .parent]
      }
    }
    row.oldParent = record.parent
    row.oldName = record.name
    return []
  }

  /// Whether the provider has another known item at a place, or another one is being created there.
  private func isTaken(_ parent: ItemID, _ name: FileName, except id: ItemID) throws(StoreError) -> Bool {
    let leaving = try ProvidedReader(reader).pendingItem(from: parent, named: name, except: id)
    for other in [leaving?.item, try reader.child(of: parent, named: name)?.id] {
      guard let other, other != id else { continue }
      if try ProvidedReader(reader).isBeingCreated(other) { return true }
      guard let synced = try ProvidedReader(reader).synced(other) else { continue }
      if synced.parent == parent, synced.name == name { return true }
    }
    return false
  }

  /// Notes that a call failed: what it sent is pending again.
  ///
  /// - Parameters:
  ///   - mayHaveHappened: Whether the provider may have done it all the same.
  ///   - body: Says how it goes on.
  /// - Returns: The item that it was about; `nil` where nobody waits for the call any more.
  @discardableResult
  package func endCall(
    _ call: PushCall, mayHaveHappened: Bool, _ body: (inout PendingRow) -> Void
  ) throws(StoreError) -> ItemID? {
    let present = try present(call)
    if mayHaveHappened {
      try ReplicationEditor(transaction).end(call)
    } else {
      try ReplicationEditor(transaction).forget(call)
    }
    guard let id = present, var row = try ProvidedReader(reader).pending(id), row.state == .calling else {
      return present
    }
    row.fields.formUnion(row.sent)
    row.sent = []
    row.state = .ready
    if mayHaveHappened {
      row.options.insert(.mayAlreadyExist)
      // The provider is asked what there is before anything is sent again. A deletion may be sent any number of times.
      let isHere = try reader.item(id) != nil
      if call.operation == .create || isHere { row.isStale = true }
    }
    body(&row)
    try ReplicationEditor(transaction).write(row)
    return id
  }

  /// The item that a call under way is about by now: its own, whatever identifier that has got meanwhile, or what was saved over it; `nil` where nobody
  /// waits for the call any more.
  package func present(_ call: PushCall) throws(StoreError) -> ItemID? {
    try ReplicationReader(reader).item(of: call)
  }

  /// Notes that the calls of earlier processes may have happened.
  package func endCallsOfBefore() throws(StoreError) {
    try reader.statement(.endPendingCalls).run()
    try reader.statement(.endCallsUnderWay).run()
  }

  /// Lets items be sent whose time has come. After a burst of changes there are many: the others have theirs in the next transactions.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  package func promotePendingRows(limit: Int = 512) throws(StoreError) -> Bool {
    let now = PushPace.now
    guard try PendingReader(reader).isAnythingPromoted(at: now) else { return false }
    let statement = try reader.statement(.promoteSomePending)
    statement.bind(1, now)
    statement.bind(2, now + PushPace.horizon)
    statement.bind(3, Int64(limit))
    try statement.run()
    return true
  }

  /// Ends the pauses of items that the provider has to be asked for before they are sent.
  package func retryQuestions() throws(StoreError) { try reader.statement(.releaseQuestions).run() }

  /// Has items sent again that the provider refused, or that could not be sent.
  ///
  /// - Parameter all: Also those that have just changed.
  package func retryPendingRows(all: Bool) throws(StoreError) {
    let statement = try reader.statement(.releaseRefused)
    statement.bind(1, all ? 1 : 0)
    try statement.run()
  }

  /// Has items sent again that the provider excludes: it may take them now. What stays here for another reason is found to do so once more.
  package func retryExcluded() throws(StoreError) { try reader.statement(.releaseExcluded).run() }
}

extension PushReader {
  /// An item as it is sent to its provider: with the identifiers and the name that the provider has for what is not changed.
  func template(
    of record: ItemRecord, _ base: ProvidedRow?, _ synced: SyncedFields?
  ) throws(StoreError) -> PushTemplate {
    let attributes = record.attributes
    let membership = try reader.membership(of: record.id)
    // The name at the provider stays, where the one here only replaces it.
    let isOwnName = record.parent != .trash && record.name != synced?.name
    let isPlaced = try synced.map { (synced) throws(StoreError) in try isNameTaken(synced, by: record) } ?? false
    var template = PushTemplate(
      identifier: base?.identifier ?? "new-\(record.id)", parent: try reader.identifier(of: record.parent).rawValue,
      filename: isOwnName && !isPlaced ? record.name.spelling : base?.filename ?? record.name.spelling,
      kind: record.kind)
    template.mode = attributes.mode
    template.size = attributes.size
    template.modified = attributes.modified
    template.created = attributes.created
    template.lastUsed = membership?.lastUsed
    template.tags = TagData(synced?.tags ?? []).data(for: membership?.tagList ?? [])
    template.favoriteRank = membership?.favoriteRank
    for (name, value) in try ProvidedReader(reader).pushableAttributes(of: record)
    where name.text.hasBytePrefix("user.") {
      template.extendedAttributes[String(name.text.dropFirst(5))] = Data(value)
    }
    template.target = record.kind == .symlink ? try reader.target(of: record.id).map { String(spelling: $0[...]) } : nil
    template.contentType = base?.contentType
    return template
  }

  /// Whether an item has another name here only because another one has its own.
  private func isNameTaken(_ synced: SyncedFields, by record: ItemRecord) throws(StoreError) -> Bool {
    guard record.parent == synced.parent, record.name != synced.name else { return false }
    return try ProvidedReader(reader).pending(record.id)?.dirty.contains(.filename) != true
  }
}
