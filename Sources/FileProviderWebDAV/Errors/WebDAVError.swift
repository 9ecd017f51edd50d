import Foundation

/// Why a request, or what was to be done by some, failed.
///
/// Nothing in it names an item or holds a secret: it is logged, and shown.
struct WebDAVError: Error, Hashable, CustomStringConvertible {
  enum Reason: Hashable, Sendable {
    /// The server's answer.
    case status(Int)
    /// Nobody answered, or the connection ended in the middle.
    case network(String)
    /// Whether the server has done what it was asked cannot be known: the answer was lost.
    case lostAnswer(String)
    case certificate(String)
    /// The server misses a certificate of ours, or does not take it.
    case ownCertificate(String)
    case cancelled
    /// An answer that is none.
    case badAnswer(String)
    /// The server sends somewhere else, where nothing of this is sent.
    case redirect(to: String)
    /// The item at the server is another version than the one that was to be changed.
    case otherVersion
    case local(String)
  }

  var reason: Reason
  /// The server's `Retry-After`, in seconds.
  var retryAfter: Double?

  init(_ reason: Reason, retryAfter: Double? = nil) {
    self.reason = reason
    self.retryAfter = retryAfter
  }

  var status: Int? {
    if case .status(let status) = reason { return status }
    return nil
  }

  var isMissing: Bool { status == 404 || status == 410 }

  /// Whether a retry would be refused again: the system gives up such a change.
  var isRefusal: Bool { status.map { [400, 403, 413, 414, 415, 422, 501].contains($0) } ?? false }

  /// Whether the server may have performed the request despite the error. A missing item may be the answer to a repeated request.
  var mayHaveBeenDone: Bool {
    switch reason {
    case .lostAnswer, .cancelled, .badAnswer: true
    case .status(let status): isMissing || status >= 500
    default: false
    }
  }

  var description: String {
    switch reason {
    case .status(let status): "the server answered \(status)\(Self.meaning(status))"
    case .network(let text): "the server cannot be reached: \(text)"
    case .lostAnswer(let text): "the connection ended before the answer came: \(text)"
    case .certificate(let text): "the server's certificate is not trusted: \(text)"
    case .ownCertificate(let text):
      "the server wants another certificate of yours, or one at all (--client-certificate): \(text)"
    case .cancelled: "it was cancelled"
    case .badAnswer(let text): "the server's answer makes no sense: \(text)"
    case .redirect(let origin): "the server redirects to \(origin), where no password and no change is sent"
    case .otherVersion: "somebody has changed it at the server"
    case .local(let text): text
    }
  }

  /// What a certificate has nothing to do with.
  static let noTLS = "it does not speak TLS there; is the address one that begins with http://?"

  private static func meaning(_ status: Int) -> String {
    switch status {
    case 301, 302, 303, 307, 308: ": it redirects without saying where"
    case 400: ": it makes nothing of the address, or of the name"
    case 401: ": the name or the password is wrong"
    case 403: ": it is not allowed"
    case 404: ": there is nothing at this address"
    case 407: ": the proxy's name or password is missing (--proxy-user), or wrong"
    case 405: ": it does not do this there"
    case 409: ": the folder is not there"
    case 412: ": somebody else has changed it"
    case 413: ": it is too large for the server"
    case 423: ": somebody has locked it"
    case 429: ": it wants fewer requests"
    case 503: ": it is not available just now"
    case 507: ": there is no room left"
    default: ""
    }
  }
}
