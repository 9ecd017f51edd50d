import FileProviderInterface
import FileProviderStore
import Glibc
import LinuxSystem
import Logging
import Synchronization

/// What follows from an error of a call that sends a change; see `ProviderErrorPolicy`.
extension Pusher {
  func handle(_ error: any Error, of call: PushCall) throws {
    let error = error as NSError
    let reaction = ProviderErrorPolicy(error).reaction
    if try breakCycle(after: error, of: call) { return }
    note(error, of: call)
    switch reaction {
    case .remove: try handleMissing(error, of: call)
    case .rename: try handleCollision(error, of: call)
    case .restore: try handleRefusal(error, of: call)
    case .renew: try askAgain(call, error)
    case .wait:
      if Self.concernsAll(error) { pausePushing() }
      if ProviderErrorPolicy.isOutage(error) { state.latches.withLock { $0.noteOutage(of: call.item) } }
      if call.operation == .create, Self.isForLackOfRoom(error) { return try makeLater(call, error) }
      try tryLater(call, error)
    case .keepLocal: try makeLocal(call)
    case .hide: try handleUnsupported(call, error)
    case .park: try park(call, error)
    case .answer where error.domain == ProviderErrorPolicy.ownDomain: try tryLater(call, error)
    case .answer: try park(call, error)
    case .retry, .listAgain: try tryLater(call, error)
    }
  }

  /// Whether the provider is out of order for everything, not only for one item.
  private static func concernsAll(_ error: NSError) -> Bool {
    error.domain == NSFileProviderErrorDomain
      && [NSFileProviderError.Code.notAuthenticated.rawValue, NSFileProviderError.Code.serverUnreachable.rawValue]
        .contains(error.code)
  }

  private static func isForLackOfRoom(_ error: NSError) -> Bool {
    error.domain == NSFileProviderErrorDomain && error.code == NSFileProviderError.Code.insufficientQuota.rawValue
  }

  private func pausePushing() {
    pushing.withLock { requests in
      requests.failures += 1
      requests.pause = .after(state.pause(afterFailures: requests.failures))
    }
  }

  /// Notifies the user once of an error that requires user action.
  private func note(_ error: NSError, of call: PushCall) {
    var metadata = Logger.metadata(error)
    metadata[Logger.Key.item] = "\(call.item)"
    let reaction = ProviderErrorPolicy(error).reaction
    if ReplicaError.isBreach(error) {
      calls.border.breaches.log(
        error.localizedDescription, of: call.template.identifier, named: call.template.filename)
    }
    let isNew = reaction == .wait && state.latches.withLock { $0.noteKind(of: error) }
    state.notifyUser(of: error, isParked: reaction == .park)
    logger.log(level: isNew ? .notice : .info, "the provider refused a change", metadata: metadata)
  }

  // MARK: Reactions

  /// - Returns: The item that the call was about; `nil` where nobody waits for the call any more.
  @discardableResult
  func end(
    _ call: PushCall, mayHaveHappened: Bool = true, _ body: (inout PendingRow) -> Void
  ) throws(StoreError) -> ItemID? {
    try change { (transaction) throws(StoreError) in
      try PushEditor(transaction).endCall(call, mayHaveHappened: mayHaveHappened, body)
    }
  }

  func tryLater(_ call: PushCall, _ error: NSError) throws(StoreError) {
    try end(call) { note(error, in: &$0) }
  }

  /// The provider answers that it has created nothing. This avoids a search: where there is no room, that may be so of very many.
  private func makeLater(_ call: PushCall, _ error: NSError) throws(StoreError) {
    try end(call, mayHaveHappened: false) { row in
      note(error, in: &row)
      row.options.insert(.mayAlreadyExist)
    }
  }

  func park(_ call: PushCall, _ error: NSError) throws(StoreError) {
    try change { (transaction) throws(StoreError) in
      let isElsewhere = try PushEditor(transaction).present(call).map { (id) throws(StoreError) in
        try UploadReader(transaction.reader).isElsewhere(id, than: call.template)
      }
      let isRefused = call.isMoveAlone && !ReplicaError.isBreach(error) && ProviderErrorPolicy(error).errno != EINTR
      try PushEditor(transaction).endCall(call, mayHaveHappened: !isRefused) { row in
        note(error, in: &row)
        if row.newest > call.began {
          // It has changed since, and what it is now was not refused.
          row.due = PushPace.now
        } else if !isRefused, call.mayHaveMoved {
          row.isStale = true
          row.options.insert(.isRefused)
          row.due = PushPace.now
        } else {
          row.state = .parked
        }
        // The refused place is not sent again once the item is elsewhere.
        if call.operation == .create, isElsewhere == true { (row.oldParent, row.oldName) = (nil, nil) }
      }
    }
  }

