import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Logging
import Synchronization

/// What the parts of a replica share: the store, the calls to the provider, what is known of both beside the store, and what each thread is asked for.
final class ReplicaState: Sendable {
  let store: ItemStore
  let domain: NSFileProviderDomain
  let limits: ReplicaLimits
  let logger: Logger
  let calls: ProviderCalls
  let inFlight = InFlight()
  /// What the pulling thread is asked for.
  let pulls = Monitor(PullSchedule())
  /// What the pushing thread knows and is asked for.
  let pushing = Monitor(PushRequests())
  /// What the thread that downloads pinned items is asked for.
  let keeperRequests = Monitor(KeeperRequests())
  let notices = Monitor(ProviderNotices())
  let latches = Mutex(Latches())
  let resolutions = Mutex(Resolutions())
  let questions = Mutex(Questions())
  let status = Mutex(ReplicaStatus())
  let restraint = Mutex(Restraint())
  let callRecords = Mutex(CallRecords())
  let containerCalls = Mutex(ContainerCalls())
  let userActionRequired = Handler<any Error, Void> { _ in }
  let userEvents = Handler<UserEvent, Void> { _ in }
  /// Gets each decision together with what the store has at that moment.
  let decisions = Handler<(Decision, StoreReader), Void> { _ in }
  /// When what is noted later was committed.
  let moments = Mutex(CommitMoments())
  /// Whose turn it is, where programs change something meanwhile.
  let turns: Mutex<WritingTurns>

  init(
    store: ItemStore, provider: any NSFileProviderReplicatedExtension, domain: NSFileProviderDomain, logger: Logger,
    limits: ReplicaLimits
  ) {
    self.store = store
    self.domain = domain
    self.limits = limits
    self.logger = logger
    turns = Mutex(WritingTurns(burst: limits.burst, worked: MonotonicClock.processorTime))
    calls = ProviderCalls(provider, store, limits: limits, inFlight: inFlight, logger: logger)
    calls.whenReached.set { [weak self] in self?.noteReached() }
  }

  /// Runs a transaction in the provider's name, in which it is known what was changed here.
  @discardableResult
  func change<Result>(_ body: (Transaction) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try store.changeAsProvider(pace, report: noteTurn, body)
  }

  /// How soon after a change an item is uploaded, with what is known of when that was.
  var pace: PushPace {
    var pace = limits.pace
    pace.moments = moments.withLock { $0 }
    return pace
  }

  /// Notes a transaction of this process.
  func noteTurn(_ event: WritingEvent) {
    let (now, worked) = (PushPace.now, MonotonicClock.processorTime)
    turns.withLock { $0.note(event, at: now, worked: worked) }
  }

  /// The pause after so many failures in a row.
  func pause(afterFailures count: Int) -> Duration {
    let pause = limits.firstPause * (1 << min(max(count - 1, 0), 20))
    return min(limits.longestIdlePause, pause) * Double.random(in: 0.5...1)
  }

  /// How often in a row an enumeration may begin again.
  static let mostRestarts = 3

  // MARK: Threads

  /// Starts a thread for whose end `waitForEndOfThreads` waits.
  func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) throws(StoreError) {
    pushing.withLock { $0.threads += 1 }
    let hasStarted = NativeThread.start(name: name) { [self] in
      body()
      pushing.withLock { $0.threads -= 1 }
    }
    guard !hasStarted else { return }
    pushing.withLock { $0.threads -= 1 }
    throw StoreError(errno: EAGAIN, "cannot start a thread")
  }

  /// - Returns: Whether all of them have ended.
  func waitForEndOfThreads(until deadline: Deadline) -> Bool {
    pushing.wait(until: deadline, for: { $0.threads == 0 ? true : nil }) != nil
  }
}
