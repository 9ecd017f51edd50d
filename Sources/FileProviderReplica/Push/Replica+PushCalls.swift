import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Logging
import Synchronization

/// What the threads do that tell the provider: one call each, and what follows from its answer.
extension Replica {
  /// Makes a call, and writes its answer.
  func perform(_ call: PushCall) {
    do {
      var answer: PushAnswer
      let epoch = journal.withLock { $0.epoch }
      do {
        answer = try send(call)
      } catch let error as StoreError {
        return try putBack(call, error)
      } catch {
        if inFlight.isStopped { return }
        noteDoubt(about: call.item)
        try handle(error, of: call)
        return try endSnapshot(of: call)
      }
      pushing.withLock { $0.failures = 0 }
      // Where changes may have been missed meanwhile, a new folder may have something in it by now, and be gone.
      let isOld = journal.withLock { $0.epoch != epoch }
      if isOld { answer.isFound = true }
      try take(answer, to: call)
      if isOld, let item = answer.item {
        try change { (transaction) throws(StoreError) in try transaction.askLater(for: item.identifier) }
      }
      ContentSnapshots(of: store).remove(call.item)
    } catch {
      logger.notice("an answer of the provider cannot be written", metadata: [Logger.Key.error: "\(error)"])
      // It is asked for the item, and told again.
      try? change { (transaction) throws(StoreError) in
        try transaction.endCall(call, mayHaveHappened: true) { note(error, in: &$0) }
      }
    }
  }

  private func send(_ call: PushCall) throws -> PushAnswer {
    guard call.isUpload else { return try calls.push(call, contents: nil) }
    let copier = ContentCopier { [inFlight] _ in !inFlight.isStopped }
    let snapshots = ContentSnapshots(of: store)
    guard let url = try snapshots.make(of: call.item, call.content, in: store.contents, by: copier) else {
      throw StoreError(.busy, "the contents change all the time")
    }
    return try calls.push(call, contents: url)
  }

  /// Removes the contents that were sent, unless the provider may have them.
  private func endSnapshot(of call: PushCall) throws(StoreError) {
    let mayBeThere = try store.readCommitted { (reader) throws(StoreError) in
      try reader.pending(call.item)?.options.contains(.mayAlreadyExist) == true
    }
    if !mayBeThere { ContentSnapshots(of: store).remove(call.item) }
  }

  /// Writes an answer. What it says of an item that is not known here any more is written like any other news.
  func take(_ answer: PushAnswer, to call: PushCall) throws {
    let pace = limits.pace
    if let identifier = answer.item?.identifier ?? call.base?.identifier {
      // Before it is written: what was asked for earlier is older.
      journal.withLock { $0.note(answer: identifier) }
    }
    let outcome = try change { (transaction) throws(StoreError) in try transaction.acknowledge(call, answer, pace) }
    latches.withLock { $0.clear(call.item) }
    switch outcome {
    case .done: break
    case .isNews:
      // The answer may be older than what made the item unknown.
      if let item = answer.item {
        try change { (transaction) throws(StoreError) in try transaction.askLater(for: item.identifier) }
      }
    case .rescued:
      logger.notice("the provider took an item back; what was nowhere else is in the folder Rescued")
    }
    if answer.isFound || call.operation == .create && call.options.contains(.mayAlreadyExist) {
      pulls.withLock { _ = $0.schedule() }
    }
    try listRenumbered()
  }

  /// Lists the folders again in which all items have got other identifiers.
  private func listRenumbered() throws {
    while let folder = try store.readCommitted({ (reader) throws(StoreError) in try reader.renumberedFolders().first })
    {
      if inFlight.isStopped { return }
      let pending = PendingAnswer<Void>()
      _ = load(.listing(folder)) { pending.answer($0) }
      do { try pending.wait(until: .never)?.get() } catch {
        note(error, of: folder)
        return
      }
    }
  }

  /// Asks for an item as it is at the provider, and merges it with what waits.
  func ask(for id: ItemID, _ identifier: String) {
    do {
      do {
        let mark = journal.withLock { $0.begin(epoch: $0.epoch) }
        defer { journal.withLock { $0.end() } }
        let item = try calls.item(for: NSFileProviderItemIdentifier(identifier))
        try compareIfInDoubt(id, item)
        try merge(item, into: id, since: mark)
      } catch let error as StoreError { throw error } catch {
        if inFlight.isStopped { return }
        let now = try endAsking(for: id, identifier, error: error)
        if ProviderErrorPolicy(error).reaction == .remove { try removeHere(now) }
      }
    } catch {
      logger.notice("what the provider said cannot be written", metadata: [Logger.Key.error: "\(error)"])
      _ = try? endAsking(for: id, identifier, error: error)
    }
  }

