import FileProviderInterface
import LinuxSystem

/// Alerts that a person does not want to see again.
extension Replica {
  /// Asks the provider whether an alert is left out.
  ///
  /// - Parameters:
  ///   - suppresses: Whether the provider is told before that it is to be left out.
  ///   - whenDone: Called once, from any thread; with `nil` for a provider that keeps nothing of the kind.
  package func isInteractionSuppressed(
    _ identifier: String, suppresses: Bool, whenDone: @escaping @Sendable (Result<Bool?, any Error>) -> Void
  ) {
    let isStarted = NativeThread.start(name: "replica.alert", stackSize: NativeThread.stackOfOthers) { [calls] in
      whenDone(Result { try calls.isInteractionSuppressed(identifier, suppresses: suppresses) })
    }
    if !isStarted { whenDone(.failure(NSFileProviderError(.providerDomainTemporarilyUnavailable))) }
  }
}

extension ProviderCalls {
  /// - Throws: `stopped`; `disconnected`.
  fileprivate func isInteractionSuppressed(_ identifier: String, suppresses: Bool) throws -> Bool? {
    guard let provider = box.provider as? any NSFileProviderUserInteractionSuppressing else { return nil }
    try inFlight.check()
    if suppresses { provider.setInteractionSuppressed(true, forIdentifier: identifier) }
    return provider.isInteractionSuppressed(forIdentifier: identifier)
  }
}
