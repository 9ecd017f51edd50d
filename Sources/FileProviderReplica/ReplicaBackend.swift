import FileProviderInterface
import Synchronization

/// Answers a domain's managers for a replica.
///
/// It exists before the provider is made, since providers like to get their manager in their initializer, and may
/// signal from there. A signal that comes before the replica has started is not lost: its start asks for changes
/// anyway.
final class ReplicaBackend: NSFileProviderManager.Backend {
  private struct Target {
    weak var replica: Replica?
  }

  private let target = Mutex(Target())

  func attach(_ replica: Replica) { target.withLock { $0.replica = replica } }

  func signalEnumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    // All changes are asked for in the working set, so other signals are ignored.
    if containerItemIdentifier == .workingSet { target.withLock { $0.replica }?.signal() }
    completionHandler(nil)
  }

  func signalErrorResolved(_ error: any Error, completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
    target.withLock { $0.replica }?.errorWasResolved(error)
    completionHandler(nil)
  }
}
