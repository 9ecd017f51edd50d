import FileProviderInterface
import FileProviderStore
import FileProviderSync
import LinuxSystem
import Logging
import Synchronization

/// Asking for an item that was reported while it was in a call, or which a call may have changed.
extension Pusher {
  /// Asks for an item as it is at the provider, and merges it with what is pending.
  func ask(for id: ItemID, _ identifier: String) {
    do {
      try state.asking { question in
        let stale = try store.readCommitted { (reader) throws(StoreError) in
          try ReplicationReader(reader).staleIdentifier(identifier)
        }
        let item: ProvidedItem
        do { item = try self.item(id, identifier) } catch let error as StoreError { throw error } catch {
          if !inFlight.isStopped { try conclude(from: error, about: id, identifier, stale) }
          return
        }
        do {
          if try findReplaced(id, by: item) { return }
          guard try compareContents(of: id, item) else { return }
          try merge(item, into: id, asked: question, stale)
        } catch let error as StoreError { throw error } catch {
          // The item was there a moment ago, whatever became of its contents.
          if !inFlight.isStopped { _ = try endAsking(for: id, identifier, error: error, isMissing: false) }
        }
      }
    } catch {
      logger.notice("cannot store the provider's answer", metadata: [Logger.Key.error: "\(error)"])
      whenThereIsRoom { () throws(StoreError) in
        _ = try endAsking(for: id, identifier, error: error, isMissing: false)
      }
    }
  }

  /// What the provider has under an identifier. If it cannot be asked for an item, that is looked for in the folders where it may be.
  func item(_ id: ItemID, _ identifier: String) throws -> ProvidedItem {
    do { return try calls.item(for: NSFileProviderItemIdentifier(identifier)) } catch let error as StoreError {
      throw error
    } catch {
      guard ProviderErrorPolicy(error).reaction == .hide, let item = try listed(id, identifier) else { throw error }
      return item
    }
  }

  /// The provider does not return an item. It may have another identifier, or be gone.
  private func conclude(
    from error: any Error, about id: ItemID, _ identifier: String, _ stale: StaleIdentifier?
  ) throws {
    let reaction = ProviderErrorPolicy(error).reaction
    if reaction == .hide, let stale { try listInstead(of: stale) }
    guard reaction == .remove || reaction == .hide else {
      _ = try endAsking(for: id, identifier, error: error, isMissing: false)
      return
    }
    switch find(id, asked: NSFileProviderItemIdentifier(identifier)) {
    case .found: break
    case .unknown(let error): _ = try endAsking(for: id, identifier, error: error, isMissing: false)
    case .gone where reaction == .hide: try endUnanswerable(id, identifier)
    case .gone:
      let gone = try endAsking(for: id, identifier, error: error, isMissing: true, stale)
      guard let gone else { break }
      try state.removeHere(gone.row.item, known: gone.row)
      // After that: a process that ends in between leaves it to the next one.
      try change { (transaction) throws(StoreError) in try ReplicationEditor(transaction).endStaleness(gone.stale) }
      try state.removeLater()
    }
  }

  /// Writes what the provider answered when it was asked for an item, unless it has reported something newer since.
  ///
  /// - Parameter stale: What it was to be asked for in any case, before it was.
  private func merge(
    _ item: ProvidedItem, into id: ItemID, asked question: Moment, _ stale: StaleIdentifier?
  ) throws {
    var writer = try loader.applier.writer(for: ProvidedBatch(updated: [item]), asked: nil)
    writer.asksAgain = false
    var (hasBegun, isDone, isOther, isVoid) = (false, false, false, false)
    while !isDone {
      isDone = try change { (transaction) throws(StoreError) in
        if !hasBegun {
          // Also the folders that it needs may have changed since.
          var isOld = false
          for identifier in writer.identifiers where !isOld {
            isOld = try state.reported(of: identifier, since: question, transaction.reader).contains(.change)
          }
          let beginning = try beginMerging(item, id, transaction, isOld: isOld)
          isVoid = beginning == .isVoid
          guard beginning == .isBegun else { return true }
          // First: what has to be asked for again is noted anew.
          if let stale, stale.identifier.isIdentical(to: item.identifier) {
            try ReplicationEditor(transaction).endStaleness(stale)
          }
          hasBegun = true
        }
        guard try writer.advance(transaction, budget: limits.itemsPerTransaction) else { return false }
        isOther = try endMerging(item.identifier, id, transaction)
        return true
      }
    }
    if isOther { pulls.withLock { _ = $0.schedule() } }
    if !isVoid { try state.removeLater() }
  }

