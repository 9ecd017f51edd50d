import FileProviderInterface
import FileProviderStore
import FileProviderSync
import Foundation
import LinuxSystem
import Logging
import Synchronization

/// What the uploading threads do: one call each, and what follows from its answer.
extension Pusher {
  /// Makes a call, and writes its answer.
  func perform(_ call: PushCall) {
    var call = call
    do {
      let answer: PushAnswer
      let begun = state.questions.withLock { $0.next() }
      let resolutions = state.resolutions.withLock { $0.now }
      do {
        answer = try shifting(call) { try send(&call) }
      } catch let error as StoreError {
        return try putBack(call, error)
      } catch {
        if inFlight.isStopped { return }
        noteUnconfirmed(about: call.item)
        state.noteFailure(of: .push, error)
        try handle(error, of: call)
        try state.retryIfResolved(error, of: call.item, since: resolutions)
        return try endSnapshot(of: call)
      }
      pushing.withLock { $0.failures = 0 }
      state.noteSuccess(of: .push)
      state.resolutions.withLock { $0.noteSuccess(of: call.item) }
      try take(answer, to: call, begun: begun)
      if call.isUpload { pushing.withLock { $0.noteSentContents(of: call) } }
    } catch {
      logger.notice("cannot store the provider's answer", metadata: [Logger.Key.error: "\(error)"])
      // It is asked for the item, which is sent again.
      noteUnconfirmed(about: call.item)
      whenThereIsRoom { [call] () throws(StoreError) in
        _ = try change { (transaction) throws(StoreError) in
          try PushEditor(transaction).endCall(call, mayHaveHappened: true) { note(error, in: &$0) }
        }
      }
    }
  }

  /// Makes a change without which an item would count as being in a call as long as this process lives: again and again while the disk is full.
  func whenThereIsRoom(_ body: () throws(StoreError) -> Void) {
    while !inFlight.isStopped {
      do throws(StoreError) { return try body() } catch {
        guard error.code == .full || error.code == .busy, (try? inFlight.pause(Self.pauseForRoom)) != nil else {
          return logger.error("cannot store the end of a call", metadata: [Logger.Key.error: "\(error)"])
        }
      }
    }
  }

  private static let pauseForRoom = Duration.seconds(1)

  private func send(_ call: inout PushCall) throws -> PushAnswer {
    guard call.isUpload else { return try calls.push(call, contents: nil) }
    let copier = ContentCopier { [inFlight] _ in !inFlight.isStopped }
    let snapshots = sent.snapshots
    guard let url = try snapshots.make(of: call.item, call.content, in: store.contents, by: copier) else {
      throw StoreError(.busy, "the contents keep changing")
    }
    // They may be newer than what the call was prepared with.
    if let size = snapshots.size(of: call.item), size != call.template.size {
      call.noteSize(size)
      try change { [call] (transaction) throws(StoreError) in try ReplicationEditor(transaction).noteSize(of: call) }
    }
    return try calls.push(call, contents: url)
  }

  /// Ends the copy of the contents that were sent, unless the next call is sending its own by now, or its outcome is unknown. The next call may be on the
  /// document that has replaced this one.
  func endSnapshot(
    of call: PushCall, _ copies: inout EndedCopies, _ transaction: Transaction
  ) throws(StoreError) {
    func isNeeded(by id: ItemID) throws(StoreError) -> Bool {
      guard let row = try ProvidedReader(transaction.reader).pending(id) else { return false }
      return row.state == .calling || row.options.contains(.mayAlreadyExist)
    }
    if let successor = try ReplicationReader(transaction.reader).successorWithSentContents(of: call.item) {
      if try isNeeded(by: successor) { return }
      _ = try ReplicationEditor(transaction).takeFormerOwnerOfSentContents(of: successor)
    }
    if try !isNeeded(by: call.item) { try copies.end(sentOf: call.item, transaction) }
  }

  /// Removes the contents that were sent, unless the provider may have them.
  private func endSnapshot(of call: PushCall) throws(StoreError) {
    try sent.endingCopies { (copies: inout EndedCopies) throws(StoreError) in
      try change { (transaction) throws(StoreError) in try endSnapshot(of: call, &copies, transaction) }
    }
  }

