import FileProviderDomains
import Synchronization

/// The actions that are being done: one of each kind for a domain.
final class SideBarActions: Sendable {
  private struct Running: Hashable {
    var domain: DomainName
    var action: SideBarAction
  }

  private let running = Mutex<Set<Running>>([])

  var isIdle: Bool { running.withLock { $0.isEmpty } }

  /// - Returns: False where it is being done.
  func begin(_ action: SideBarAction, in domain: DomainName) -> Bool {
    running.withLock { $0.insert(Running(domain: domain, action: action)).inserted }
  }

  func end(_ action: SideBarAction, in domain: DomainName) {
    running.withLock { _ = $0.remove(Running(domain: domain, action: action)) }
  }
}
