import FileProviderStore

/// The loads that run: two requests for one thing share one load.
///
/// A load belongs to nobody who waits for it. Who has no patience left goes, and the load goes on; the next who asks
/// finds it still running, or done.
final class Loads: Sendable {
  /// What is loaded.
  enum Key: Hashable, Sendable {
    case list(ItemID)
    case bring(ItemID)
  }

  private final class Load: Sendable {
    let outcome = Monitor<Result<Void, any Error>?>(nil)
  }

  private let running = Monitor<[Key: Load]>([:])

  /// Has something loaded, or joins who has it loaded, and waits.
  ///
  /// - Parameters:
  ///   - key: What.
  ///   - pool: Where `work` runs if it is not running.
  ///   - deadline: How long to wait.
  ///   - work: Loads it.
  /// - Throws: What `work` threw; `ReplicaError.timedOut`.
  func share(
    _ key: Key, on pool: WorkerPool, until deadline: Deadline, _ work: @escaping @Sendable () throws -> Void
  ) throws {
    let (load, isNew) = running.withLock { running in
      if let load = running[key] { return (load, false) }
      let load = Load()
      running[key] = load
      return (load, true)
    }
    if isNew {
      pool.submit { [running] in
        let outcome = Result { try work() }
        running.withLock { $0[key] = nil }
        load.outcome.withLock { $0 = outcome }
      }
    }
    guard let outcome = load.outcome.wait(until: deadline, for: { $0 }) else { throw ReplicaError.timedOut }
    try outcome.get()
  }

  /// Ends every wait; what has not begun never will.
  func stop() {
    let loads = running.withLock { running in
      defer { running = [:] }
      return Array(running.values)
    }
    for load in loads {
      load.outcome.withLock { if $0 == nil { $0 = .failure(ReplicaError.stopped) } }
    }
  }

  /// How many loads run.
  var count: Int { running.withLock { $0.count } }
}
