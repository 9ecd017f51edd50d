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
    /// What is asked for is against the rules of an address book: a retry would be refused again.
    case refused(String)
    /// The server has a document, and does not give its contents.
    case unreadable(String)
    /// The server has a card as this media type, which is not that of vCard.
    case otherFormat(String)
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
    case .lostAnswer(let text): "the connection closed before the response arrived: \(text)"
    case .certificate(let text): "the server's certificate is not trusted: \(text)"
    case .ownCertificate(let text):
      "the server requires a valid client certificate (--client-certificate): \(text)"
    case .cancelled: "cancelled"
    case .badAnswer(let text): "invalid response from the server: \(text)"
    case .redirect(let origin): "refusing to follow a redirect to \(origin) with a password or a change"
    case .otherVersion: "changed on the server meanwhile"
    case .refused(let text), .unreadable(let text), .local(let text): text
    case .otherFormat(let type): "the server has this card as \(type), and not as a vCard"
    }
  }

  /// What a certificate has nothing to do with.
  static let noTLS = "the server does not use TLS at this address; try http://"

  private static func meaning(_ status: Int) -> String {
    switch status {
    case 301, 302, 303, 307, 308: ": a redirect without a target"
    case 400: ": bad request; the address or the file name may be invalid"
    case 401: ": wrong user name or password"
    case 403: ": access denied"
    case 404: ": not found"
    case 407: ": the proxy requires a valid user name and password (--proxy-user)"
    case 405: ": operation not supported here"
    case 409: ": the parent folder does not exist"
    case 412: ": changed by somebody else"
    case 413: ": too large for the server"
    case 423: ": locked by somebody else"
    case 429: ": too many requests"
    case 503: ": temporarily unavailable"
    case 507: ": no space left"
    default: ""
    }
  }
}
