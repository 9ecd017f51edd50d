public import FileProviderInterface
public import FileProviderStore
import Foundation
import LinuxSystem
public import Logging
import Synchronization

/// Keeps a store in step with a provider: lists what programs look into, pulls what changed, fetches what they read.
///
/// ## Model
///
/// Programs only ever see the store. A folder that nobody has looked into is *unlisted*; the first look asks the
/// replica to `list` it, page by page, and from then on the provider's changes keep it right. A document is *dataless*
/// until it is read first, and the replica is asked to `bring` its contents. Everything pulled is written under the
/// author ``author``, so the change log without that author is what the provider is to be told.
///
/// ## Threads
///
/// A provider may answer on any thread, late, twice or never, and some block in calls that should return at once. So
/// only threads of the replica enter it: one pulls changes, and two small pools list and fetch. Programs' threads wait
/// for those, with a deadline. No task of Swift's pool is ever blocked: the `async` methods suspend.
public final class Replica: Sendable {
  /// The author of everything that a provider said.
  public static let author = ChangeAuthor.remote

  let store: ItemStore
  let domain: NSFileProviderDomain
  let limits: ReplicaLimits
  let logger: Logger
  let calls: ProviderCalls
  let inFlight = InFlight()
  let loads = Loads()
  let downloads = Downloads()
  /// Who adds to the parts of a document.
  let parts = DocumentTurns()
  let listers: WorkerPool
  let fetchers: WorkerPool
  /// What the pulling thread is asked for.
  let pulls = Monitor(PullSchedule())
  let latches = Mutex(Latches())
  let questions = Mutex(Questions())
  let listingChanges: GatheredChanges
  /// The passes that were begun together, and have not been taken up yet.
  let begunListings = Mutex<[ItemID: ListingPass.Start]>([:])
  let status = Mutex(ReplicaStatus())
  let callRecords = Mutex(CallRecords())
  let listingAhead = Mutex(ListingAhead())
  let senders: WorkerPool
  let alerts = AlertQuestions()
  /// The answers to what the provider was told, on their way into the store.
  let answers: GatheredChanges
  /// What the pushing thread knows and is asked for.
  let pushing = Monitor(PushRequests())
  /// What the thread that brings pinned items is asked for.
  let keeping = Monitor(KeepRequests())
  let notices = Monitor(ProviderNotices())
  let network = Mutex<NetworkWatch?>(nil)
  let personNeeded = Handler<any Error, Void> { _ in }
  /// How many pulls had begun when a creation was found to be unconfirmed.
  let unconfirmedSince = Mutex<[ItemID: Int]>([:])
  /// The rounds that count for no creation, since a folder came back after they had begun.
  let roundsBefore = Atomic<Int>(0)
  let comparedStatements = Mutex(ComparedStatements())
  /// The new folders that were listed since something is to be made again.
  let newFolders = Mutex<Set<ItemID>>([])
  let containerCalls = Mutex(ContainerCalls())
  /// Wakes the thread that hears of changes when something is committed.
  let changes = Mutex<ChangeWaiter?>(nil)
  /// When what is noted later was committed.
  let moments = Mutex(CommitMoments())
  /// Whose turn it is, where programs change something meanwhile.
  let turns: Mutex<WritingTurns>
  private let backend: ReplicaBackend
  private let name: String
  private let hasStarted = Mutex(false)

  /// Puts a replica between a store and an existing provider.
  ///
  /// - Parameters:
  ///   - store: The domain's store.
  ///   - provider: The provider.
  ///   - domain: The domain, as the provider was given it.
  ///   - logger: The destination of messages: at most at level notice, and without names of items but of those that the provider gets wrong.
  ///   - limits: How long to wait, and how much to take at once.
  ///   - identity: The provider's name in the store; the name of its class unless given.
  public convenience init(
    store: ItemStore, extension provider: any NSFileProviderReplicatedExtension, domain: NSFileProviderDomain,
    logger: Logger, limits: ReplicaLimits = ReplicaLimits(), identity: String? = nil
  ) {
    self.init(
      store: store, provider: provider, domain: domain, logger: logger, limits: limits, identity: identity,
      backend: ReplicaBackend())
  }