  private func makeLocal(_ call: PushCall) throws(StoreError) {
    try change { (transaction) throws(StoreError) in
      var isStale = false
      let id = try PushEditor(transaction).endCall(call, mayHaveHappened: false) { isStale = $0.isStale }
      guard let id else { return }
      try ReplicationEditor(transaction).keepLocal(id)
      // What was reported of it meanwhile is still to be written.
      if isStale, try ProvidedReader(transaction.reader).provided(id) != nil {
        try ReplicationEditor(transaction).ask(for: id)
      }
    }
  }

  /// The item, or the folder it is to go into, is not there.
  private func handleMissing(_ error: NSError, of call: PushCall) throws {
    switch call.operation {
    case .delete:
      let id = try change { (transaction) throws(StoreError) in try PushEditor(transaction).present(call) }
      if let id {
        switch find(id, asked: call.base.map { NSFileProviderItemIdentifier($0.identifier) }) {
        case .found: return
        case .unknown(let error): return try tryLater(call, error as NSError)
        case .gone: break
        }
      }
      try take(PushAnswer(item: nil), to: call)
    case .create: try handleMissingParent(of: call, error)
    case .modify, .moveAside:
      let id = try change { (transaction) throws(StoreError) -> ItemID? in try PushEditor(transaction).present(call) }
      // It is still there where its new folder is what is missing, or where the provider is mistaken.
      if let base = call.base {
        do {
          _ = try item(call.item, base.identifier)
          guard call.fields.contains(.parent) else {
            try end(call) { row in
              note(error, in: &row)
              row.isStale = true
            }
            return
          }
          try end(call, mayHaveHappened: call.mayBeHalfDone) { askFirst(&$0) }
          return try createParentAgain(of: call)
        } catch let error as StoreError { throw error } catch {
          let reaction = ProviderErrorPolicy(error).reaction
          guard reaction == .remove || reaction == .hide else { return try tryLater(call, error as NSError) }
        }
      }
      if let id {
        switch find(id, asked: call.base.map { NSFileProviderItemIdentifier($0.identifier) }) {
        case .found: return
        case .unknown(let error): return try tryLater(call, error as NSError)
        case .gone: break
        }
      }
      let gone = try change { (transaction) throws(StoreError) -> ProvidedRow? in
        var isStale = false
        try PushEditor(transaction).endCall(call, mayHaveHappened: false) { row in
          // What the provider has reported of it meanwhile may be of another one that has its identifier: it is asked for that.
          isStale = row.isStale
          if isStale { return note(error, in: &row) }
          // It is not sent again before it is decided what becomes of it.
          row.state = .later
          row.due = PushPace.now + PushPace.nanoseconds(limits.call)
        }
        guard let id, !isStale else { return nil }
        try ReplicationEditor(transaction).endCalls(on: id)
        return try ProvidedReader(transaction.reader).provided(id)
      }
      if let gone { try state.removeHere(gone.item, known: gone) }
    }
  }

  /// The folder is made again, unless the provider has it after all.
  private func handleMissingParent(of call: PushCall, _ error: NSError) throws {
    try end(call, mayHaveHappened: false) { note(error, in: &$0) }
    try createParentAgain(of: call)
  }

  private func createParentAgain(of call: PushCall) throws {
    let parent = NSFileProviderItemIdentifier(call.template.parent)
    guard parent != .rootContainer, parent != .trashContainer else { return }
    // Where items are named by path, something else may have the folder's path by now. The changes tell what has become of the folder, also where the
    // provider cannot be asked for it.
    func lookAtChanges() { pulls.withLock { _ = $0.schedule() } }
    do {
      _ = try calls.item(for: parent)
      lookAtChanges()
    } catch  where ProviderErrorPolicy(error).reaction == .hide {
      lookAtChanges()
    } catch  where ProviderErrorPolicy(error).reaction == .remove {
      let pace = limits.pace
      try change { (transaction) throws(StoreError) in
        // Of one that is noted as gone, with what is in it, it is decided elsewhere whether it is made again. The call waits for that.
        guard let row = try ProvidedReader(transaction.reader).provided(identifier: parent.rawValue),
          try !ReplicationReader(transaction.reader).isIdentifierUnconfirmed(row.item),
          try !ProvidedReader(transaction.reader).isHeld(row.item)
        else { return }
        try PendingEditor(transaction).createAgain(row.item, pace)
      }
    }
  }

