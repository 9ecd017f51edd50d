/// A program's way to speak to the system about one domain.
///
/// The manager itself does nothing but pass calls on to what serves the domain in this process. Where nothing does, there
/// is no manager; where it has gone away since, calls end with ``NSFileProviderError/Code/providerDomainNotFound``.
///
/// What Apple's class offers beyond this is listed in `RemainingInterface.swift`.
///
/// Apple: File Provider / `NSFileProviderManager`.
public final class NSFileProviderManager: NSObject, Sendable {
  private let domainIdentifier: NSFileProviderDomainIdentifier

  /// The manager of a domain; `nil` if the domain is not served in this process.
  public init?(for domain: NSFileProviderDomain) {
    guard Registry.shared.backend(for: domain.identifier) != nil else { return nil }
    domainIdentifier = domain.identifier
  }

  /// Says that a container has changes. The system asks for them when it sees fit.
  ///
  /// In a replicated domain only a signal for `.workingSet` counts, since all changes are asked for there.
  ///
  /// - Parameters:
  ///   - containerItemIdentifier: the container.
  ///   - completion: called on any thread once the system took note, not once it has the changes.
  @preconcurrency
  public func signalEnumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier,
    completionHandler completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    withBackend(completion) {
      $0.signalEnumerator(for: containerItemIdentifier, completionHandler: completion)
    }
  }

  /// The same, returning once the system took note.
  public func signalEnumerator(for containerItemIdentifier: NSFileProviderItemIdentifier) async throws {
    try await completed { signalEnumerator(for: containerItemIdentifier, completionHandler: $0) }
  }

  /// Says that the cause of an error is gone, so that everything it held up is tried again.
  ///
  /// Meant for `notAuthenticated`, `insufficientQuota`, `serverUnreachable`, `cannotSynchronize` and `excludedFromSync`.
  ///
  /// - Parameters:
  ///   - error: the error as the provider returned it; its domain and code count.
  ///   - completionHandler: called on any thread once the system took note.
  @preconcurrency
  public func signalErrorResolved(
    _ error: any Error, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    withBackend(completionHandler) {
      $0.signalErrorResolved(error, completionHandler: completionHandler)
    }
  }

  /// The same, returning once the system took note.
  public func signalErrorResolved(_ error: any Error) async throws {
    try await completed { signalErrorResolved(error, completionHandler: $0) }
  }

  private func withBackend(_ completion: ((any Error)?) -> Void, _ call: (any Backend) -> Void) {
    guard let backend = Registry.shared.backend(for: domainIdentifier) else {
      return completion(NSFileProviderError(.providerDomainNotFound))
    }
    call(backend)
  }

  private func completed(_ call: (@escaping @Sendable ((any Error)?) -> Void) -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      call { error in continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
    }
  }
}
