import Synchronization

extension NSFileProviderManager {
  /// What serves a domain in this process and answers its managers.
  ///
  /// Called on the caller's thread: take note, return, and call the handler exactly once, from anywhere.
  package protocol Backend: AnyObject, Sendable {
    /// See ``NSFileProviderManager/signalEnumerator(for:completionHandler:)``.
    func signalEnumerator(
      for containerItemIdentifier: NSFileProviderItemIdentifier,
      completionHandler: @escaping @Sendable ((any Error)?) -> Void)

    /// See ``NSFileProviderManager/signalErrorResolved(_:completionHandler:)``.
    func signalErrorResolved(
      _ error: any Error, completionHandler: @escaping @Sendable ((any Error)?) -> Void)
  }

  /// Lets `backend` answer the managers of a domain, from now until it is removed. It is retained, and replaces the one
  /// before it.
  package static func install(_ backend: any Backend, for domain: NSFileProviderDomainIdentifier) {
    Registry.shared.set(backend, for: domain)
  }

  /// Ends what ``install(_:for:)`` began. A backend that was replaced in the meantime changes nothing.
  package static func remove(_ backend: any Backend, for domain: NSFileProviderDomainIdentifier) {
    Registry.shared.remove(backend, for: domain)
  }

  /// The backends of this process. Nothing is called under its lock.
  final class Registry: Sendable {
    static let shared = Registry()

    private let backends = Mutex<[NSFileProviderDomainIdentifier: any Backend]>([:])

    func backend(for domain: NSFileProviderDomainIdentifier) -> (any Backend)? {
      backends.withLock { $0[domain] }
    }

    func set(_ backend: any Backend, for domain: NSFileProviderDomainIdentifier) {
      let replaced = backends.withLock { $0.updateValue(backend, forKey: domain) }
      _ = consume replaced  // released outside the lock
    }

    func remove(_ backend: any Backend, for domain: NSFileProviderDomainIdentifier) {
      let removed = backends.withLock { backends -> (any Backend)? in
        guard backends[domain] === backend else { return nil }
        return backends.removeValue(forKey: domain)
      }
      _ = consume removed  // released outside the lock
    }
  }
}
