import FileProviderDomains
import FileProviderInterface
import FileProviderProcess
import FileProviderProgram
import FileProviderStore
import LinuxSystem

/// Synchronizes a domain with its provider, and waits for the result on request.
///
/// The provider's process pulls and pushes; the pending changes are in the store, which is polled. A change made after the start
/// is not waited for, or it might never end; what the replica itself changes meanwhile is, such as a copy after a conflict.
struct SyncRun {
  private let store: ItemStore
  private let provider: ProviderAccess
  private let deadline: Deadline
  /// The folder that is listed again.
  private let container: ItemID?
  /// The path of that below which is waited for, without a slash at its end; empty for everything.
  private let place: String
  private let domain: DomainName
  /// The newest change that is waited for.
  private let barrier: Generation
  /// How often uploading each item had failed before, including a call under way: the results of those calls are not counted.
  private let failuresBefore: [ItemID: Int64]

  init(_ selection: DomainSelection, until deadline: Deadline) throws {
    let store = selection.store
    self.store = store
    domain = selection.name
    self.deadline = deadline
    let path = selection.paths.first
    place = path.map { $0.isRoot ? "" : $0.path } ?? ""
    container = try path.map { path in
      let item = try store.readCommitted { (reader) throws(StoreError) in
        Result { try PathReader(reader).item(at: path) }
      }.get()
      return item.isFolder ? item.id : item.parent
    }
    provider = try selection.provided.access(until: deadline)
    try store.notePendingChanges()
    barrier = try store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
    var failures: [ItemID: Int64] = [:]
    try ProvidedReader(store.makeCommittedReader()).forEachPending { item in
      let count = item.attempts + (item.state == .calling ? 1 : 0)
      if count > 0 { failures[item.item] = count }
      return true
    }
    failuresBefore = failures
  }

  /// Has it done, and returns at once.
  func ask() throws -> SyncReport {
    let question = CatchUpQuestion(container: container, waits: false)
    switch try provider.ask(.catchUp, question.payload, until: .after(.seconds(60))) {
    case .done?: break
    case .failed(let error)?: throw CommandFailure("sync", error.description)
    case .notUnderstood?, nil:
      throw CommandFailure("sync", "the provider's process does not answer", status: .unavailable)
    }
    let queue = try look()
    return SyncReport(inStep: nil, waiting: queue.count, oldest: queue.oldest, problems: try restraint(of: queue))
  }

  /// Waits until both sides are up to date, user action is required, or the time is over.
  ///
  /// - Throws: `CommandEnd` on an interruption.
  func wait() throws -> SyncReport {
    defer { ProgressLine.clear() }
    var problems: [ProviderProblem] = []
    let pull = try pull(&problems)
    guard pull == .done else { return report(try look(), problems, isLate: pull == .late) }
    var (stalled, undecided) = (0, 0)
    var hasAskedAgain = false
    while true {
      let began = ContinuousClock.now
      let queue = try look()
      // Without a path the domain is not up to date while a decision is pending.
      let held = place.isEmpty || queue.hasHeld ? try heldDeletions() : []
      let restraint = try restraint(of: queue)
      if !restraint.isEmpty { return report(queue, problems + held + restraint, isLate: false) }
      if queue.count == 0 {
        guard undecided < Self.mostUndecided, !deadline.hasPassed, try isAnythingUndecided() else {
          return report(queue, problems + held, isLate: false)
        }
        undecided += 1
        try pause(for: .milliseconds(100))
        continue
      }
      // A held change is never uploaded, nor one that only waits for a refused one.
      stalled = queue.isMoving || queue.problems.isEmpty && !queue.hasHeld ? 0 : stalled + 1
      let all = problems + held + queue.problems
      if stalled >= Self.mostStalls { return report(queue, all, isLate: false) }
      if deadline.hasPassed { return report(queue, all, isLate: true) }
      // What failed at the end of an earlier call would wait for its pause.
      if queue.hasOldFailure, !hasAskedAgain {
        hasAskedAgain = true
        _ = try ask()
      }
      ProgressLine.show("\(SyncReport.text(waiting: queue.count))\(queue.reason.map { ": \($0)" } ?? "")")
      // A long queue is not looked through all the time.
      try pause(for: max(.milliseconds(100), (ContinuousClock.now - began) * 5))
    }
  }