  /// The provider does not delete the item: it is restored as it is there.
  private func handleRefusal(_ error: NSError, of call: PushCall) throws {
    guard let base = call.base, case .delete(let isRecursive) = call.operation else { return try park(call, error) }
    if !isRecursive, call.options.contains(.isEmptied), ProviderErrorPolicy(error).errno == ENOTEMPTY {
      do {
        if try showsNothing(in: NSFileProviderItemIdentifier(base.identifier)) {
          if let again = try deleteRecursively(insteadOf: call) { perform(again) }
          return
        }
      } catch let failure as StoreError { throw failure } catch { return try tryLater(call, error as NSError) }
    }
    let given = (error.userInfo[NSFileProviderErrorItemKey] as? any NSFileProviderItem).flatMap {
      calls.border.item($0)
    }
    var item = given
    if item == nil || item?.identifier.isIdentical(to: base.identifier) == false {
      do { item = try self.item(call.item, base.identifier) } catch let failure as StoreError {
        throw failure
      } catch {
        if ProviderErrorPolicy(error).reaction == .remove { return try take(PushAnswer(item: nil), to: call) }
        return try tryLater(call, error as NSError)
      }
    }
    guard let item else { return }
    // What is known of the deletion is forgotten in the transaction that restores the item.
    let restore = { [self] () throws -> Void in
      _ = try loader.applier.apply(ProvidedBatch(updated: [item]), anchor: nil, isWanted: true)
    }
    if item.kind == .folder { try restoreFolder(restore) } else { try restore() }
  }

  /// - Returns: `nil` where nobody waits for the call any more.
  private func deleteRecursively(insteadOf call: PushCall) throws(StoreError) -> PushCall? {
    try change { (transaction) throws(StoreError) in
      let id = try PushEditor(transaction).endCall(call, mayHaveHappened: false) { _ in }
      return try id.map { (id) throws(StoreError) in
        try PushEditor(transaction).beginCall(.delete(recursively: true), of: id, fields: [])
      }
    }
  }

  /// Whether the provider lists nothing in a folder of its trash that it does not take for empty: it does not show what its trash holds, and nobody ever
  /// sees what would keep the folder.
  private func showsNothing(in folder: NSFileProviderItemIdentifier) throws -> Bool {
    var isEmpty = true
    do {
      try calls.forEachPage(of: folder) { items in
        isEmpty = items.isEmpty
        return isEmpty
      }
    } catch  where [.remove, .hide].contains(ProviderErrorPolicy(error).reaction) {}
    return isEmpty
  }

  /// The provider has another version: it is asked for it, and what is pending is sent on top of that.
  private func askAgain(_ call: PushCall, _ error: NSError) throws(StoreError) {
    try end(call, mayHaveHappened: call.mayBeHalfDone) { askFirst(&$0) }
  }

  /// Has the provider asked for the item before the change is sent again, after some failures with a pause.
  private func askFirst(_ row: inout PendingRow) {
    row.isStale = true
    row.attempts += 1
    row.state = .later
    row.due =
      PushPace.now + (row.attempts > 3 ? PushPace.nanoseconds(state.pause(afterFailures: Int(row.attempts))) : 0)
  }
}

extension UploadReader {
  /// Whether an item that was to be created at a place is at another one here.
  func isElsewhere(_ id: ItemID, than template: PushTemplate) throws(StoreError) -> Bool {
    guard let record = try reader.record(id) else { return false }
    let parent = try reader.identifier(of: record.parent).rawValue
    return !parent.isIdentical(to: template.parent) || !record.name.spelling.isIdentical(to: template.filename)
  }
}

extension PushCall {
  /// Whether it only moves or renames an item, and not to the trash: a provider that refuses that has not done it in part.
  fileprivate var isMoveAlone: Bool {
    [.modify, .moveAside].contains(operation) && fields.isSubset(of: [.filename, .parent])
      && template.parent != NSFileProviderItemIdentifier.trashContainer.rawValue
  }

  /// Whether the provider may have moved the item, and refused the rest.
  fileprivate var mayHaveMoved: Bool {
    base != nil && [.modify, .moveAside].contains(operation) && !fields.isDisjoint(with: [.filename, .parent])
  }

  /// Whether the provider may have taken the contents and refused the place: the contents it has are ours then, and no conflict.
  var mayBeHalfDone: Bool {
    operation == .modify && fields.contains(.contents) && !fields.isDisjoint(with: [.filename, .parent])
  }
}
