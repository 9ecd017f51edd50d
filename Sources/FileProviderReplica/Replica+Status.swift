import FileProviderInterface
package import FileProviderStore
import LinuxSystem
import Synchronization

/// Synchronization on request, and the state of the domain's synchronization.
extension Replica: RefreshingSource {
  /// Pulls the provider's changes and uploads pending ones now, whatever errors are latched.
  ///
  /// - Parameters:
  ///   - container: A folder that is listed again.
  ///   - whenDone: Called once the provider's changes are here, from any thread; changes may be pending still.
  package func catchUp(
    listing container: ItemID?, whenDone: @escaping @Sendable (Result<SynchronizationReport, any Error>) -> Void
  ) {
    state.latches.withLock { $0.clear() }
    state.pushNow()
    let isAccepted = pulls.withLock { $0.schedule(listsAgain: true, container: container, waiter: whenDone) }
    if !isAccepted { whenDone(.failure(ReplicaError.stopped)) }
  }

  package func noteOpening(of folder: ItemID, refreshAfter age: Int64?) {
    let now = MonotonicClock.now
    guard let item = try? store.readCommitted({ (reader) throws(StoreError) in try reader.item(folder) }) else {
      return
    }
    loader.noteUse(of: item)
    if age == nil, state.status.withLock({ $0.feed == .moving }), item.isFolder, !item.flags.contains(.unlisted) {
      return state.notices.withLock { $0.noteOpening(of: folder) }
    }
    guard state.status.withLock({ $0.isStale(folder, refreshAfter: age, at: now) }),
      state.latches.withLock({ $0.error(for: folder) }) == nil, item.isFolder, !item.flags.contains(.unlisted)
    else { return }
    // No program waits for it. Where a walk opens more folders than the provider lists, the rest is listed when it is opened again.
    guard loader.listings.listers.jobCount < Self.mostRelistings else { return }
    // Also where it fails, it is not asked for again at once.
    state.status.withLock { $0.noteListing(of: folder, at: now) }
    _ = loader.load(.listing(folder), isUrgent: false) { _ in }
  }

  /// How many listings may wait when another one is asked for by opening a folder that is listed already.
  private static let mostRelistings = 256

  /// Whether something is being uploaded, or is to be at once.
  package var isPushing: Bool { pushing.read { $0.isBusy } }

  /// When a pull was last complete, in microseconds since 1970; `nil` for never.
  package var lastPull: Int64? { state.status.withLock { $0.pulled } }

  /// The latched items, by error.
  package var problems: [LatchedProblem] { state.latches.withLock { $0.problems } }

  /// The contents that are on their way from the provider.
  package var runningDownloads: [Download] { loader.contents.downloads.now }

  /// Sets who is called when user action is required: once for each kind of error, and again after an hour at the earliest.
  ///
  /// - Parameter body: Gets the provider's error. Called on a thread of the replica's, and must not block.
  package func whenUserActionIsRequired(_ body: @escaping @Sendable (any Error) -> Void) {
    state.userActionRequired.set(body)
  }

  /// Sets who is called with each event that the user may want to decide on.
  ///
  /// - Parameter body: Called on a thread of the replica's, and must not block.
  package func whenUserIsToDecide(_ body: @escaping @Sendable (UserEvent) -> Void) { state.userEvents.set(body) }

  /// Sets who replaces the process of a provider that does not answer a call though it was cancelled: what became of the call is asked then.
  ///
  /// - Parameter body: Called every `ReplicaLimits.afterCancel` until the process ends, on a thread of the replica's, and must not block. It returns whether
  ///   the process is being replaced.
  package func whenProviderHangs(_ body: @escaping @Sendable () -> Bool) { calls.watch.hangs.set(body) }
}
