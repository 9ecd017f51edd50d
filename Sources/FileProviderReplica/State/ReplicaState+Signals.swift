import FileProviderStore
import LinuxSystem
import Synchronization

/// What has others begin: the threads that pull, push, bring and tell, and whoever waits for an error to pass.
extension ReplicaState {
  /// The provider has signalled a change. It can be asked again, so nothing stays latched.
  func signal() {
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

  /// Has everything tried again that was refused, or could not be told.
  func retryPushes() { pushing.withLock { $0.request(retries: true) } }

  /// Tells the provider at once what waits, without waiting for quiet.
  func pushNow() { pushing.withLock { $0.request(retries: true, hurries: true) } }

  /// A call has succeeded: what was held up because the provider was out of reach is tried again.
  func noteReached() {
    guard latches.withLock({ $0.noteAnswer() }) else { return }
    forgetOutages()
    noteKeeping()
    if status.withLock({ $0.isPullHeldUp }) { pulls.withLock { _ = $0.schedule() } }
    if pushing.read({ $0.pause != nil }) { retryPushes() }
  }

  /// Something has changed, of which something may have to be brought.
  func noteKeeping() {
    // It is said for each folder that is listed, and wakes the thread once.
    if !keeping.read({ $0.isDue }) { keeping.withLock { $0.isDue = true } }
  }

  func noteMaterialized() {
    // It is said for each folder that is listed, and wakes the thread once.
    if !notices.read({ $0.isMaterializedDue }) { notices.withLock { $0.isMaterializedDue = true } }
  }

  /// Has a round conclude what was noted outside of one: it pulls the changes first, which may tell that an item is elsewhere.
  ///
  /// Nothing is concluded here: this follows also from what concluding asks the provider for.
  func concludeDeletionsLater() throws(StoreError) {
    let some = try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).undecidedItems(limit: 1)
    }
    if !some.isEmpty { conclude() }
  }

  /// Has a round carry out what is decided on an item, now that it is known to be gone.
  func carryOutLater(_ id: ItemID) throws(StoreError) {
    let state = try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).heldState(of: id) }
    if let state, state > .held { conclude() }
  }

  private func conclude() {
    pulls.withLock { if !$0.isBusy { _ = $0.schedule() } }
  }
}