  private enum Beginning {
    case isBegun
    /// Something newer was reported: the provider is asked again.
    case isVoid
    /// The item goes with a folder that is gone.
    case isRemoved
  }

  /// Lets the answer be written, and nothing be sent before it is.
  private func beginMerging(
    _ item: ProvidedItem, _ id: ItemID, _ transaction: Transaction, isOld: Bool
  ) throws(StoreError) -> Beginning {
    let identifier = item.identifier
    guard var row = try asked(identifier, id, transaction), row.state == .calling else {
      // It counted as gone meanwhile.
      try ReplicationEditor(transaction).markStale(for: identifier)
      return .isVoid
    }
    row.state = .later
    row.options.remove(.waitsForReaders)
    row.due = PushPace.now + PushPace.nanoseconds(limits.call)
    let isOther = try UploadReader(transaction.reader).hasOtherIdentifier(row.item, than: identifier)
    // Another document has replaced it since, and the provider's contents were not compared with that one's.
    let isReplaced = row.item != id
    let isOld = isOld || isOther || row.isStale || isReplaced
    if isOld {
      (row.state, row.due, row.isStale) = (.ready, 0, true)
      row.options.remove(.isCompared)
    }
    try ReplicationEditor(transaction).write(row)
    if isOther { try ReplicationEditor(transaction).markStale(for: identifier) }
    if isOld { return .isVoid }
    return try MassDeletionEditor(transaction).removeWithFolder(row.item, in: item.parent) ? .isRemoved : .isBegun
  }

  /// - Returns: Whether the folders have to be listed again.
  private func endMerging(_ identifier: String, _ id: ItemID, _ transaction: Transaction) throws(StoreError) -> Bool {
    // A call that has begun since has an answer of its own to wait for.
    guard var row = try asked(identifier, id, transaction), row.state != .calling else { return false }
    // It is where it was, or has the same identifier elsewhere.
    let isOther = try ReplicationEditor(transaction).endCalls(on: row.item, identifier: identifier)
    guard row.state != .parked, row.state != .local else { return isOther }
    (row.state, row.due) = (.ready, 0)
    row.options.remove(.mayAlreadyExist)
    // While a program writes the document, or has it open, its contents are not merged.
    let isOpen =
      row.options.contains(.waitsForReaders) ? true : try ContentReader(transaction.reader).isOpenForWriting(row.item)
    if isOpen { row.isStale = true }
    if try ReplicationReader(transaction.reader).isStale(identifier) {
      // What the provider reports cannot be written yet: something else has to come first.
      (row.state, row.due) = (.later, PushPace.now + pauseForObstacles)
    }
    let isHere = try transaction.reader.item(row.item) != nil
    if row.fields.isEmpty, row.kept.isEmpty, !row.isStale, isHere {
      try ReplicationEditor(transaction).forgetPending(row.item)
    } else {
      try ReplicationEditor(transaction).write(row)
    }
    return isOther
  }

  /// In nanoseconds.
  private var pauseForObstacles: Int64 { PushPace.nanoseconds(min(.seconds(4), limits.longestPause)) }

  /// The provider cannot be asked for items: what it lists from now on counts, where the item is not where calls were to put it, and the change is sent
  /// after that. What is in a folder that is gone goes with it.
  private func endUnanswerable(_ id: ItemID, _ identifier: String) throws(StoreError) {
    try change { (transaction) throws(StoreError) in
      guard var row = try asked(identifier, id, transaction), row.state == .calling else { return }
      // What was reported of it meanwhile is written when it is listed.
      let isReported = row.isStale
      (row.state, row.due, row.isStale) = (.later, PushPace.now + pauseForObstacles, false)
      try ReplicationEditor(transaction).write(row)
      if isReported { return try ReplicationEditor(transaction).expireAllListings() }
      if try MassDeletionEditor(transaction).removeWithFolder(row.item, in: nil) { return }
      if let folder = try ProvidedReader(transaction.reader).synced(row.item)?.parent {
        try ReplicationEditor(transaction).expireListing(of: folder)
      }
    }
    pulls.withLock { _ = $0.schedule() }
  }