  /// Writes what the provider said of an item when it was asked, unless it has said something newer since.
  private func merge(_ item: ProvidedItem, into id: ItemID, since mark: ChangeJournal.Mark) throws {
    var writer = try writer(for: ProvidedBatch(updated: [item]), since: nil)
    var hasBegun = false
    var isDone = false
    while !isDone {
      isDone = try change { (transaction) throws(StoreError) in
        if !hasBegun {
          guard try beginMerging(item.identifier, id, transaction, since: mark) else { return true }
          hasBegun = true
        }
        guard try writer.advance(transaction, budget: limits.itemsPerTransaction) else { return false }
        try endMerging(item.identifier, id, transaction)
        return true
      }
    }
  }

  /// Lets the answer be written, and nothing be told before it is.
  private func beginMerging(
    _ identifier: String, _ id: ItemID, _ transaction: Transaction, since mark: ChangeJournal.Mark
  ) throws(StoreError) -> Bool {
    guard var row = try asked(identifier, id, transaction), row.state == .calling else {
      // It was taken for gone meanwhile.
      try transaction.askLater(for: identifier)
      return false
    }
    row.state = .later
    row.due = PushPace.now + PushPace.nanoseconds(limits.call)
    let isOld = row.isToldOf || journal.withLock { $0.hasChanged(identifier, since: mark) }
    if isOld { (row.state, row.due, row.isToldOf) = (.ready, 0, true) }
    try transaction.keep(row)
    return !isOld
  }

  private func endMerging(_ identifier: String, _ id: ItemID, _ transaction: Transaction) throws(StoreError) {
    guard var row = try asked(identifier, id, transaction), row.state != .parked, row.state != .local else { return }
    (row.state, row.due) = (.ready, 0)
    let isHere = try transaction.reader.item(row.item) != nil
    if row.fields.isEmpty, row.kept.isEmpty, !row.isToldOf, isHere {
      try transaction.forgetPending(row.item)
    } else {
      try transaction.keep(row)
    }
  }

  /// What waits of an item that was asked for; another item may have taken its place meanwhile.
  private func asked(
    _ identifier: String, _ id: ItemID, _ transaction: Transaction
  ) throws(StoreError) -> PendingRow? {
    let now = try transaction.reader.provided(identifier: identifier)
    return try transaction.reader.pending(now?.item ?? id)
  }

  /// Compares contents that may have been sent with those that the provider has, if it has others than before.
  private func compareIfInDoubt(_ id: ItemID, _ item: ProvidedItem) throws {
    let now = try store.readCommitted { (reader) throws(StoreError) in
      (row: try reader.pending(id), item: try reader.item(id), base: try reader.provided(id))
    }
    guard let row = now.row, row.options.contains(.mayAlreadyExist), row.dirty.contains(.contents),
      let document = now.item, document.kind == .file, !document.flags.contains(.dataless), let base = now.base
    else { return }
    var found = Comparison.other
    if item.contentVersion == nil || item.contentVersion != base.contentVersion {
      found = try comparison(of: item, with: document, sentBy: id)
    }
    try change { [found] (transaction) throws(StoreError) in
      try transaction.endDoubt(
        of: id, item, document.content, changed: document.lastChange, areOurs: found != .other,
        arePresent: found == .present)
    }
    ContentSnapshots(of: store).remove(id)
  }

  /// - Returns: The item that the identifier is of by now.
  private func endAsking(for id: ItemID, _ identifier: String, error: any Error) throws(StoreError) -> ItemID {
    try change { (transaction) throws(StoreError) in
      guard var row = try asked(identifier, id, transaction) else { return id }
      guard row.state != .parked, row.state != .local else { return row.item }
      note(error, in: &row)
      row.isToldOf = row.isToldOf || ProviderErrorPolicy(error).reaction != .remove
      try transaction.keep(row)
      return row.item
    }
  }

  /// The contents cannot be sent now: there is no room for a copy, or they change.
  private func putBack(_ call: PushCall, _ error: StoreError) throws(StoreError) {
    try change { (transaction) throws(StoreError) in
      try transaction.endCall(call, mayHaveHappened: false) { row in
        if error.code == .noSuchItem || error.code == .damaged { row.state = .parked } else { note(error, in: &row) }
        row.errorText = error.message
      }
    }
  }

  /// Notes that a call failed, and when it is tried again: after pauses that grow from `firstPause` to `longestIdlePause`, each shortened by up to
  /// a half by chance.
  func note(_ error: any Error, in row: inout PendingRow) {
    let error = error as NSError
    row.errorDomain = error.domain
    row.errorCode = Int64(error.code)
    row.errorText = error.localizedDescription
    row.attempts += 1
    row.state = .later
    row.due = PushPace.now + PushPace.nanoseconds(pause(afterFailures: Int(row.attempts)))
  }

  /// The pause after so many failures in a row.
  func pause(afterFailures count: Int) -> Duration {
    let pause = limits.firstPause * (1 << min(max(count - 1, 0), 20))
    return min(limits.longestIdlePause, pause) * Double.random(in: 0.5...1)
  }
}
