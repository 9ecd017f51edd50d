import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Synchronization

/// Being online again.
extension Replica {
  /// A call has succeeded: what was held up because the provider was out of reach is tried again.
  func noteReached() {
    guard latches.withLock({ $0.noteAnswer() }) else { return }
    forgetOutages()
    noteKeeping()
    if status.withLock({ $0.isPullHeldUp }) { pulls.withLock { _ = $0.schedule() } }
    if pushing.read({ $0.pause != nil }) { retryPushes() }
  }

  /// Begins to hear of networks. Where the system does not tell of them, what is held up is tried again after its pauses.
  func startWatchingNetwork() throws(StoreError) {
    guard let watch = NetworkWatch() else { return }
    network.withLock { $0 = watch }
    try startThread("replica.network") { [self] in watch.run { tryWithNetwork() } }
  }

  func stopWatchingNetwork() { network.withLock { $0 }?.stop() }

  /// There may be a way to the provider again: what was held up for want of one is tried at once, and nothing else is.
  func tryWithNetwork() {
    let error = NSFileProviderError(.serverUnreachable)
    let isHeldUp =
      status.withLock { $0.isPullHeldUp } || pushing.read { $0.pause != nil }
      || latches.withLock { $0.holdsUp(like: error) }
    if isHeldUp { errorWasResolved(error) }
  }
}
