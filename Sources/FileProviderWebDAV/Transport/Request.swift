import Foundation

/// A request.
struct Request {
  enum Body {
    case none
    case xml(String)
    /// Names and values as a form in a browser sends them.
    case form(String)
    /// A part of an open file.
    case file(Int32, offset: Int64, length: Int64)
  }

  var method: String
  var url: String
  var headers: [(name: String, value: String)] = []
  var body = Body.none
  /// What a file in the body is.
  var contentType = "application/octet-stream"
  /// Whether it changes something: then it is never sent to another server, and a lost answer is reported as such.
  var isChange = false

  /// How long nothing may be sent or received, in seconds. A server may work long on a change: it copies a tree that is moved, or puts the parts of a
  /// document together. A connection whose other end is gone ends sooner (`TCP_USER_TIMEOUT`).
  var longestSilence: Int { isChange ? 600 : 30 }

  init(_ method: String, _ url: String) {
    self.method = method
    self.url = url
  }
}

/// The head of an answer.
struct Response {
  var status: Int
  /// By name in lower case; of several with one name, the last.
  var headers: [String: String] = [:]

  var tag: EntityTag? { EntityTag(headers["etag"]) }
  var length: Int64? { headers["content-length"].flatMap { Int64($0) } }

  /// `Retry-After` in seconds, an hour at most. The header has a number, or a date by the server's clock.
  var retryAfter: Double? {
    guard let text = headers["retry-after"] else { return nil }
    let now = headers["date"].flatMap(HTTPDate.date) ?? Date()
    guard let seconds = Double(text) ?? HTTPDate.date(text)?.timeIntervalSince(now), seconds.isFinite else {
      return nil
    }
    return min(max(seconds, 0), 3600)
  }
}
