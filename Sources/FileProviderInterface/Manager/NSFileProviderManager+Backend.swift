import Synchronization

extension NSFileProviderManager {
  /// What serves a domain in this process and answers its managers.
  package protocol Backend: AnyObject, Sendable {
    /// Called on the caller's thread: take note, return, and call the handler exactly once, from anywhere.
    func perform(_ call: Call, completionHandler: @escaping @Sendable ((any Error)?) -> Void)
  }

  /// Lets `backend` answer the managers of a domain, from now until it is removed. It is retained, and replaces the one
  /// before it.
  package static func installBackend(_ backend: any Backend, for domain: NSFileProviderDomainIdentifier) {
    Registry.shared.set(backend, for: domain)
  }

  /// Ends what ``installBackend(_:for:)`` began. A backend that was replaced in the meantime changes nothing.
  package static func removeBackend(_ backend: any Backend, for domain: NSFileProviderDomainIdentifier) {
    Registry.shared.remove(backend, for: domain)
  }

  /// Lets `system` answer for all domains of this program's provider, from now on.
  package static func install(_ system: any System) {
    Registry.shared.set(system)
  }

  /// What answers managers in this process. Nothing is called under its lock.
  final class Registry: Sendable {
    static let shared = Registry()

    private struct State {
      var backends: [NSFileProviderDomainIdentifier: any Backend] = [:]
      var system: (any System)?
    }

    private let state = Mutex(State())

    var system: (any System)? { state.withLock { $0.system } }

    func backend(for domain: NSFileProviderDomainIdentifier) -> (any Backend)? {
      state.withLock { $0.backends[domain] }
    }

    func knows(_ domain: NSFileProviderDomainIdentifier) -> Bool {
      backend(for: domain) != nil || system?.hasDomain(domain) == true
    }

    func set(_ backend: any Backend, for domain: NSFileProviderDomainIdentifier) {
      let replaced = state.withLock { $0.backends.updateValue(backend, forKey: domain) }
      _ = consume replaced  // released outside the lock
    }

    func set(_ system: any System) {
      let replaced = state.withLock { state in
        defer { state.system = system }
        return state.system
      }
      _ = consume replaced  // released outside the lock
    }

    func remove(_ backend: any Backend, for domain: NSFileProviderDomainIdentifier) {
      let removed = state.withLock { state -> (any Backend)? in
        guard state.backends[domain] === backend else { return nil }
        return state.backends.removeValue(forKey: domain)
      }
      _ = consume removed  // released outside the lock
    }
  }
}
