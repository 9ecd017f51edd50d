import FileProviderInterface

/// Why a question could not be put to the provider's process, in the contract's terms.
enum LinkError {
  /// There is no process.
  static func unreachable(_ reason: String) -> NSError {
    error(.serverUnreachable, "the provider's process is not running: \(reason)")
  }

  /// Processes have ended on this question.
  static func suspected(_ reason: String) -> NSError {
    error(.cannotSynchronize, "the provider's process exited each time it was asked: \(reason)")
  }

  /// The process does not know the question.
  static var notUnderstood: NSError {
    NSError(
      domain: NSCocoaErrorDomain, code: CocoaError.Code.featureUnsupported.rawValue,
      userInfo: [NSLocalizedDescriptionKey: "the provider's program has another version"])
  }

  /// Nobody waits for the answer any more.
  static var withdrawn: NSError {
    NSError(
      domain: NSCocoaErrorDomain, code: CocoaError.Code.userCancelled.rawValue,
      userInfo: [NSLocalizedDescriptionKey: "the request was abandoned"])
  }

  private static func error(_ code: NSFileProviderError.Code, _ text: String) -> NSError {
    NSError(domain: NSFileProviderErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: text])
  }
}
