extension NSFileProviderManager {
  /// Has the system do something in the domain.
  func perform(_ call: Call, _ completion: @escaping @Sendable ((any Error)?) -> Void) {
    Registry.shared.perform(call, in: domainIdentifier, completion)
  }

  /// What the system has of the domain, at once.
  func domainSystem() throws -> any System {
    guard let system = Registry.shared.system, system.hasDomain(domainIdentifier) else {
      throw NSFileProviderError(.providerDomainNotFound)
    }
    return system
  }

  func postDomainDidChange() {
    NotificationCenter.default.post(name: .fileProviderDomainDidChange, object: nil)
  }

  func completed(_ call: (@escaping @Sendable ((any Error)?) -> Void) -> Void) async throws {
    try await Self.completed(call)
  }

  func answered<Value: Sendable>(
    _ call: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
  ) async throws -> Value {
    try await Self.answered(call)
  }

  static func completed(_ call: (@escaping @Sendable ((any Error)?) -> Void) -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      call { error in continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
    }
  }

  static func answered<Value: Sendable>(
    _ call: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      call { value, error in
        continuation.resume(with: value.map { .success($0) } ?? .failure(error ?? NSFileProviderError(.noSuchItem)))
      }
    }
  }
}
