import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Synchronization

/// Tries again when the machine is online again.
final class NetworkSignals: ReplicaPart {
  let state: ReplicaState
  private let watch = Mutex<NetworkWatch?>(nil)

  init(_ state: ReplicaState) { self.state = state }

  /// Begins to watch networks. Where the system does not report them, what is unreachable is tried again after its pauses.
  func start() throws(StoreError) {
    guard let new = NetworkWatch() else { return }
    watch.withLock { $0 = new }
    try state.startThread("replica.network") { [self] in new.run { tryWithNetwork() } }
  }

  func stop() { watch.withLock { $0 }?.stop() }

  /// The provider may be reachable again: what was not reachable is tried at once, and nothing else is.
  func tryWithNetwork() {
    let error = NSFileProviderError(.serverUnreachable)
    guard
      state.status.withLock({ $0.isPullIncomplete }) || pushing.read({ $0.pause != nil })
        || state.latches.withLock({ $0.hasLatch(like: error) })
    else { return }
    // Nothing is written for that.
    try? state.errorWasResolved(error)
  }
}
