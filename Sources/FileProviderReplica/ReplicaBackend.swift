import FileProviderInterface
import LinuxSystem
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

  func perform(
    _ call: NSFileProviderManager.Call, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    guard let replica = target.withLock({ $0.replica }) else {
      if case .signal = call { return completionHandler(nil) }
      return completionHandler(NSFileProviderError(.providerDomainTemporarilyUnavailable))
    }
    replica.perform(call) { completionHandler($0) }
  }
}
