package import FileProviderInterface

extension StoreError {
  /// The error of the provider contract with the same meaning, for observers.
  package var providerError: NSError {
    let code: NSFileProviderError.Code
    switch self.code {
    case .noSuchItem: code = .noSuchItem
    case .exists: code = .filenameCollision
    case .tokenExpired, .tokenInvalid: code = .syncAnchorExpired
    case .notEmpty: code = .directoryNotEmpty
    case .full: code = .insufficientQuota
    case .featureUnsupported:
      return NSError(
        domain: NSCocoaErrorDomain, code: CocoaError.Code.featureUnsupported.rawValue,
        userInfo: [NSLocalizedDescriptionKey: description])
    default: code = .cannotSynchronize
    }
    return NSError(
      domain: NSFileProviderErrorDomain, code: code.rawValue,
      userInfo: [NSLocalizedDescriptionKey: description, NSUnderlyingErrorKey: self])
  }
}
