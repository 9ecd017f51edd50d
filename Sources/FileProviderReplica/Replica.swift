public import FileProviderInterface
public import FileProviderStore
import LinuxSystem
public import Logging
import Synchronization

/// Synchronizes a store with a provider: lists the folders that programs open, pulls and uploads changes, downloads what programs read.
///
/// ## Model
///
/// Programs only ever see the store. A folder that nobody has opened is *unlisted*. When a program opens it, the
/// replica lists it, page by page, and from then on the provider's changes update it. A document is *dataless*
/// until a program reads it. Then the replica downloads its contents. Everything pulled is written under the
/// author ``author``, so the change log without that author is what is to be uploaded.
///
/// ## Threads
///
/// A provider may answer on any thread, late, twice or never, and some block in calls that should return at once. So
/// only threads of the replica enter it: one pulls changes, and two small pools list and fetch. Programs' threads wait
/// for those, with a deadline. No task of Swift's pool is ever blocked: the `async` methods suspend.
///
/// ## Parts
///
/// Here is what others call. The work is done by parts, which share a `ReplicaState`, and know only those below them: `Listings` and `ContentFetcher`,
/// which write with a `BatchApplier`; `Loader` above both; and `Keeper`, `Deletions` with `Puller`, and `Pusher` above that.
public final class Replica: ReplicaPart {
  /// The author of everything that a provider reported.
  public static let author = ChangeAuthor.remote

  let state: ReplicaState
  let loader: Loader
  let puller: Puller
  let pusher: Pusher
  let network: NetworkSignals
  let alerts = AlertQuestions()
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
    state = ReplicaState(store: store, provider: provider, domain: domain, logger: logger, limits: limits)
    loader = Loader(BatchApplier(state: state))
    puller = Puller(deletions: Deletions(loader))
    pusher = Pusher(loader)
    network = NetworkSignals(state)
    self.backend = backend
    name = identity ?? String(describing: type(of: provider))
    backend.attach(self)
    NSFileProviderManager.installBackend(backend, for: domain.identifier)
  }

  // MARK: From start to stop

  /// Assigns the store to the provider, unless it already is, and begins to pull changes in the background.
  ///
  /// When this returns the store may be mounted: what is not here yet is listed when a program opens it.
  ///
  /// - Throws: The store's error.
  public func start() async throws {
    try await onThread { [self] in try startAndWait() }
  }

  /// Updates the store: asks again for everything that was latched by an error, pulls all changes, and lists again
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

  /// Ends everything: waiting programs get an error, the provider is invalidated, the threads end.
  ///
  /// A thread that is stuck inside the provider is left behind after a moment.
  public func stop() async {
    try? await onThread { [self] in stopAndWait() }
  }

  // MARK: The same for threads that may wait

  /// As `start()`.
  package func startAndWait() throws {
    state.notifyOfOverruledChanges()
    try change { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider(name, hasTrash: state.domain.supportsSyncingTrash)
      let newest = try ReplicationReader(transaction.reader).newestMoment()
      state.questions.withLock { $0.goOn(after: newest) }
      try transaction.noteFetching(byRange: calls.fetchesByRange)
      try transaction.noteFetching(incrementally: calls.fetchesIncrementally)
      try noteSearching(transaction)
    }
    try state.readStatus()
    try calls.state.restore()
    guard
      hasStarted.withLock({ hasStarted in
        defer { hasStarted = true }
        return !hasStarted
      })
    else { return }
    // What a program was writing when its mount was killed is uploaded also where no mount comes.
    try store.reconcileWriters(author: ChangeAuthor.store)
    try restoreConnection()
    try readSettings()
    try pusher.takeOverCalls()
    pulls.withLock { _ = $0.schedule() }
    NativeThread.start(name: "replica.pull", stackSize: NativeThread.stackOfOthers) { [self] in
      puller.pullUntilStopped()
    }
    try pusher.start()
    try Keeper(loader: loader).start()
    try Notifier(state: state).start()
    try network.start()
  }

  /// As `stop()`.
  package func stopAndWait() {
    let waiters = pulls.withLock { $0.stop() }
    NSFileProviderManager.removeBackend(backend, for: state.domain.identifier)
    inFlight.stop()
    calls.watch.stop()
    loader.loads.stop()
    state.keeperRequests.withLock { $0.isStopped = true }
    state.notices.withLock { $0.isStopped = true }
    network.stop()
    loader.listings.listers.close()
    loader.fetchers.close()
    alerts.close()
    pusher.stop()
    for waiter in waiters { waiter(.failure(ReplicaError.stopped)) }
    let deadline = Deadline.after(Self.stopTimeout)
    var isDone =
      loader.listings.listers.waitUntilEmpty(until: deadline) && loader.fetchers.waitUntilEmpty(until: deadline)
    isDone = alerts.waitUntilEmpty(until: deadline) && isDone
    isDone = pusher.waitForEnd(until: deadline) && isDone
    if hasStarted.withLock({ $0 }) {
      isDone = pulls.wait(until: deadline, for: { $0.hasEnded ? true : nil }) != nil && isDone
    }
    state.recordLastPull()
    if !isDone { logger.notice("the provider did not return from a call; abandoning its thread") }
    calls.invalidate()
  }

  private static let stopTimeout = Duration.seconds(5)

  // MARK: For callers that may not wait

  /// As `synchronize()`.
  ///
  /// - Parameter whenDone: Called once, from any thread.
  package func synchronize(
    listsEverything: Bool, whenDone: @escaping @Sendable (Result<SynchronizationReport, any Error>) -> Void
  ) {
    state.latches.withLock { $0.clear() }
    let isAccepted = pulls.withLock { $0.schedule(listsEverything: listsEverything, waiter: whenDone) }
    if !isAccepted { whenDone(.failure(ReplicaError.stopped)) }
  }

  /// How many listings and downloads are under way, or are to be.
  package var loadCount: Int { loader.loads.count }

  /// Whether changes are pulled, or are to be at once.
  package var isPulling: Bool { pulls.read { $0.isBusy } }

  /// The provider has signalled a change. It can be asked again, so nothing stays latched.
  package func signal() { state.signal() }

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
