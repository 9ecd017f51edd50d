import FileProviderInterface
import LinuxSystem

/// Alerts that a person does not want to see again.
extension Replica {
  /// Asks the provider whether an alert is left out, and has it left out from now on where the person wants that.
  ///
  /// - Parameters:
  ///   - suppresses: Whether the provider is told before that it is to be left out.
  ///   - whenDone: Called once, from any thread; with `nil` for a provider that keeps nothing of the kind.
  package func settleSuppression(
    of identifier: String, suppresses: Bool, whenDone: @escaping @Sendable (Result<Bool?, any Error>) -> Void
  ) {
    guard calls.keepsSuppressions else { return whenDone(.success(nil)) }
    guard !inFlight.isStopped else { return whenDone(.failure(ReplicaError.stopped)) }
    alerts.ask(
      until: .after(limits.call), inFlight,
      { [calls] in try calls.settleSuppression(of: identifier, suppresses: suppresses) }, whenDone: whenDone)
  }
}

extension ProviderCalls {
  fileprivate var keepsSuppressions: Bool { box.provider is any NSFileProviderUserInteractionSuppressing }

  /// - Throws: `stopped`; `disconnected`.
  fileprivate func settleSuppression(of identifier: String, suppresses: Bool) throws -> Bool? {
    guard let provider = box.provider as? any NSFileProviderUserInteractionSuppressing else { return nil }
    try inFlight.check()
    if suppresses { provider.setInteractionSuppressed(true, forIdentifier: identifier) }
    return provider.isInteractionSuppressed(forIdentifier: identifier)
  }
}
