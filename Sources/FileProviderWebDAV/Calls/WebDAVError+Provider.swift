import FileProviderInterface
import Foundation

extension WebDAVError {
  /// The error as the system understands it.
  var forSystem: NSError {
    switch reason {
    case .status(let status): Self.error(status, description)
    case .network, .lostAnswer, .certificate, .redirect: make(.serverUnreachable)
    case .ownCertificate: make(.notAuthenticated)
    case .cancelled: NSError(domain: NSCocoaErrorDomain, code: CocoaError.Code.userCancelled.rawValue)
    case .badAnswer: make(.serverUnreachable)
    case .otherVersion: make(.localVersionConflictingWithServer)
    case .refused, .otherFormat: make(.cannotSynchronize)
    case .unreadable: Self.cocoa(.fileReadNoPermission, description)
    case .local: NSError(domain: Self.domain, code: 1, userInfo: [NSLocalizedDescriptionKey: description])
    }
  }

  /// Any error as the system understands it.
  static func forSystem(_ error: any Error) -> NSError { (error as? WebDAVError)?.forSystem ?? error as NSError }

  /// Errors without a code of the system.
  static let domain = "FileProviderWebDAVErrorDomain"

  private func make(_ code: NSFileProviderError.Code) -> NSError { Self.make(code, description) }

  private static func make(_ code: NSFileProviderError.Code, _ text: String) -> NSError {
    NSError(domain: NSFileProviderErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: text])
  }

  private static func error(_ status: Int, _ text: String) -> NSError {
    switch status {
    case 401, 407: make(.notAuthenticated, text)
    case 403: cocoa(.fileWriteNoPermission, text)
    case 404, 410: make(.noSuchItem, text)
    // Too large, or a name that the server does not take.
    case 400, 413, 414, 415, 422: make(.cannotSynchronize, text)
    case 507: make(.insufficientQuota, text)
    case 429, 502, 503, 504: make(.serverUnreachable, text)
    case 501: cocoa(.featureUnsupported, text)
    // Including 423: the lock may be released the next time. And 409 and 412, which gateways send, too: their meaning is determined by requesting the item
    // (`Writer.confirmed`), which then throws `otherVersion` or 404.
    default: NSError(domain: domain, code: status, userInfo: [NSLocalizedDescriptionKey: text])
    }
  }

  private static func cocoa(_ code: CocoaError.Code, _ text: String) -> NSError {
    NSError(domain: NSCocoaErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: text])
  }
}
