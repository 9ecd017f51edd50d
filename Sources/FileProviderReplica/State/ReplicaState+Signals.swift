import FileProviderInterface
import FileProviderStore
import Foundation
import LinuxSystem
import Synchronization

/// Signals to other threads: those that pull, push, download and notify, and those that wait for the end of an error.
extension ReplicaState {
  /// The provider has signalled a change. It can be asked again, so nothing stays latched.
  func signal() {
    latches.withLock { $0.clear() }
    retryPushes()
    pulls.withLock { _ = $0.schedule() }
  }

  /// The provider, or the user, has signalled that the cause of an error is gone.
  func errorWasResolved(_ error: any Error) throws(StoreError) {
    resolutions.withLock { $0.note(error) }
    latches.withLock { $0.clear(like: error) }
    pulls.withLock { _ = $0.schedule() }
    try retry(after: error)
  }

  /// Makes a call again that has failed with an error whose cause was gone before that was known here.
  func retryIfResolved(_ error: any Error, of item: ItemID, since begun: Resolutions.Moment) throws(StoreError) {
    if resolutions.withLock({ $0.mayRepeat(item, after: error, since: begun) }) { try retry(after: error) }
  }

  private func retry(after error: any Error) throws(StoreError) {
    defer { retryPushes() }
    let error = error as NSError
    if error.domain == NSFileProviderErrorDomain, error.code == NSFileProviderError.Code.excludedFromSync.rawValue {
      try retryExcluded()
    }
  }

  /// Tries everything again that was refused, or could not be sent.
  func retryPushes() { pushing.withLock { $0.request(retries: true) } }

  /// Uploads pending changes at once, without waiting for quiet.
  func pushNow() { pushing.withLock { $0.request(retries: true, hurries: true) } }

  /// A call has succeeded: what has failed because the provider was unreachable is tried again.
  func noteReached() {
    guard latches.withLock({ $0.noteAnswer() }) else { return }
    forgetOutages()
    wakeKeeper()
    if status.withLock({ $0.isPullIncomplete }) { pulls.withLock { _ = $0.schedule() } }
    if pushing.read({ $0.pause != nil }) { retryPushes() }
  }

  /// Something has changed, of which something may have to be downloaded.
  func wakeKeeper() {
    // This is called for each folder that is listed, and wakes the thread once.
    if !keeperRequests.read({ $0.isDue }) { keeperRequests.withLock { $0.isDue = true } }
  }

  func noteMaterialized() {
    // This is called for each folder that is listed, and wakes the thread once.
    if !notices.read({ $0.isMaterializedDue }) { notices.withLock { $0.isMaterializedDue = true } }
  }

  /// Has a round conclude what was noted outside of one: it pulls the changes first, which may report that an item is elsewhere.
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

  /// Has a round remove what may have waited for an answer. One that is under way may be past that.
  func removeLater() throws(StoreError) {
    let isDue = try store.readCommitted { (reader) throws(StoreError) in
      try !ProvidedReader(reader).heldItems(.accepted, limit: 1).isEmpty
    }
    if isDue { pulls.withLock { _ = $0.schedule() } }
  }

  private func conclude() {
    pulls.withLock { if !$0.isBusy { _ = $0.schedule() } }
  }
}
