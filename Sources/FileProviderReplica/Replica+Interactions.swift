package import FileProviderInterface
import Foundation
import LinuxSystem

/// What programs of the desktop ask a provider for: alerts that a user does not want to see again, and thumbnails.
extension Replica {
  /// Asks the provider whether an alert is suppressed, and suppresses it from now on where the user wants that.
  ///
  /// - Parameters:
  ///   - suppresses: Whether the provider is asked before to suppress it.
  ///   - whenDone: Called once, from any thread; with `nil` for a provider that suppresses no alerts.
  package func updateSuppression(
    of identifier: String, suppresses: Bool, whenDone: @escaping @Sendable (Result<Bool?, any Error>) -> Void
  ) {
    guard calls.supportsSuppression else { return whenDone(.success(nil)) }
    guard !inFlight.isStopped else { return whenDone(.failure(ReplicaError.stopped)) }
    alerts.ask(
      until: .after(limits.call), inFlight,
      { [calls] in try calls.updateSuppression(of: identifier, suppresses: suppresses) }, whenDone: whenDone)
  }

  /// Asks the provider for small pictures of some items, and waits for them.
  ///
  /// - Parameters:
  ///   - items: As the provider identifies them.
  ///   - side: The longest side wanted, in pixels.
  /// - Returns: What the provider has answered for each: the bytes of a picture in a format of its choice, or `nil` for no picture.
  /// - Throws: The provider's error, where it has answered for no item; `featureUnsupported` for a provider without pictures.
  package func thumbnails(
    of items: [NSFileProviderItemIdentifier], side: Int
  ) throws -> [NSFileProviderItemIdentifier: Result<Data?, any Error>] {
    try calls.thumbnails(of: items, side: side)
  }
}