  /// The pending row of an item that was asked for; what was saved over it may have taken its place meanwhile.
  private func asked(
    _ identifier: String, _ id: ItemID, _ transaction: Transaction
  ) throws(StoreError) -> PendingRow? {
    if try ProvidedReader(transaction.reader).provided(id) != nil {
      return try ProvidedReader(transaction.reader).pending(id)
    }
    let now = try ProvidedReader(transaction.reader).provided(identifier: identifier)
    return try ProvidedReader(transaction.reader).pending(now?.item ?? id)
  }

  /// Compares contents that were changed here with those that the provider has, if it has others than before: where ours may have been sent, and where they
  /// may be the same, as their size is. Those of another size are a conflict.
  ///
  /// - Returns: False where that is to be done later: once nobody has the document open, or the changes are pulled.
  private func compareContents(of id: ItemID, _ item: ProvidedItem) throws -> Bool {
    let now = try store.readCommitted { (reader) throws(StoreError) in
      (
        row: try ProvidedReader(reader).pending(id), item: try reader.item(id),
        base: try ProvidedReader(reader).provided(id),
        synced: try ProvidedReader(reader).synced(id)
      )
    }
    guard let row = now.row, let base = now.base else { return true }
    guard let document = now.item else {
      try compareSentContents(of: id, item, row, base)
      return true
    }
    guard row.dirty.contains(.contents), document.kind == .file, item.kind == .file, !document.flags.contains(.dataless)
    else { return true }
    let isUnconfirmed = row.options.contains(.mayAlreadyExist)
    let mayBeEqual = item.size ?? document.size == document.size
    let isTriedOften = row.attempts > Self.mostComparisons
    guard isUnconfirmed || mayBeEqual && item.hasOtherContents(than: base, now.synced, document) else { return true }
    var found = PushEditor.FoundContents.other
    if item.contentVersion == nil || item.contentVersion != base.contentVersion {
      switch try comparison(
        of: item, with: document, sentBy: id, isUnconfirmed: isUnconfirmed, isTriedOften: isTriedOften)
      {
      case .present: found = .present
      // What is left of it is sent again, in the place of its beginning.
      case .sent, .begun: found = .sent
      case .other where isUnconfirmed:
        // The changes report the copy, and may not have been pulled since the power was back.
        if pulls.read({ $0.complete == 0 }) {
          pulls.withLock { if !$0.isBusy { _ = $0.schedule() } }
          try askLater(id, item.identifier)
          return false
        }
        found = try hasConflictCopy(of: document) ? .copied : .other
      case .other: break
      }
    }
    let ending = try sent.change(endingSentOf: id, where: { $0 == .isEnded }) {
      [found] (transaction) throws(StoreError) in
      try PushEditor(transaction).endUnconfirmed(of: id, item, document.content, changed: document.lastChange, found)
    }
    return ending != .isPutOff
  }

  /// Has the provider asked for an item once more, after a pause that grows. That is no failure.
  private func askLater(_ id: ItemID, _ identifier: String) throws(StoreError) {
    try change { (transaction) throws(StoreError) in
      guard var row = try asked(identifier, id, transaction), row.state == .calling else { return }
      row.attempts += 1
      (row.state, row.isStale) = (.later, true)
      row.due = PushPace.now + PushPace.nanoseconds(state.pause(afterFailures: Int(row.attempts)))
      try ReplicationEditor(transaction).write(row)
    }
  }

  /// Compares contents that were sent of a document, and may not have arrived, with those that the provider has. The document was deleted here since: whoever
  /// deleted it has seen what was sent.
  private func compareSentContents(of id: ItemID, _ item: ProvidedItem, _ row: PendingRow, _ base: ProvidedRow) throws {
    guard row.options.contains(.mayAlreadyExist), item.kind == .file, item.contentVersion != base.contentVersion else {
      return
    }
    let snapshots = sent.snapshots
    let mayBeSent = snapshots.size(of: id).map { $0 == item.size ?? $0 } ?? false
    let isSent =
      mayBeSent
      ? try comparison(
        of: item, with: nil, sentBy: id, isUnconfirmed: false, isTriedOften: row.attempts > Self.mostComparisons)
        == .sent : false
    _ = try sent.change(endingSentOf: id, where: { $0 == .isEnded }) { (transaction) throws(StoreError) in
      try PushEditor(transaction).endUnconfirmed(of: id, item, nil, changed: .zero, isSent ? .sent : .other)
    }
  }