  private static let mostStalls = 5
  /// How often it is looked whether what the provider has reported is written.
  private static let mostUndecided = 50

  /// Whether the provider has reported something that is not written yet: it is asked for first, or its folder is listed.
  private func isAnythingUndecided() throws(StoreError) -> Bool {
    let reader = try ReplicationReader(store.makeCommittedReader())
    if try !reader.staleIdentifiers(limit: 1).isEmpty { return true }
    return try !reader.renumberedFoldersToList().isEmpty
  }

  /// The decision that is required before both sides are up to date.
  private func heldDeletions() throws -> [ProviderProblem] {
    guard let held = try ProvidedReader(store.makeCommittedReader()).heldDeletions(), held.items > 0 else { return [] }
    return [ProviderProblem(held, domain: domain.string)]
  }

  /// Why none of the pending changes is uploaded now, if the domain is paused, or the network metered.
  private func restraint(of queue: Queue) throws -> [ProviderProblem] {
    guard queue.count > 0,
      let restraint = try TransferRestraint(store.makeCommittedReader(), DomainFacts.process(store))
    else { return [] }
    let remedy = restraint.remedy(for: domain.string)
    return [ProviderProblem(paused: queue.count, since: queue.oldest, restraint.words, remedy: remedy)]
  }

  private func report(_ queue: Queue, _ problems: [ProviderProblem], isLate: Bool) -> SyncReport {
    SyncReport(
      inStep: queue.count == 0 && problems.isEmpty && !isLate, waiting: queue.count, oldest: queue.oldest,
      problems: problems, isLate: isLate)
  }

  private func pause(for pause: Duration) throws {
    let end = min(deadline, .after(pause))
    _ = end.ask(every: .milliseconds(50)) { Interruption.hasCome }
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
  }

  // MARK: The provider's changes

  private enum Pull {
    /// The changes have arrived.
    case done
    /// They cannot be fetched without user action.
    case refused
    /// The time was over.
    case late
  }

  /// Waits for the provider's changes up to now.
  ///
  /// - Parameter problems: Gets what could not be had when the provider was asked last.
  private func pull(_ problems: inout [ProviderProblem]) throws -> Pull {
    let question = CatchUpQuestion(container: container, waits: true)
    let since = Timestamp.now.rawValue / 1000
    var pauses = Backoff(first: .seconds(1), longest: .seconds(30))
    var hasSaidWhy = false
    var tries = 0
    while true {
      ProgressLine.show("fetching the provider's changes…")
      guard let answer = try provider.ask(.catchUp, question.payload, until: deadline) else { return .late }
      let outcome: SynchronizationOutcome
      switch answer {
      case .done(let payload): outcome = try SynchronizationOutcome(payload)
      case .failed(let error): outcome = SynchronizationOutcome([.init(container: Self.workingSet, error: error)])
      case .notUnderstood: return .late
      }
      let reader = try store.makeCommittedReader()
      problems = try outcome.failures.map { (failure) throws(StoreError) in
        try ProviderProblem(failure, reader, since: since)
      }
      tries += 1
      let isFinal = outcome.failures.contains { Self.isFinal($0.error.error) }
      // It may be the answer to an earlier question, which this one has joined.
      if isFinal, tries == 1 { continue }
      guard let failure = outcome.failures.first(where: { $0.container == Self.workingSet }) else { return .done }
      if isFinal || tries >= Self.mostTries && !ProviderErrorPolicy.isOutage(failure.error.error) { return .refused }
      // A script shows no progress line, so that a long wait would be silent.
      if !hasSaidWhy {
        Console.say("cannot fetch the provider's changes: \(failure.error.description); retrying")
      }
      hasSaidWhy = true
      ProgressLine.show("cannot fetch the provider's changes: \(failure.error.description)")
      try pause(for: pauses.next() ?? .seconds(30))
      if deadline.hasPassed { return .late }
    }
  }

  /// What fails so often is listed, unless the provider is out of reach.
  fileprivate static let mostTries = 5
  private static let workingSet = NSFileProviderItemIdentifier.workingSet.rawValue

