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
      let answer: PushAnswer
      do {
        answer = try send(call)
      } catch let error as StoreError {
        return try putBack(call, error)
      } catch {
        if inFlight.isStopped { return }
        return try handle(error, of: call)
      }
      pushing.withLock { $0.failures = 0 }
      try take(answer, to: call)
    } catch {
      logger.notice("an answer of the provider cannot be written", metadata: [Logger.Key.error: "\(error)"])
    }
  }

  private func send(_ call: PushCall) throws -> PushAnswer {
    guard call.isUpload else { return try calls.push(call, contents: nil) }
    let copier = ContentCopier { [inFlight] _ in !inFlight.isStopped }
    guard let url = try ContentSnapshots(of: store).make(of: call.content, in: store.contents, by: copier) else {
      throw StoreError(.busy, "the contents change all the time")
    }
    defer { unlink(url.path) }
    return try calls.push(call, contents: url)
  }

  /// Writes an answer. What it says of an item that is not known here any more is written like any other news.
  func take(_ answer: PushAnswer, to call: PushCall) throws {
    let pace = limits.pace
    let (outcome, isOther) = try change { (transaction) throws(StoreError) in
      var isOther = false
      if let id = try transaction.present(call) {
        isOther = try transaction.endSentPlaces(of: id, identifier: answer.item?.identifier)
      }
      return (try transaction.acknowledge(call, answer, pace), isOther)
    }
    latches.withLock { $0.clear(call.item) }
    switch outcome {
    case .done: break
    case .isNews:
      if let item = answer.item { try apply(ProvidedBatch(updated: [item]), anchor: nil) }
    case .rescued:
      calls.border.breaches.tell(
        "the provider answers with no item to what it is told; what was nowhere else is in the folder Rescued",
        of: call.template.identifier, named: call.template.filename)
    case .isAnother: try handle(ReplicaError.broken("it answers with another item"), of: call)
    }
    if isOther { pulls.withLock { _ = $0.schedule() } }
  }

  /// Asks for an item as it is at the provider, and merges it with what waits.
  func ask(for id: ItemID) {
    do {
      guard let identifier = try identifier(of: id) else { return try endAsking(for: id, error: nil) }
      do {
        let item = try calls.item(for: identifier)
        try compareIfInDoubt(id, item)
        if try store.readCommitted({ (reader) throws(StoreError) in try reader.item(id) }) != nil {
          try suspendAsking(for: id)
          try apply(ProvidedBatch(updated: [item]), anchor: nil)
        }
        try endAsking(for: id, error: nil)
      } catch let error as StoreError { throw error } catch {
        if inFlight.isStopped { return }
        guard ProviderErrorPolicy(error).reaction == .remove else { return try endAsking(for: id, error: error) }
        switch find(id, asked: identifier) {
        case .found: break
        case .unknown(let error): try endAsking(for: id, error: error)
        case .gone:
          try endAsking(for: id, error: error)
          try removeHere(id)
        }
      }
    } catch {
      logger.notice("what the provider said cannot be written", metadata: [Logger.Key.error: "\(error)"])
    }
  }

  /// Compares contents that may have been sent with those that the provider has, if it has others than before.
  private func compareIfInDoubt(_ id: ItemID, _ item: ProvidedItem) throws {
    let now = try store.readCommitted { (reader) throws(StoreError) in
      (row: try reader.pending(id), item: try reader.item(id), base: try reader.provided(id))
    }
    guard let row = now.row, row.options.contains(.mayAlreadyExist), row.dirty.contains(.contents),
      let document = now.item, document.kind == .file, !document.flags.contains(.dataless), let base = now.base
    else { return }
    var areOurs = false
    if item.contentVersion == nil || item.contentVersion != base.contentVersion,
      item.size ?? document.size == document.size
    {
      let request = NSFileProviderRequest(isSystemRequest: true)
      let fetched = try calls.contents(of: NSFileProviderItemIdentifier(item.identifier), request: request)
      defer { fetched.discard() }
      areOurs = try isEqual(fetched.url, document.content)
    }
    try change { [areOurs] (transaction) throws(StoreError) in
      try transaction.endDoubt(of: id, item, document.content, changed: document.lastChange, areOurs: areOurs)
    }
  }

  private func isEqual(_ url: URL, _ key: ContentKey?) throws -> Bool {
    let theirs = try FileHandle(forReadingFrom: url)
    guard let key else { return try theirs.read(upToCount: 1)?.isEmpty ?? true }
    let ours = try FileHandle(forReadingFrom: store.contents.url(of: key))
    while true {
      let (a, b) = (try theirs.read(upToCount: 1 << 20) ?? Data(), try ours.read(upToCount: 1 << 20) ?? Data())
      guard a == b else { return false }
      if a.isEmpty { return true }
    }
  }

  /// Lets the answer be written, and nothing be told before it is. What was said stays noted until then.
  private func suspendAsking(for id: ItemID) throws(StoreError) {
    try change { (transaction) throws(StoreError) in
      guard var row = try transaction.reader.pending(id) else { return }
      row.state = .later
      row.options.remove(.waitsForReaders)
      row.due = PushPace.now + PushPace.nanoseconds(limits.call)
      try transaction.keep(row)
    }
  }

  private func endAsking(for id: ItemID, error: (any Error)?) throws(StoreError) {
    let isOther = try change { (transaction) throws(StoreError) -> Bool in
      guard var row = try transaction.reader.pending(id) else { return false }
      row.state = .ready
      if let error {
        note(error, in: &row)
        try transaction.keep(row)
        return false
      }
      // It is where it was, or has the same identifier elsewhere.
      let isOther = try transaction.endSentPlaces(of: id, identifier: transaction.reader.provided(id)?.identifier)
      // While a program writes the document, or has it open, its contents are not merged.
      row.isToldOf = row.options.contains(.waitsForReaders) ? true : try transaction.reader.isOpenForWriting(id)
      let isHere = try transaction.reader.item(id) != nil
      if row.fields.isEmpty, row.kept.isEmpty, !row.isToldOf, isHere {
        try transaction.forgetPending(id)
      } else {
        try transaction.keep(row)
      }
      return isOther
    }
    if isOther { pulls.withLock { _ = $0.schedule() } }
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
