import FileProviderDomains
package import FileProviderProgram
package import FileProviderStore
import Glibc
import LinuxSystem

/// Walks a change history from its start to its end, and on when it is followed.
///
/// After each batch the lines are flushed first and the cursor is written after that: a crash in between prints lines
/// twice and loses none.
package final class TailSession: ChangeHistoryVisitor {
  private let store: ItemStore
  private var request: ChangeHistoryRequest
  private let container: ChangeContainer
  private let writer: ByteWriter
  private let printer: any ChangePrinter
  /// How many of the existing changes to print; `nil` for all.
  private let limit: Int?
  /// Changes held back while only the last ones are to be printed.
  private var buffered: [(change: ItemChange, resume: ContinuationToken)] = []
  private var dropped: (generation: Generation, resume: ContinuationToken)?
  private var isCatchingUp = true
  private var anchor: ContinuationToken?
  private var generation: Generation?
  /// An error of printing, since a visit can only throw a store's errors.
  private var failure: (any Error)?
  private var follows = false
  /// How many selected changes were visited so far.
  private var visited = 0
  /// Whether to end with the first batch that has a change.
  private var isOnce = false
  package var filter = ChangeFilter([])
  /// Whether the newest change is printed first.
  package var isReversed = false
  package var cursor: CursorFile?
  /// The command that is run with each batch.
  package var batchCommand: BatchCommand?

  package init(
    store: ItemStore, request: ChangeHistoryRequest, container: ChangeContainer, writer: ByteWriter,
    printer: any ChangePrinter, limit: Int?
  ) {
    self.store = store
    self.container = container
    self.writer = writer
    self.printer = printer
    self.limit = limit
    self.request = request
  }

  package func run(_ pace: TailPace) throws {
    follows = pace.follows
    isOnce = pace.isOnce
    // Made first, so that no commit falls between the last read and the first wait.
    let waiter = pace.waits ? try store.makeChangeWaiter() : nil
    watchSignals(waiter)
    try noticeEmptyWorkingSet()
    try noticePrunedLog()
    let history = try openHistory()
    // Before anything is printed: whoever has read that may remove the domain at once, and make another one in its place.
    let place = StorePlace(store)
    try place.explaining {
      try catchUp(history)
      guard let waiter, !isDone else { return }
      try wait(waiter, history, pace, in: place)
    }
  }

  /// Whether the batch of `--once` was printed.
  private var isDone: Bool { isOnce && visited > 0 }

  private func wait(
    _ waiter: ChangeWaiter, _ history: ChangeHistory, _ pace: TailPace, in place: StorePlace
  ) throws {
    let reader = try store.makeCommittedReader()
    try container.checkExistence(reader)
    var commits = try CommitWait(waiter, reader)
    let deadline = pace.timeout.map { MonotonicClock.now + $0 }
    while !waiter.isCancelled {
      let hasCommit = try commits.wait(until: deadline)
      if waiter.isCancelled { break }
      if writer.isAbandoned { return }
      try place.check()
      if hasCommit {
        try commits.waitForQuiet(of: pace.debounce)
        try catchUp(history)
        if isDone { return }
        try container.checkExistence(reader)
      }
      if let deadline, MonotonicClock.now >= deadline {
        throw pace.lateness
      }
    }
    if isOnce { throw CommandEnd(status: .interrupted) }
  }

  /// Opens the history far enough back for the requested number of changes.
  ///
  /// When each item is printed once, the last ten changes may be fewer than ten lines: then it looks further back.
  private func openHistory() throws -> ChangeHistory {
    guard case .last(let wanted) = request.start else { return try ChangeHistory(store: store, request: request) }
    let length = try store.readCommitted { (reader) throws(StoreError) in
      try reader.generation().rawValue - reader.oldestGeneration().rawValue
    }
    var reach = wanted
    while true {
      request.start = .last(reach)
      guard wanted > 0, Int64(reach) < length, try count(upTo: wanted) < wanted else { break }
      reach = reach * 4 + 64
    }
    return try ChangeHistory(store: store, request: request)
  }

  /// Number of changes from the start, counted no further than needed.
  private func count(upTo wanted: Int) throws -> Int {
    let history = try ChangeHistory(store: store, request: request)
    let counter = ChangeCounter(filter)
    while try history.next(counter), counter.count < wanted {}
    return counter.count
  }

  /// Prints the changes that are there.
  private func catchUp(_ history: ChangeHistory) throws {
    var hasMore = true
    while hasMore {
      hasMore = try history.next(self)
      if let failure { throw failure }
      if !hasMore || !isBuffering {
        try endBatch()
        if isDone { return }
      }
      if Interruption.hasCome && hasMore {
        try writer.flush()
        throw CommandEnd(status: follows ? .done : .interrupted)
      }
    }
    isCatchingUp = false
  }

  /// Whether changes are held back until the last one is known.
  private var isBuffering: Bool { isCatchingUp && (limit != nil || isReversed) }

  /// Ends the wait on a signal, and soon after that the process, in case it is stuck writing to a pipe that nobody
  /// reads.
  private func watchSignals(_ waiter: ChangeWaiter?) {
    let status: ExitStatus = follows ? .done : .interrupted
    let patience: UInt32 = batchCommand == nil ? 1 : BatchCommand.patience
    Interruption.watch {
      waiter?.cancel()
      BatchCommand.end(SIGTERM)
      NativeThread.start(name: "last resort", stackSize: NativeThread.stackOfOthers) {
        sleep(patience)
        BatchCommand.end(SIGKILL)
        _exit(status.rawValue)
      }
    }
  }

  private func endBatch() throws {
    try printBuffered()
    guard let anchor, let generation else { return }
    self.anchor = nil
    let isEmpty = batchCommand?.isEmpty ?? false
    try printer.printAnchor(anchor, at: generation)
    try writer.flush()
    if let batchCommand, isEmpty { batchCommand.forget() } else { try batchCommand?.run(anchor: anchor.text) }
    try cursor?.write(anchor)
  }

  private func printBuffered() throws {
    guard isBuffering else { return }
    if let dropped { try printer.printDropEverything(at: dropped.generation, resume: dropped.resume) }
    dropped = nil
    let reader = try store.makeCommittedReader()
    let wanted = buffered.suffix(limit ?? buffered.count)
    for (change, resume) in isReversed ? wanted.reversed() : Array(wanted) {
      try printer.printChange(change, resume: resume, reader: reader)
    }
    buffered = []
  }

  private func noticeEmptyWorkingSet() throws {
    guard container.scope == .workingSet else { return }
    let members = try store.readCommitted { (reader) throws(StoreError) in try LogReader(reader).count(of: .workingSet)
    }
    guard members == 0 else { return }
    let name = HostProgram.current.name
    Console.say(
      "the working set is empty: “\(name) favorite PATH” adds an item, and “\(name) tail --container all” prints "
        + "the changes of all items")
  }

  /// Prints a notice when the log begins later than what is asked for.
  private func noticePrunedLog() throws {
    guard case .time(let time) = request.start else { return }
    guard try store.readCommitted({ (reader) throws(StoreError) in try LogReader(reader).isLogPruned(after: time) })
    else {
      return
    }
    Console.say("the log does not reach back that far; “domain set --history” sets how much of it is kept")
  }

  // MARK: The walk

  package func visitBatchStart() {
    printer.forgetPaths()
    filter.forgetPaths()
  }

  package func visitDropEverything(at generation: Generation, resume: ContinuationToken) {
    visited += 1
    if isBuffering {
      dropped = (generation, resume)
      buffered = []
    } else {
      noting { try printer.printDropEverything(at: generation, resume: resume) }
    }
  }

  package func visitAdd(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError) {
    try visit(change, resume, reader)
  }

  package func visitUpdate(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError) {
    try visit(change, resume, reader)
  }

  package func visitDelete(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError) {
    try visit(change, resume, reader)
  }

  package func visitAnchor(_ token: ContinuationToken, at generation: Generation) throws(StoreError) {
    anchor = token
    self.generation = generation
  }

  private func visit(
    _ change: ItemChange, _ resume: ContinuationToken, _ reader: StoreReader
  ) throws(StoreError) {
    guard try filter.includes(change, reader) else { return }
    visited += 1
    if isBuffering { return buffer(change, resume) }
    noting { try printer.printChange(change, resume: resume, reader: reader) }
  }

  /// Keeps the last `limit` changes, and now and then moves them to the front of the list.
  private func buffer(_ change: ItemChange, _ resume: ContinuationToken) {
    guard limit != 0 else { return }
    buffered.append((change, resume))
    if let limit, buffered.count - limit >= max(limit, 1024) { buffered.removeFirst(buffered.count - limit) }
  }

  @inline(__always) private func noting(_ body: () throws -> Void) {
    guard failure == nil else { return }
    do { try body() } catch { failure = error }
  }
}