  /// Makes the provider of a domain, and puts a replica between it and a store.
  ///
  /// The domain's `NSFileProviderManager` works from the provider's initializer on.
  ///
  /// - Parameter makeProvider: Makes it; called once, before this returns.
  public convenience init(
    store: ItemStore, making makeProvider: (NSFileProviderDomain) -> any NSFileProviderReplicatedExtension,
    domain: NSFileProviderDomain, logger: Logger, limits: ReplicaLimits = ReplicaLimits(), identity: String? = nil
  ) {
    let backend = ReplicaBackend()
    NSFileProviderManager.installBackend(backend, for: domain.identifier)
    self.init(
      store: store, provider: makeProvider(domain), domain: domain, logger: logger, limits: limits, identity: identity,
      backend: backend)
  }

  private init(
    store: ItemStore, provider: any NSFileProviderReplicatedExtension, domain: NSFileProviderDomain, logger: Logger,
    limits: ReplicaLimits, identity: String?, backend: ReplicaBackend
  ) {
    self.store = store
    self.domain = domain
    self.limits = limits
    turns = Mutex(WritingTurns(burst: limits.burst, worked: MonotonicClock.processorTime))
    listingChanges = GatheredChanges(mostWeight: limits.itemsPerTransaction)
    answers = GatheredChanges(mostWeight: max(1, limits.pushes))
    self.logger = logger
    self.backend = backend
    name = identity ?? String(describing: type(of: provider))
    calls = ProviderCalls(provider, store, limits: limits, inFlight: inFlight, logger: logger)
    listers = WorkerPool(name: "replica.list", limit: limits.concurrency)
    fetchers = WorkerPool(name: "replica.fetch", limit: limits.downloads)
    senders = WorkerPool(name: "replica.send", limit: limits.pushes)
    calls.whenReached.set { [weak self] in self?.noteReached() }
    backend.attach(self)
    NSFileProviderManager.installBackend(backend, for: domain.identifier)
  }

  // MARK: From start to stop

  /// Assigns the store to the provider, unless it already is, and begins to pull changes in the background.
  ///
  /// When this returns the store may be mounted: what is not here yet is listed when a program looks for it.
  ///
  /// - Throws: The store's error.
  public func start() async throws {
    try await onThread { [self] in try startAndWait() }
  }

  /// Brings the store up to date: asks again for everything that an error held up, pulls all changes, and lists again
  /// what has to be.
  ///
  /// - Parameter listsEverything: Whether to list every folder, also those that were never opened.
  /// - Returns: What could not be done.
  /// - Throws: When the replica was stopped.
  @discardableResult
  public func synchronize(listsEverything: Bool = false) async throws -> SynchronizationReport {
    try await withCheckedThrowingContinuation { continuation in
      synchronize(listsEverything: listsEverything) { continuation.resume(with: $0) }
    }
  }

  /// Ends everything: waiting programs get an error, the provider is told, the threads end.
  ///
  /// A thread that is stuck inside the provider is left behind after a moment.
  public func stop() async {
    try? await onThread { [self] in stopAndWait() }
  }

  // MARK: The same for threads that may wait

  /// As `start()`.
  package func startAndWait() throws {
    tellOfOverruledChanges()
    try change { (transaction) throws(StoreError) in
      try transaction.adoptProvider(name, hasTrash: domain.supportsSyncingTrash)
      let newest = try transaction.reader.newestMoment()
      questions.withLock { $0.goOn(after: newest) }
      try transaction.noteFetching(byRange: calls.fetchesByRange)
      try transaction.noteFetching(incrementally: calls.fetchesIncrementally)
      try noteSearching(transaction)
    }
    try readStatus()
    try calls.state.restore()
    guard
      hasStarted.withLock({ hasStarted in
        defer { hasStarted = true }
        return !hasStarted
      })
    else { return }
    // What a program was writing when its mount was killed is told also where no mount comes.
    try store.reconcileWriters(author: ChangeAuthor.store)
    try restoreConnection()
    try takeOverCalls()
    pulls.withLock { _ = $0.schedule() }
    NativeThread.start(name: "replica.pull", stackSize: NativeThread.stackOfOthers) { [self] in pullUntilStopped() }
    try startPushing()
    try startKeeping()
    try startNotifying()
    try startWatchingNetwork()
  }

