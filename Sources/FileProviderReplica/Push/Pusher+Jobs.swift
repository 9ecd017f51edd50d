import FileProviderStore
import LinuxSystem
import Logging
import Synchronization

/// From pending rows to the jobs of the uploading threads.
extension Pusher {
  /// What a thread of the pool does.
  enum PushJob: Sendable {
    case call(PushCall)
    /// Asks for an item that was reported in the meantime, by its identifier: another item may take its place.
    case ask(ItemID, String)
    /// Finds out whether an item was created.
    case resolve(ItemID)
    /// Asks for what could not be written when the provider reported it.
    case askForStaleItems

    /// The item that is in a call with it.
    var item: ItemID? {
      switch self {
      case .call(let call): call.item
      case .ask(let id, _), .resolve(let id): id
      case .askForStaleItems: nil
      }
    }
  }

  func plan(_ rows: [PendingRow], _ transaction: Transaction) throws(StoreError) -> [PushJob] {
    var jobs: [PushJob] = []
    var uploads = pushing.read { $0.uploads }
    var view: StorePushView?
    let room = pushing.read { limits.pushes - $0.calls }
    for row in rows where jobs.count < room {
      if uploads >= limits.uploads, try UploadReader(transaction.reader).isUpload(row) { continue }
      guard let row = try ProvidedReader(transaction.reader).pending(row.item), row.state == .ready else { continue }
      guard let job = try job(for: row, transaction, &view, mayUpload: uploads < limits.uploads) else { continue }
      if case .call(let call) = job, call.isUpload { uploads += 1 }
      if let item = job.item { view?.itemsInCalls.append(item) }
      jobs.append(job)
    }
    return jobs
  }

  /// - Parameter view: What all items of a plan have in common: made for the first that needs it, and again when an item waits no more.
  private func job(
    for row: PendingRow, _ transaction: Transaction, _ view: inout StorePushView?, mayUpload: Bool
  ) throws(StoreError) -> PushJob? {
    let decision = try decide(row, transaction, &view)
    state.decisions((.push(decision, of: row), transaction.reader))
    switch decision {
    case .ask, .resolve:
      var row = row
      row.state = .calling
      // What is reported from now on is newer. For one that may exist it stays stale until that is known.
      if case .ask = decision { row.isStale = false }
      try ReplicationEditor(transaction).write(row)
      return if case .ask(let identifier) = decision { .ask(row.item, identifier) } else { .resolve(row.item) }
    case .postpone: try postpone(row, transaction)
    case .take(let step): return try job(for: row, step, transaction, &view, mayUpload: mayUpload)
    }
    return nil
  }

  private func decide(
    _ row: PendingRow, _ transaction: Transaction, _ view: inout StorePushView?
  ) throws(StoreError) -> PushDecision {
    let known = try ProvidedReader(transaction.reader).provided(row.item)
    let isUnconfirmed = known == nil ? false : try ReplicationReader(transaction.reader).isPlaceUnconfirmed(row.item)
    let isInUse = row.options.contains(.waitsForReaders) ? try transaction.areContentsOpen(of: row.item) : false
    // What does not concern the contents need not wait for their readers.
    let asksLater = isInUse && !row.fields.isEmpty && !row.fields.contains(.contents)
    if row.isStale && !asksLater || isUnconfirmed {
      var isOpen = isInUse
      if !isInUse, known != nil { isOpen = try ContentReader(transaction.reader).isOpenForWriting(row.item) }
      if isOpen && !isUnconfirmed { return .postpone }
      return known.map { .ask($0.identifier) } ?? .resolve
    }
    // It is not decided yet what follows from what the provider reports gone.
    if try transaction.reader.item(row.item) != nil, try ProvidedReader(transaction.reader).isHeld(row.item) {
      return .postpone
    }
    // An answer would report the contents before it is known whose they are.
    if let known, try ReplicationReader(transaction.reader).isSaveUnconfirmed(in: known.identifier) {
      logger.debug(
        "upload postponed until the provider's version is known",
        metadata: [Logger.Key.item: "\(row.item)"])
      return .postpone
    }
    // What was reported of it and is not written may be newer than what the call would be based on.
    if let known, try ReplicationReader(transaction.reader).isStale(known.identifier) {
      // The contents of a document that is being written are not merged: its identifier is asked for by itself (`askForStaleItems`).
      if isInUse && !asksLater { return .postpone }
      return try ContentReader(transaction.reader).isOpenForWriting(row.item) ? .postpone : .ask(known.identifier)
    }
    let waited = PushPace.now - row.noted
    let common = if let view { view } else { try StorePushView(transaction.reader) }
    view = common
    let planner = PushPlanner(view: common, waitsForWriters: waited < PushPace.nanoseconds(limits.longestQuiet))
    return .take(try planner.step(for: row))
  }