  /// Writes an answer. What it reports of an item that is not known here any more is asked for.
  ///
  /// - Parameter begun: When the call was made. Where changes may have been missed since, a new folder may have something in it by now,
  ///   and be gone.
  func take(_ answer: PushAnswer, to call: PushCall, begun: Moment? = nil) throws {
    let pace = limits.pace
    let (outcome, isOther, isFound) = try changeAnswered { [self] (transaction) throws(StoreError) in
      var answer = answer
      // Inside the transaction: nothing is missed between the two.
      let isOld = begun.map(state.hasExpired) ?? false
      if isOld { answer.isFound = true }
      // What was asked for earlier is older. Of a path that the item has left, too: it does not identify the item any more.
      let identifiers = Set([answer.item?.identifier, call.base?.identifier].compactMap { $0 })
      try state.note(.answer, of: identifiers, answering: nil, transaction)
      if let item = answer.item {
        let isMissing = try ReplicationReader(transaction.reader).isMissing(item.identifier)
        if isOld || isMissing { try ReplicationEditor(transaction).markStale(for: item.identifier) }
      }
      let id = try PushEditor(transaction).present(call)
      if let id, let base = call.base, !call.keepsIdentifier(with: answer),
        try ProvidedReader(transaction.reader).pending(id)?.isStale == true
      {
        // What the provider has reported meanwhile may be of another item that has the identifier now.
        try ReplicationEditor(transaction).markStale(for: base.identifier)
      }
      let outcome = try PushEditor(transaction).acknowledge(call, answer, pace)
      // The answer may be older than what made the item unknown.
      if outcome == .isOfUnknownItem, let item = answer.item {
        try ReplicationEditor(transaction).markStale(for: item.identifier)
      }
      guard let id, outcome != .isAnother else { return (outcome, false, answer.isFound) }
      // It was noted as gone with a folder while the call was under way.
      if answer.item != nil, try ProvidedReader(transaction.reader).heldState(of: id) != nil {
        try ReplicationEditor(transaction).ask(for: id)
      }
      let isOther = try ReplicationEditor(transaction).endCalls(on: id, identifier: answer.item?.identifier)
      return (outcome, isOther, answer.isFound)
    }
    state.latches.withLock { $0.clear(call.item) }
    switch outcome {
    case .done, .isOfUnknownItem: break
    case .rescued:
      calls.border.breaches.log(
        "the provider returned no item for a change; contents that exist only here are in the folder Rescued",
        of: call.template.identifier, named: call.template.filename)
    case .isAnother: try handle(ReplicaError.broken("another item was returned"), of: call)
    }
    // A folder that may have been there before may have something in it.
    let mayHaveItems = call.options.contains(.mayAlreadyExist) && call.template.kind == .folder
    if isOther || isFound || call.operation == .create && mayHaveItems {
      pulls.withLock { _ = $0.schedule() }
    }
  }

  /// As `change`, together with what other threads write of the provider's answers at this moment.
  private func changeAnswered<Value>(
    _ body: @escaping (Transaction) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    // Not in turns: what the provider reports meanwhile may follow from what it answers.
    try answers.make(weight: 1, in: { (body) throws(StoreError) in try change(body) }, body)
  }

  /// The contents cannot be sent now: there is no room for a copy, or they change.
  private func putBack(_ call: PushCall, _ error: StoreError) throws(StoreError) {
    let problem: any Error = error.code == .full ? ReplicaError.full(error.message) : error
    let isReplaced = try change { (transaction) throws(StoreError) in
      // Contents are removed soon after the document got others, or was deleted: that is sent instead.
      var isReplaced = false
      if error.code == .damaged, let id = try PushEditor(transaction).present(call) {
        isReplaced = try transaction.reader.item(id)?.content != call.content
      }
      try PushEditor(transaction).endCall(call, mayHaveHappened: false) { [isReplaced] row in
        if isReplaced { return }
        if error.code == .noSuchItem || error.code == .damaged { row.state = .parked } else { note(problem, in: &row) }
        row.errorText = error.message
      }
      return isReplaced
    }
    if !isReplaced { state.notifyUser(of: problem) }
  }

  /// Notes that a call failed, and when it is tried again: after pauses that grow from `firstPause` to `longestIdlePause`, each shortened by up to
  /// a half by chance.
  func note(_ error: any Error, in row: inout PendingRow) {
    let error = error as NSError
    row.errorDomain = error.domain
    row.errorCode = Int64(error.code)
    row.errorText = error.words
    row.attempts += 1
    row.state = .later
    row.due = PushPace.now + PushPace.nanoseconds(state.pause(afterFailures: Int(row.attempts)))
  }
}

extension PushCall {
  /// Whether the item has the same identifier after an answer; it has none any more once it is deleted.
  fileprivate func keepsIdentifier(with answer: PushAnswer) -> Bool {
    if case .delete = operation { return false }
    guard let base, let item = answer.item else { return true }
    return item.identifier.isIdentical(to: base.identifier)
  }
}
