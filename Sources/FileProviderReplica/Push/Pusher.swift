import FileProviderStore
import Glibc
import LinuxSystem
import Logging
import Synchronization

/// Uploads what was changed here.
///
/// One thread notes what changed and plans the calls, as a rule in one transaction; a small pool makes them. What is pending is in the store, so
/// at any moment all of this may end, and go on in another process.
final class Pusher: ReplicaPart {
  let state: ReplicaState
  let loader: Loader
  let sent: SentContents
  let senders: WorkerPool
  /// The answers to calls, on their way into the store.
  let answers: GatheredChanges
  /// How many pulls had begun when a creation was found to be unconfirmed. It may go with the process: what an earlier one sent, it sent before the first
  /// pull of this one.
  let unconfirmedSince = Mutex<[ItemID: Int]>([:])
  /// When unconfirmed creations may ask for a round again, where those before have not seen everything.
  let nextRound = Mutex(Deadline.after(.zero))
  /// The rounds that count for no creation, since a folder came back after they had begun. It may go with the process: all rounds of the next one begin
  /// later, and that unlisted folders are to be looked into is stored with the folder.
  let roundsBefore = Atomic<Int>(0)
  let comparedStatements = Mutex(ComparedStatements())
  /// Wakes the thread that watches changes when something is committed.
  private let changes = Mutex<ChangeWaiter?>(nil)

  init(_ loader: Loader) {
    state = loader.state
    self.loader = loader
    sent = SentContents(state: state)
    senders = WorkerPool(name: "replica.send", limit: state.limits.pushes)
    answers = GatheredChanges(mostWeight: max(1, state.limits.pushes))
  }

