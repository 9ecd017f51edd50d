import FileProviderStore
import LinuxSystem

/// The loads that run: two requests for one thing share one load.
///
/// A load has no deadline of its own: each call of the provider in it has one.
final class Loads: Sendable {
  /// What is loaded.
  enum Key: Hashable, Sendable {
    case list(ItemID)
    case bring(ItemID)
  }

  /// A load that runs, or is over.
  final class Load: Sendable {
    private let outcome = Monitor<Result<Void, any Error>?>(nil)

    fileprivate func end(_ result: Result<Void, any Error>) { outcome.withLock { if $0 == nil { $0 = result } } }

    /// Waits for the end.
    ///
    /// - Throws: What the load threw; `ReplicaError.stopped`.
    func wait() throws { try outcome.wait(until: .never, for: { $0 })?.get() }
  }

  private struct State {
    var isStopped = false
    var running: [Key: Load] = [:]
  }

  private let state = Monitor(State())

  /// Begins a load, or joins one that runs.
  ///
  /// - Parameters:
  ///   - key: What is loaded.
  ///   - pool: Runs `work`, if the load is not running yet.
  ///   - work: Loads it.
  func begin(_ key: Key, on pool: WorkerPool, _ work: @escaping @Sendable () throws -> Void) -> Load {
    let (load, isNew) = state.withLock { state in
      if let load = state.running[key] { return (load, false) }
      let load = Load()
      if state.isStopped { load.end(.failure(ReplicaError.stopped)) } else { state.running[key] = load }
      return (load, !state.isStopped)
    }
    if isNew {
      pool.submit { [state] in
        let outcome = Result { try work() }
        state.withLock { $0.running[key] = nil }
        load.end(outcome)
      }
    }
    return load
  }

  /// Ends every wait, now and later.
  func stop() {
    let loads = state.withLock { state in
      state.isStopped = true
      defer { state.running = [:] }
      return Array(state.running.values)
    }
    for load in loads { load.end(.failure(ReplicaError.stopped)) }
  }

  /// How many loads run.
  var count: Int { state.withLock { $0.running.count } }
}
