import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Synchronization

/// Being online again.
final class NetworkSignals: ReplicaPart {
  let state: ReplicaState
  private let watch = Mutex<NetworkWatch?>(nil)

  init(_ state: ReplicaState) { self.state = state }

  /// Begins to hear of networks. Where the system does not tell of them, what is held up is tried again after its pauses.
  func start() throws(StoreError) {
    guard let new = NetworkWatch() else { return }
    watch.withLock { $0 = new }
    try state.startThread("replica.network") { [self] in new.run { tryWithNetwork() } }
  }

  func stop() { watch.withLock { $0 }?.stop() }

  /// There may be a way to the provider again: what was held up for want of one is tried at once, and nothing else is.
  func tryWithNetwork() {
    let error = NSFileProviderError(.serverUnreachable)
    guard
      state.status.withLock({ $0.isPullIncomplete }) || pushing.read({ $0.pause != nil })
        || state.latches.withLock({ $0.hasLatch(like: error) })
    else { return }
    state.errorWasResolved(error)
  }
}
