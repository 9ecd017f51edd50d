import FileProviderStore
import Glibc

/// Walks a change history from its start to its end, and on when it is followed.
///
/// After each batch the lines are flushed first and the cursor is written after that: a crash in between prints lines twice and loses
/// none.
final class TailSession: ChangeHistoryVisitor {
  private let store: ItemStore
  private var request: ChangeHistoryRequest
  private let container: ChangeContainer
  private let writer: ByteWriter
  private let printer: any ChangePrinter
  /// How many changes to print of what is there already; `nil` for all.
  private let limit: Int?
  /// Changes held back while only the last ones are wanted.
  private var held: [(change: ItemChange, resume: ContinuationToken)] = []
  private var dropped: (generation: Generation, resume: ContinuationToken)?
  private var isCatchingUp = true
  private var anchor: ContinuationToken?
  private var generation: Generation?
  /// What printing met with, since a visit can only throw a store's errors.
  private var failure: (any Error)?
  private var follows = false
  var cursor: CursorFile?
  /// What is run with each batch.
  var batchCommand: BatchCommand?

  init(
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

  func run(follows: Bool) throws {
    self.follows = follows
    // Made first, so that no commit falls between the last look and the first wait.
    let waiter = follows ? try store.makeChangeWaiter() : nil
    watchSignals(waiter)
    try noticeEmptyWorkingSet()
    let history = try openHistory()
    try catchUp(history)
    guard let waiter else { return }
    let reader = try store.makeReader()
    try container.checkExistence(reader)
    var version = try store.dataVersion(reader)
    let place = StorePlace(store)
    while !waiter.isCancelled {
      let isWoken = waiter.wait(milliseconds: 1000)
      if waiter.isCancelled { break }
      // The net under the wake file: no commit is missed for longer than a second.
      let newVersion = try store.dataVersion(reader)
      if writer.isAbandoned { return }
      if place.isLeft { throw CommandFailure(place.directory, "the domain was removed") }
      guard isWoken || newVersion != version else { continue }
      version = newVersion
      try catchUp(history)
      try container.checkExistence(reader)
    }
  }

  /// Opens the history so far back that it has the changes wanted.
  ///
  /// When each item is told once, the last ten changes may be fewer than ten lines: then it looks further back.
  private func openHistory() throws -> ChangeHistory {
    guard case .last(let wanted) = request.start else { return try ChangeHistory(store: store, request: request) }
    let length = try store.read { (reader) throws(StoreError) in
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

  /// How many changes there are from the start, counted no further than needed.
  private func count(upTo wanted: Int) throws -> Int {
    let history = try ChangeHistory(store: store, request: request)
    let counter = ChangeCounter()
    while try history.next(counter), counter.count < wanted {}
    return counter.count
  }

  /// Prints all there is.
  private func catchUp(_ history: ChangeHistory) throws {
    var hasMore = true
    while hasMore {
      hasMore = try history.next(self)
      if let failure { throw failure }
      if !hasMore || limit == nil || !isCatchingUp { try endBatch() }
      if Interruption.hasCome && hasMore {
        try writer.flush()
        throw CommandEnd(status: follows ? .done : .interrupted)
      }
    }
    isCatchingUp = false
  }

  /// Ends the wait, and the process soon after if it hangs in a pipe that nobody reads.
  private func watchSignals(_ waiter: ChangeWaiter?) {
    let status: ExitStatus = waiter == nil ? .interrupted : .done
    let patience: UInt32 = batchCommand == nil ? 1 : BatchCommand.patience
    Interruption.watch {
      waiter?.cancel()
      BatchCommand.end(SIGTERM)
      Threads.start("last resort") {
        sleep(patience)
        BatchCommand.end(SIGKILL)
        _exit(status.rawValue)
      }
    }
  }

  private func endBatch() throws {
    try printHeld()
    guard let anchor, let generation else { return }
    self.anchor = nil
    let isEmpty = batchCommand?.isEmpty ?? false
    try printer.printAnchor(anchor, at: generation)
    try writer.flush()
    if let batchCommand, isEmpty { batchCommand.forget() } else { try batchCommand?.run(anchor: anchor.text) }
    try cursor?.write(anchor)
  }

  private func printHeld() throws {
    guard limit != nil, isCatchingUp else { return }
    if let dropped { try printer.printDropEverything(at: dropped.generation, resume: dropped.resume) }
    dropped = nil
    let reader = try store.makeReader()
    for (change, resume) in held.suffix(limit ?? 0) {
      try printer.printChange(change, resume: resume, reader: reader)
    }
    held = []
  }

  private func noticeEmptyWorkingSet() throws {
    guard container.scope == .workingSet else { return }
    let members = try store.read { (reader) throws(StoreError) in try reader.count(of: .workingSet) }
    guard members == 0 else { return }
    let name = HostProgram.current.name
    Console.say(
      "the working set is empty: “\(name) favorite PATH” puts something into it, and “\(name) tail --container all” shows "
        + "the changes of every item")
  }

  // MARK: The walk

  func visitBatchStart() { printer.forgetPaths() }

  func visitDropEverything(at generation: Generation, resume: ContinuationToken) {
    if limit != nil && isCatchingUp {
      dropped = (generation, resume)
      held = []
    } else {
      noting { try printer.printDropEverything(at: generation, resume: resume) }
    }
  }

  func visitAdd(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError) {
    visit(change, resume, reader)
  }

  func visitUpdate(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError) {
    visit(change, resume, reader)
  }

  func visitDelete(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError) {
    visit(change, resume, reader)
  }

  func visitAnchor(_ token: ContinuationToken, at generation: Generation) throws(StoreError) {
    anchor = token
    self.generation = generation
  }

  private func visit(_ change: ItemChange, _ resume: ContinuationToken, _ reader: StoreReader) {
    if let limit, isCatchingUp { return hold(change, resume, limit) }
    noting { try printer.printChange(change, resume: resume, reader: reader) }
  }

  /// Keeps the last `limit` changes, and now and then moves them to the front of the list.
  private func hold(_ change: ItemChange, _ resume: ContinuationToken, _ limit: Int) {
    guard limit > 0 else { return }
    held.append((change, resume))
    if held.count - limit >= max(limit, 1024) { held.removeFirst(held.count - limit) }
  }

  @inline(__always) private func noting(_ body: () throws -> Void) {
    guard failure == nil else { return }
    do { try body() } catch { failure = error }
  }
}

/// Counts changes.
private final class ChangeCounter: ChangeHistoryVisitor {
  private(set) var count = 0

  func visitDropEverything(at generation: Generation, resume: ContinuationToken) {}
  func visitAdd(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) { count += 1 }
  func visitUpdate(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) { count += 1 }
  func visitDelete(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) { count += 1 }
}