  /// Compares contents for a conflict. Those that the provider does not give are no reason to keep ours back: they count as others, as those of another
  /// size do.
  private func comparison(
    of item: ProvidedItem, with document: ItemAttributes?, sentBy id: ItemID, isUnconfirmed: Bool, isTriedOften: Bool
  ) throws -> SentContents.Comparison {
    do { return try sent.comparison(of: item, with: document, sentBy: id) } catch let error as StoreError {
      throw error
    } catch {
      let isOwn = (error as NSError).domain == ProviderErrorPolicy.ownDomain
      let reaction = ProviderErrorPolicy(error).reaction
      // A provider may have a document, and no contents of it, or none yet.
      let isFinal = [.park, .hide].contains(reaction) || [.remove, .answer].contains(reaction) && isTriedOften
      guard !isUnconfirmed, !isOwn, isFinal else { throw error }
      return .other
    }
  }

  /// How often contents are asked for that the provider does not have, of a document that it has.
  private static let mostComparisons = 4

  /// Whether the provider has a document's contents in a conflict copy: that copy was uploaded, and the power took back here that it was made.
  private func hasConflictCopy(of document: ItemAttributes) throws -> Bool {
    let copies = try store.readCommitted { (reader) throws(StoreError) in
      try RescueReader(reader).possibleConflictCopies(of: document.id)
    }
    return try copies.contains { try sent.isSame(document.id, as: $0) == true }
  }

  /// - Returns: What is known of the item that the identifier is of by now, which stays stale until it is removed; `nil` where the provider has reported
  ///   something of it since.
  private func endAsking(
    for id: ItemID, _ identifier: String, error: any Error, isMissing: Bool, _ stale: StaleIdentifier? = nil
  ) throws(StoreError) -> (row: ProvidedRow, stale: StaleIdentifier)? {
    try change { (transaction) throws(StoreError) in
      func toBeRemoved(_ id: ItemID) throws(StoreError) -> (row: ProvidedRow, stale: StaleIdentifier)? {
        guard isMissing, let known = try ProvidedReader(transaction.reader).provided(id) else { return nil }
        try ReplicationEditor(transaction).markStale(for: known.identifier)
        return try ReplicationReader(transaction.reader).staleIdentifier(known.identifier).map { (known, $0) }
      }
      guard var row = try asked(identifier, id, transaction) else { return try toBeRemoved(id) }
      guard row.state != .parked, row.state != .local else { return try toBeRemoved(row.item) }
      let isOther = try UploadReader(transaction.reader).hasOtherIdentifier(row.item, than: identifier)
      let isStale = row.isStale || isOther
      if isMissing, !isStale, try transaction.reader.item(row.item) == nil {
        // It is gone on both sides: whatever it waited for before, that is resolved at once.
        (row.state, row.due, row.attempts, row.isStale) = (.ready, 0, 0, false)
        row.clearError()
        try ReplicationEditor(transaction).write(row)
        if let stale { try ReplicationEditor(transaction).endStaleness(stale) }
        return nil
      }
      // Users see why the provider has refused the change, and not why it cannot be asked what became of it.
      let refusal = row.options.contains(.isRefused) ? (row.errorDomain, row.errorCode, row.errorText) : nil
      note(error, in: &row)
      if let refusal { (row.errorDomain, row.errorCode, row.errorText) = refusal }
      row.isStale = isStale || !isMissing
      try ReplicationEditor(transaction).write(row)
      return isStale ? nil : try toBeRemoved(row.item)
    }
  }
}

extension UploadReader {
  /// Whether an item has got another identifier than the one under which it was asked for, which may be another item's by now.
  fileprivate func hasOtherIdentifier(_ id: ItemID, than identifier: String) throws(StoreError) -> Bool {
    try ProvidedReader(reader).provided(id).map { !$0.identifier.isIdentical(to: identifier) } ?? false
  }
}