  /// Notes the calls of earlier processes whose outcome is unknown. Before anything is pulled: what the provider reports may be what they sent.
  func takeOverCalls() throws(StoreError) {
    try change { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).noteShiftsOfBefore()
      try PushEditor(transaction).endCallsOfBefore()
      if try PushEditor(transaction).mayHaveLostAnswers() { try PushEditor(transaction).makePendingUnconfirmed() }
      try ReplicationEditor(transaction).forgetResolvedCreationDates()
      let wanted = try ReplicationEditor(transaction).wantedSentContents()
      try sent.snapshots.sweep { (id) throws(StoreError) in
        if wanted.contains(id) { return true }
        return try ProvidedReader(transaction.reader).pending(id)?.options.contains(.mayAlreadyExist) == true
      }
    }
  }

  /// Begins to upload.
  func start() throws(StoreError) {
    loader.contents.sweepFormerCopies()
    let waiter = try store.makeChangeWaiter()
    changes.withLock { $0 = waiter }
    pushing.withLock { $0.request(retries: true) }
    try state.startThread("replica.watch") { [self] in watchChanges(waiter) }
    try state.startThread("replica.push") { [self] in pushUntilStopped() }
  }

  func stop() {
    pushing.withLock { $0.stop() }
    changes.withLock { $0 }?.cancel()
    senders.close()
  }

  /// - Returns: Whether all its threads have ended.
  func waitForEnd(until deadline: Deadline) -> Bool {
    let haveEnded = state.waitForEndOfThreads(until: deadline)
    return senders.waitUntilEmpty(until: deadline) && haveEnded
  }

  // MARK: The thread

  private func pushUntilStopped() {
    var due = Deadline.never
    // What a round was to do that failed is for the next one.
    var (retries, hurries) = (false, false)
    while true {
      let round = pushing.wait(until: due) { requests -> PushRequests.Round?? in
        if requests.isStopped { return .some(nil) }
        return requests.next().map { .some($0) }
      }
      if case .some(.none) = round { return }
      if case .some(.some(let round)) = round {
        (retries, hurries) = (retries || round.retries, hurries || round.hurries)
      }
      do {
        due = try push(retries, hurries: hurries)
        (retries, hurries) = (false, false)
      } catch {
        logger.notice("cannot read the pending changes", metadata: [Logger.Key.error: "\(error)"])
        due = .after(limits.longestPause)
      }
      pushing.withLock { $0.endRound() }
    }
  }

  /// Notes what changed, and makes the calls for which there is room.
  ///
  /// - Returns: When to look again if nothing happens.
  private func push(_ retries: Bool, hurries: Bool) throws(StoreError) -> Deadline {
    try noteInTurns()
    if !state.notices.read({ $0.mayPendingHaveChanged }) { state.notices.withLock { $0.mayPendingHaveChanged = true } }
    let isDue = try isAnythingToDo(retries)
    if let pause = pushing.withLock({ $0.remainingPause() }) {
      if isDue { try promoteRows(retries, hurries) }
      try logLocalKinds()
      return pause
    }
    try listRenumberedFolders()
    let staleDue = try askForStaleItemsIfDue(retries || hurries)
    if let end = state.restraintEnd {
      if isDue { try promoteRows(retries, hurries) }
      try logLocalKinds()
      return min(end, staleDue, pushing.read { $0.relistings.due })
    }
    var looked = Looked()
    var next: Int64?
    if isDue {
      // As a rule that is all: for each transaction a program that changes something may have to wait.
      next = try endingSent { (calls: [PushCall], copies: inout EndedCopies) throws(StoreError) in
        try submitPlanned { (transaction) throws(StoreError) in
          try promoteRows(retries, hurries, endingSentOf: calls, &copies, transaction)
          guard hasRoom(looked), pushing.read({ $0.uploads < limits.uploads }) else { return [] }
          return try sendable(&looked, transaction.reader, limit: 2 * limits.pushes)
        }
      }
    } else {
      looked.isAtEnd = true
      next = try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).nextDue() }
    }
    try logLocalKinds()
    while !looked.isAtEnd, hasRoom(looked) {
      let rows = try store.readCommitted { (reader) throws(StoreError) in
        try reader.snapshot { () throws(StoreError) in try sendable(&looked, reader, limit: Self.planned) }
      }
      if !rows.isEmpty { next = try submitPlanned { _ in rows } }
    }
    let others = min(pushing.read { $0.relistings.due }, staleDue, looked.again)
    guard let next else { return others }
    return min(others, .after(.nanoseconds(max(next - PushPace.now, 1_000_000))))
  }

  /// Whether a transaction would have anything to do.
  private func isAnythingToDo(_ retries: Bool) throws(StoreError) -> Bool {
    if retries || pushing.read({ $0.hasSentContents }) { return true }
    return try store.readCommitted { (reader) throws(StoreError) in
      if try PendingReader(reader).unnotedChanges() != 0 { return true }
      return try PendingReader(reader).isAnythingDue(at: PushPace.now)
    }
  }

  /// Begins calls for some pending items.
  ///
  /// - Returns: From when on the next item may be sent that may not yet.
  private func submitPlanned(
    _ rows: (Transaction) throws(StoreError) -> [PendingRow]
  ) throws(StoreError) -> Int64? {
    let (jobs, next) = try changeInTurn { (transaction) throws(StoreError) in
      try (plan(rows(transaction), transaction), ProvidedReader(transaction.reader).nextDue())
    }
    for job in jobs { submit(job) }
    return next
  }

  /// Makes a change that ends the copies of what was sent before (`promoteRows`). What cannot be committed is for the next round.
  private func endingSent<Value>(
    _ body: ([PushCall], inout EndedCopies) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let calls = pushing.read { $0.sentContents }
    let value = try sent.endingCopies { (copies: inout EndedCopies) throws(StoreError) in try body(calls, &copies) }
    pushing.withLock { $0.forgetSentContents(calls.count) }
    return value
  }

  private func promoteRows(_ retries: Bool, _ hurries: Bool) throws(StoreError) {
    try endingSent { (calls: [PushCall], copies: inout EndedCopies) throws(StoreError) in
      try changeInTurn { (transaction) throws(StoreError) in
        try promoteRows(retries, hurries, endingSentOf: calls, &copies, transaction)
      }
    }
  }

  /// Makes rows ready whose time has come, and ends the copies of what was sent before.
  private func promoteRows(
    _ retries: Bool, _ hurries: Bool, endingSentOf calls: [PushCall], _ copies: inout EndedCopies,
    _ transaction: Transaction
  ) throws(StoreError) {
    for call in calls { try endSnapshot(of: call, &copies, transaction) }
    if retries { try PushEditor(transaction).retryPendingRows(all: hurries) }
    try PushEditor(transaction).promotePendingRows()
  }

  /// How many of the pending rows a round has looked at.
  private struct Looked {
    var last: PendingRow?
    var count = 0
    var isAtEnd = false
    /// Whether it looks for what is no upload, while none may begin, and for how long it has done so; in nanoseconds.
    var isSearching = false
    var searched: UInt64 = 0
    /// When a search that was put off is due.
    var again = Deadline.never
  }

  private func hasRoom(_ looked: Looked) -> Bool {
    pushing.read { !$0.isStopped && $0.calls < limits.pushes && ($0.calls == 0 || looked.count < Self.examined) }
  }

  /// Some pending rows, in their order, without those that cannot be sent now: while no upload may begin, no documents that wait for one.
  ///
  /// Not in a transaction then: very many may wait before the first other change.
  private func sendable(_ looked: inout Looked, _ reader: StoreReader, limit: Int) throws(StoreError) -> [PendingRow] {
    let mayUpload = pushing.read { $0.uploads < limits.uploads }
    if !mayUpload, !looked.isSearching {
      let due = pushing.read { $0.searches.next }
      guard due.hasPassed else {
        (looked.isAtEnd, looked.again) = (true, due)
        return []
      }
      looked.isSearching = true
    }
    let began = MonotonicClock.now
    let rows = try ProvidedReader(reader).readyToSend(after: looked.last, withUploads: mayUpload, limit: limit)
    if !mayUpload {
      let ended = MonotonicClock.now
      looked.searched += ended - began
      pushing.withLock { [searched = looked.searched] in $0.searches.note(from: ended - searched, to: ended) }
    }
    looked.count += rows.count
    if let last = rows.last { looked.last = last } else { looked.isAtEnd = true }
    return rows
  }

  /// Asks for what the provider reported while it could not be written.
  ///
  /// - Returns: When to look again.
  private func askForStaleItemsIfDue(_ isDue: Bool) throws(StoreError) -> Deadline {
    guard
      try store.readCommitted({ (reader) throws(StoreError) in
        try !ReplicationReader(reader).staleIdentifiers(limit: 1).isEmpty
      })
    else {
      return .never
    }
    let (begins, next) = pushing.withLock { $0.beginAsking(isDue: isDue, pause: limits.firstPause * 2) }
    if begins { submit(.askForStaleItems) }
    return next
  }

  /// How many items are looked at in one transaction.
  static let planned = 32

  /// How many are looked at while calls are under way, for which they may wait.
  static let examined = 512
}
