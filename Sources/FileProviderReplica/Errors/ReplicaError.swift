import FileProvider
import Glibc

/// What a replica itself says, in the domains a provider's errors come in, so that one table has them all.
enum ReplicaError {
  /// The provider did not answer in time.
  static var timedOut: NSError { posix(ETIMEDOUT, "the provider did not answer in time") }

  /// The replica was stopped.
  static var stopped: NSError { posix(ECANCELED, "the domain is being stopped") }

  /// The provider broke its contract in a way that trying again does not mend.
  static func broken(_ what: String) -> NSError {
    provider(.cannotSynchronize, "the provider broke its contract: \(what)")
  }

  /// A token that the system does not take.
  static func expired(_ what: String) -> NSError { provider(.syncAnchorExpired, what) }

  /// There is no such item.
  static var noSuchItem: NSError { provider(.noSuchItem, "there is no such item") }

  private static func posix(_ code: Int32, _ message: String) -> NSError {
    NSError(domain: NSPOSIXErrorDomain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: message])
  }

  private static func provider(_ code: NSFileProviderError.Code, _ message: String) -> NSError {
    NSError(
      domain: NSFileProviderErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: message])
  }
}