  /// Whether asking again is of no use.
  private static func isFinal(_ error: NSError) -> Bool {
    ProviderErrorPolicy.needsUserAction(error) || ProviderErrorPolicy(error).reaction == .park
  }

  // MARK: What waits

  /// The pending changes among the awaited ones.
  private struct Queue {
    var count: Int64 = 0
    var oldest: Int64?
    var problems: [ProviderProblem] = []
    /// Whether an item is inside a held deletion.
    var hasHeld = false
    /// Whether a call is under way or scheduled.
    var isMoving = false
    /// The provider's error for a change that is retried.
    var reason: String?
    /// Whether something waits since a call has failed that had begun before.
    var hasOldFailure = false

    /// The refused folders that are not waited for themselves, and whose contents are.
    private var refusedFolders: Set<ItemID> = []

    /// Notes that an item waits for a folder. The folder itself may be above what is waited for.
    ///
    /// - Parameter failures: How often the provider has failed to take the folder since the beginning.
    mutating func addFolder(_ folder: PendingItem, failures: Int64, _ reader: StoreReader) throws(StoreError) {
      guard folder.isRefused(after: failures) else {
        if folder.state != .ready { isMoving = true }
        return
      }
      guard problems.count < 100, refusedFolders.insert(folder.item).inserted else { return }
      problems.append(try ProviderProblem(folder, reader))
    }

    /// - Parameter failures: How often the provider has failed to take it since the beginning.
    mutating func add(_ item: PendingItem, failures: Int64, _ reader: StoreReader) throws(StoreError) {
      count += 1
      oldest = min(oldest ?? .max, item.since)
      if item.isRefused(after: failures) {
        if problems.count < 100 { problems.append(try ProviderProblem(item, reader)) }
      } else if item.state != .calling, try ProvidedReader(reader).waitsForHeld(item.item) {
        // It is postponed again and again, and never uploaded.
        hasHeld = true
      } else if item.state != .ready, try WaitingReader(reader).folderWaitedFor(by: item) == nil {
        isMoving = true
        if item.state == .later, item.errorDomain != nil, failures <= 0 { hasOldFailure = true }
        reason = reason ?? item.errorSentence
      }
    }
  }

  private func look() throws -> Queue {
    let queue = try lookOnce()
    guard queue.count == 0 else { return queue }
    // The replica itself may have made a change that is not noted yet.
    try store.notePendingChanges()
    return try lookOnce()
  }

  private func lookOnce() throws -> Queue {
    let reader = try store.makeCommittedReader()
    var queue = Queue()
    var failure: StoreError?
    try ProvidedReader(reader).forEachPending { item in
      do throws(StoreError) {
        guard try isWaitedFor(item, reader) else { return true }
        try queue.add(item, failures: failures(of: item), reader)
        if !place.isEmpty, let folder = try WaitingReader(reader).folderWaitedFor(by: item),
          let waiting = try ProvidedReader(reader).pendingItem(folder), try !isWaitedFor(waiting, reader)
        {
          try queue.addFolder(waiting, failures: failures(of: waiting), reader)
        }
      } catch {
        failure = error
      }
      return failure == nil
    }
    if let failure { throw failure }
    return queue
  }

  private func failures(of item: PendingItem) -> Int64 { item.attempts - failuresBefore[item.item, default: 0] }

  private func isWaitedFor(_ item: PendingItem, _ reader: StoreReader) throws(StoreError) -> Bool {
    guard place.isEmpty || item.path == place || item.path.hasBytePrefix(place + "/") else { return false }
    if item.first <= barrier { return true }
    return try PushReader(reader).isReplicas(item.first)
  }
}

extension PendingItem {
  /// Whether the change was sent and requires user action, or failed often. While it is retried, the provider may accept it
  /// in the end.
  ///
  /// - Parameter failures: How often it has failed since it is waited for.
  func isRefused(after failures: Int64) -> Bool {
    if state == .parked { return true }
    guard state == .later, failures > 0, let errorDomain, let code = errorCode.flatMap({ Int(exactly: $0) }) else {
      return false
    }
    let error = NSError(domain: errorDomain, code: code)
    return needsUserAction || attempts >= SyncRun.mostTries && !ProviderErrorPolicy.isOutage(error)
  }
}
