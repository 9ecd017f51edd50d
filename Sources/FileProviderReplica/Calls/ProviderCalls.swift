import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Logging

/// The calls to a provider, each of which waits for its answer with a deadline.
///
/// They are made on threads of the replica's own, see `WorkerPool`. A completion that never comes costs the caller its
/// deadline and nothing else; one that comes late, or twice, is logged and ignored.
struct ProviderCalls: Sendable {
  let box: ProviderBox
  let limits: ReplicaLimits
  let inFlight: InFlight
  let border: ItemBorder
  let share: EnumerationShare
  let watch: CallWatch
  let state: DomainStateKeeper
  /// Called after each call that succeeded, on the thread that has made it.
  let whenReached = Handler<Void, Void> {}

  init(
    _ provider: any NSFileProviderReplicatedExtension, _ store: ItemStore, limits: ReplicaLimits, inFlight: InFlight,
    logger: Logger
  ) {
    box = ProviderBox(provider: provider)
    self.limits = limits
    self.inFlight = inFlight
    share = EnumerationShare(limits: limits)
    watch = CallWatch(limits: limits)
    border = ItemBorder(logger: logger)
    state = DomainStateKeeper(box, store, pace: limits.pace, logger: logger)
  }

  /// Asks for the enumerator of a container, lends it to `body`, and ends it in every case.
  func withEnumerator<Result>(
    for container: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    _ body: (EnumeratorCalls) throws -> Result
  ) throws -> Result {
    try inFlight.check()
    let enumerator = try box.provider.enumerator(for: container, request: request)
    defer { enumerator.invalidate() }
    return try body(EnumeratorCalls(enumerator: enumerator, calls: self, container: container.rawValue))
  }

  /// Asks for one item as the provider has it now.
  ///
  /// - Throws: The provider's error; `timedOut`; `stopped`.
  func item(for identifier: NSFileProviderItemIdentifier) throws -> ProvidedItem {
    let pending = PendingAnswer<ProvidedItem?>()
    let request = request()
    let item = try wait(for: pending) {
      _ = box.provider.item(for: identifier, request: request) { item, error in
        let result: Result<ProvidedItem?, any Error> = error.map { .failure($0) } ?? .success(item.flatMap(border.item))
        if !pending.answer(result) { noteLate("item", of: identifier.rawValue) }
      }
    }
    guard let item, item.identifier.isIdentical(to: identifier.rawValue) else { throw ReplicaError.noSuchItem }
    return item
  }

  /// Waits for the answer to a call as long as there is progress.
  func wait<Value>(for pending: PendingAnswer<Value>, _ progress: ProgressBox) throws -> Value {
    let end = Deadline.after(limits.longestFetch)
    var deadline = min(end, .after(limits.fetch))
    var completed = progress.completed
    while true {
      if let result = pending.wait(until: min(deadline, .after(.seconds(1)))) {
        return try take(result)
      }
      if progress.completed != completed {
        completed = progress.completed
        deadline = min(end, .after(limits.fetch))
      }
      if deadline.hasPassed {
        if let result = pending.close() { return try result.get() }
        throw ReplicaError.timedOut
      }
    }
  }

  /// Waits for the answer to a call that is watched, which ends the wait.
  func wait<Value>(forWatched pending: PendingAnswer<Value>) throws -> Value {
    try take(pending.wait())
  }

  /// Delivers the answer to a watched call to the thread that waits for it.
  ///
  /// - Parameter call: The call's name.
  /// - Returns: Whether it waits; if not, the answer is dropped.
  func deliver<Value>(
    _ answer: Result<Value, any Error>, to pending: PendingAnswer<Value>, _ number: UInt64, _ call: String,
    of identifier: String
  ) -> Bool {
    guard let ended = watch.end(number) else {
      noteLate(call, of: identifier)
      return false
    }
    if case .failure = answer, ended.isOverdue { return pending.answer(.failure(ReplicaError.timedOut)) }
    return pending.answer(answer)
  }

  /// Waits for the answer to a call.
  ///
  /// - Parameter time: How long; `ReplicaLimits.call` unless given.
  func wait<Value>(
    for pending: PendingAnswer<Value>, atMost time: Duration? = nil, _ call: () -> Void
  ) throws -> Value {
    try inFlight.during(cancel: { pending.answer(.failure(ReplicaError.stopped)) }) {
      call()
      if let result = pending.wait(until: .after(time ?? limits.call)) ?? pending.close() {
        return try take(result)
      }
      throw ReplicaError.timedOut
    }
  }

  private func take<Value>(_ result: Result<Value, any Error>) throws -> Value {
    if !inFlight.isStopped { state.refresh() }
    let value = try result.get()
    whenReached()
    return value
  }

  /// Notes an answer for which nobody waits.
  func noteLate(_ call: String, of identifier: String) {
    border.breaches.log("the provider answered “\(call)” twice or too late", of: identifier)
  }

  /// Ends the provider.
  func invalidate() { box.provider.invalidate() }
}

/// Carries the provider from thread to thread.
struct ProviderBox: @unchecked Sendable {
  // Sendable: by its contract a provider bears being called from any thread and concurrently.
  let provider: any NSFileProviderReplicatedExtension
}

/// Carries the progress of a call; `Progress` may be asked and cancelled from any thread.
struct ProgressBox: @unchecked Sendable {
  // Sendable: Foundation guards the object's state with a lock of its own.
  private let progress: Progress

  init(_ progress: Progress) { self.progress = progress }

  var completed: Double { Double(progress.completedUnitCount) + progress.fractionCompleted }
  func cancel() { progress.cancel() }

  /// How many bytes of so many are done.
  func bytes(of size: Int64) -> Int64 {
    let fraction = progress.fractionCompleted
    return fraction.isFinite ? Int64((Double(size) * min(max(fraction, 0), 1)).rounded(.down)) : 0
  }
}