  private func job(
    for row: PendingRow, _ step: PushPlanner<StorePushView>.Step, _ transaction: Transaction,
    _ view: inout StorePushView?, mayUpload: Bool
  ) throws(StoreError) -> PushJob? {
    switch step {
    case .forget, .keepLocal, .transfer: view = nil
    default: break
    }
    switch step {
    case .forget: try PendingEditor(transaction).endUnchanged(row)
    case .keepLocal: try ReplicationEditor(transaction).keepLocal(row.item)
    case .wait(let other):
      guard try transaction.reader.item(row.item)?.parent == other else { break }
      var row = row
      row.wait(for: other)
      try ReplicationEditor(transaction).write(row)
    case .waitForName: break
    case .later: try postpone(row, transaction)
    case .transfer(let backup, let id):
      // What was sent of the one, and was not answered, is looked for in the other's contents at the provider.
      let former = try ReplicationEditor(transaction).takeFormerOwnerOfSentContents(of: backup)
      sent.snapshots.share(of: former ?? backup, with: id)
      try PendingEditor(transaction).transferBackup(from: backup, to: id, limits.pace)
      // It has the copy under its own name: under the other's, the backup may send its own.
      _ = try ReplicationEditor(transaction).takeFormerOwnerOfSentContents(of: id)
    case .create:
      let isDocument = try transaction.reader.item(row.item)?.kind == .file
      if isDocument && !mayUpload { return nil }
      let parts = try split(.pushable, of: row.item, transaction)
      let kept = parts.kept.union(row.fields.intersection(.owner))
      return .call(try PushEditor(transaction).beginCall(.create, of: row.item, fields: parts.sent, keeping: kept))
    case .modify(let wanted, let local):
      let parts = try split(wanted, of: row.item, transaction)
      let (fields, kept) = (parts.sent, local.union(parts.kept))
      if fields.isEmpty {
        view = nil
        try PendingEditor(transaction).endUnchanged(row, keeping: kept)
        return nil
      }
      if row.options.contains(.isRefused) {
        // What is left of the change is what the provider has refused.
        var row = row
        row.options.remove(.isRefused)
        row.state = .parked
        try ReplicationEditor(transaction).write(row)
        return nil
      }
      if !mayUpload && fields.contains(.contents) { return nil }
      return .call(try PushEditor(transaction).beginCall(.modify, of: row.item, fields: fields, keeping: kept))
    case .delete:
      // Items that nobody has seen here prevent it, also in the trash: then the folder is restored with them.
      return .call(try PushEditor(transaction).beginCall(.delete(recursively: false), of: row.item, fields: []))
    case .moveAside(let other):
      return .call(try PushEditor(transaction).beginCall(.moveAside, of: other, fields: []))
    }
    return nil
  }

  private func postpone(_ row: PendingRow, _ transaction: Transaction) throws(StoreError) {
    var row = row
    row.state = .later
    row.due = PushPace.now + PushPace.nanoseconds(min(.seconds(1), limits.quiet))
    try ReplicationEditor(transaction).write(row)
  }

  func submit(_ job: PushJob) {
    var isUpload = false
    if case .call(let call) = job { isUpload = call.isUpload }
    let number = pushing.withLock { [isUpload] in $0.begin(upload: isUpload) }
    senders.submit(number) { [self, isUpload] in
      switch job {
      case .call(let call): perform(call)
      case .ask(let id, let identifier): ask(for: id, identifier)
      case .resolve(let id): resolve(id)
      case .askForStaleItems:
        let result = askForStaleItems()
        pushing.withLock { $0.endAsking(result, pause: state.pause(afterFailures:)) }
      }
      pushing.withLock { $0.end(upload: isUpload) }
      listShiftedContainers()
    }
  }
}

extension UploadReader {
  /// Whether a pending item is a document whose contents are to be sent.
  func isUpload(_ row: PendingRow) throws(StoreError) -> Bool {
    guard row.fields.contains(.contents), !row.isStale else { return false }
    return try reader.item(row.item)?.kind == .file
  }
}