  /// As `stop()`.
  package func stopAndWait() {
    let waiters = pulls.withLock { $0.stop() }
    NSFileProviderManager.removeBackend(backend, for: domain.identifier)
    inFlight.stop()
    calls.watch.stop()
    loads.stop()
    keeping.withLock { $0.isStopped = true }
    notices.withLock { $0.isStopped = true }
    stopWatchingNetwork()
    listers.close()
    fetchers.close()
    alerts.close()
    stopPushing()
    for waiter in waiters { waiter(.failure(ReplicaError.stopped)) }
    let deadline = Deadline.after(Self.patienceAtEnd)
    var isDone = listers.waitUntilEmpty(until: deadline) && fetchers.waitUntilEmpty(until: deadline)
    isDone = alerts.waitUntilEmpty(until: deadline) && isDone
    isDone = waitForEndOfPushing(until: deadline) && isDone
    if hasStarted.withLock({ $0 }) {
      isDone = pulls.wait(until: deadline, for: { $0.hasEnded ? true : nil }) != nil && isDone
    }
    recordLastPull()
    if !isDone { logger.notice("the provider did not return from a call; abandoning its thread") }
    calls.invalidate()
  }

  private static let patienceAtEnd = Duration.seconds(5)

  // MARK: For whoever may not wait

  /// As `synchronize()`.
  ///
  /// - Parameter whenDone: Called once, from any thread.
  package func synchronize(
    listsEverything: Bool, whenDone: @escaping @Sendable (Result<SynchronizationReport, any Error>) -> Void
  ) {
    latches.withLock { $0.clear() }
    let isAccepted = pulls.withLock { $0.schedule(listsEverything: listsEverything, waiter: whenDone) }
    if !isAccepted { whenDone(.failure(ReplicaError.stopped)) }
  }

  /// How many listings and contents are brought, or are to be.
  package var loadCount: Int { loads.count }

  /// Whether changes are pulled, or are to be at once.
  package var isPulling: Bool { pulls.read { $0.isBusy } }

  // MARK: Signals

  /// The provider has signalled a change. It can be asked again, so nothing stays latched.
  package func signal() {
    latches.withLock { $0.clear() }
    retryPushes()
    pulls.withLock { _ = $0.schedule() }
  }

  /// The provider, or the person, has signalled that the cause of an error is gone.
  func errorWasResolved(_ error: any Error) {
    latches.withLock { $0.clear(like: error) }
    retryPushes()
    pulls.withLock { _ = $0.schedule() }
  }

  // MARK: For the parts

  /// Runs a transaction in the provider's name, in which it is known what was changed here.
  @discardableResult
  func change<Result>(_ body: (Transaction) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try store.changeAsProvider(pace, report: noteTurn, body)
  }

  /// How soon after a change the provider is told of an item, with what is known of when that was.
  var pace: PushPace {
    var pace = limits.pace
    pace.moments = moments.withLock { $0 }
    return pace
  }

  /// The pauses between tries while somebody waits.
  func backoff() -> Backoff {
    Backoff(attempts: limits.attempts, first: limits.firstPause, longest: limits.longestPause)
  }

  /// Runs a blocking call on a thread of its own, and suspends meanwhile.
  private func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let isStarted = NativeThread.start(name: "replica", stackSize: NativeThread.stackOfOthers) {
        continuation.resume(with: Result { try body() })
      }
      if !isStarted { continuation.resume(throwing: StoreError(errno: EAGAIN, "cannot start a thread")) }
    }
  }
}
