import FileProviderInterface
import FileProviderStore

/// The replica's own errors. They are `NSError`s like a provider's, so that one table has them all.
enum ReplicaError {
  /// The provider did not answer in time.
  static var timedOut: NSError { own(.timedOut, "the provider did not answer in time") }

  /// Whether an error is `timedOut`.
  static func isTimedOut(_ error: any Error) -> Bool {
    let error = error as NSError
    return error.domain == ProviderErrorPolicy.ownDomain
      && error.code == ProviderErrorPolicy.OwnCode.timedOut.rawValue
  }

  /// The replica was stopped.
  static var stopped: NSError { own(.stopped, "the domain is being stopped") }

  /// Something that was changed here has no place at the provider any more.
  static func rescued(_ name: String) -> NSError {
    own(.rescued, "“\(name)” was changed here and no longer has a place at the provider: it is in the folder Rescued")
  }

  /// A folder does not stay where it was moved here.
  static func movedBack(_ name: String) -> NSError {
    own(
      .movedBack,
      "the folder “\(name)” was moved here into a folder that the provider has moved into it: the move was undone"
    )
  }

  /// The provider reports that it has no root. What it reports of anything else then counts for nothing.
  static var rootMissing: NSError {
    own(.rootMissing, "the provider says that its root folder does not exist; all items here are kept")
  }

  /// There is no room on this machine.
  static func full(_ what: String) -> NSError {
    NSError(
      domain: NSCocoaErrorDomain, code: CocoaError.Code.fileWriteOutOfSpace.rawValue,
      userInfo: [NSLocalizedDescriptionKey: what])
  }

  /// The domain is out of service.
  static var disconnected: NSError {
    provider(.providerDomainTemporarilyUnavailable, "the domain is disconnected")
  }

  /// Nobody waits for it any more.
  static var withdrawn: NSError {
    NSError(
      domain: NSCocoaErrorDomain, code: CocoaError.Code.userCancelled.rawValue,
      userInfo: [NSLocalizedDescriptionKey: "the request was abandoned"])
  }

  /// The provider broke its contract, and trying again is useless.
  static func broken(_ what: String) -> NSError {
    NSError(
      domain: NSFileProviderErrorDomain, code: NSFileProviderError.Code.cannotSynchronize.rawValue,
      userInfo: [NSLocalizedDescriptionKey: "the provider broke its contract: \(what)", breachKey: true])
  }

  private static let breachKey = "FileProviderReplicaBreach"

  /// Whether an error is one of `broken`.
  static func isBreach(_ error: any Error) -> Bool { (error as NSError).userInfo[breachKey] != nil }

  /// The system does not accept a token.
  static func expired(_ what: String) -> NSError { provider(.syncAnchorExpired, what) }

  /// The provider delivered another version of contents than the one that was asked for.
  static var otherVersion: NSError { provider(.versionNoLongerAvailable, "the provider has another version") }

  /// There is no such item.
  static var noSuchItem: NSError { provider(.noSuchItem, "no such item") }

  private static func own(_ code: ProviderErrorPolicy.OwnCode, _ message: String) -> NSError {
    NSError(
      domain: ProviderErrorPolicy.ownDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: message])
  }

  private static func provider(_ code: NSFileProviderError.Code, _ message: String) -> NSError {
    NSError(
      domain: NSFileProviderErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: message])
  }
}
