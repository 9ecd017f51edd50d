import FileProviderInterface

/// An error that a provider answered with, of a domain that it may be of.
struct Refusal: Error {
  let call: String
  let error: NSError

  init(_ call: String, _ error: NSError) {
    self.call = call
    self.error = error
  }

  static func isLegal(_ error: NSError) -> Bool {
    error.domain == NSCocoaErrorDomain || error.domain == NSFileProviderErrorDomain
  }

  var code: NSFileProviderError.Code? {
    error.domain == NSFileProviderErrorDomain ? NSFileProviderError.Code(rawValue: error.code) : nil
  }

  var isNoSuchItem: Bool { code == .noSuchItem }
  var isExpired: Bool { code == .syncAnchorExpired }
  var isUnsupported: Bool { error.domain == NSCocoaErrorDomain && error.code == CocoaError.featureUnsupported.rawValue }

  /// Whether it means that every call fails now.
  var isAboutServer: Bool {
    code == .serverUnreachable || code == .notAuthenticated || code == .insufficientQuota
      || code == .providerDomainTemporarilyUnavailable
  }

  var text: String {
    let name = code.map { "NSFileProviderError.\($0)" } ?? "\(error.domain) \(error.code)"
    return "\(name) (\(error.localizedDescription))"
  }

  /// Why a rule cannot be checked.
  var reason: String { "“\(call)” was answered with \(text)" }
}
