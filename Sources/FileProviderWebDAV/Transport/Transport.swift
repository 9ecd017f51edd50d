import CCurl
import Foundation
import Synchronization

/// The way to a server: a handle for each request that is under way, with its connection kept for the next one.
final class Transport: Sendable {
  let endpoint: Endpoint
  let settings: WebDAVSettings
  private let secret: String?
  private let proxySecret: String?
  private let trace: RequestTrace?
  private let limits: SpeedLimits
  private let idle = Mutex<[CurlHandle]>([])
  /// The server's authentication methods, a bit set of libcurl.
  private let authentication: Mutex<UInt>
  /// The methods that the last answer offered, a bit set of libcurl.
  private let offered = Mutex<UInt>(0)
  /// The names of the collection's path as the server calls it in its answers; `WebDAVServer.learnPlace` finds them out.
  let answeredNames: Mutex<[[UInt8]]>
  /// Those of the trash bin's.
  let answeredTrashNames: Mutex<[[UInt8]]>

  /// Maximum number of idle connections.
  private static let mostIdle = 8

  /// - Parameters:
  ///   - secret: The password or the token; by default it is read from the place in the settings.
  ///   - limits: By default those of the settings.
  /// - Throws: A failure when the secret cannot be read.
  init(
    _ settings: WebDAVSettings, secret: String? = nil, limits: SpeedLimits? = nil,
    trace: RequestTrace? = RequestTrace.fromEnvironment
  ) throws(WebDAVError) {
    endpoint = try settings.endpoint()
    answeredNames = Mutex(endpoint.names)
    answeredTrashNames = Mutex(endpoint.trashNames)
    self.settings = settings
    self.trace = trace
    self.limits = limits ?? SpeedLimits(settings)
    if let secret { self.secret = secret } else { self.secret = try settings.secret?.read() }
    if settings.usesNetrc { try SecretPlace.checkNetrc() }
    proxySecret = try settings.proxySecret?.read()
    let basic = fileprovider_curl_basic
    let wanted: UInt =
      switch settings.authentication {
      case .automatic: basic | fileprovider_curl_digest
      case .basic: basic
      case .digest: fileprovider_curl_digest
      case .bearer: fileprovider_curl_bearer
      case .none: 0
      }
    authentication = Mutex(self.secret == nil && !settings.usesNetrc ? 0 : wanted)
  }

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - progress: Called with the number of bytes received and sent, several times per second.
  ///   - receive: Takes the body of an answer of success, piece by piece.
  /// - Returns: The head of the answer.
  /// - Throws: For every status other than 2xx; what `receive` throws.
  @discardableResult
  func perform(
    _ request: Request, _ cancellation: Cancellation? = nil, progress: ((Int64, Int64) -> Void)? = nil,
    receive: ((Response, UnsafeRawBufferPointer) throws -> Void)? = nil
  ) throws -> Response {
    var request = request
    var visited: Set<String> = []
    while true {
      guard visited.insert(request.url).inserted else { throw WebDAVError(.badAnswer("a redirect loop")) }
      guard visited.count <= Self.mostRequests else {
        throw WebDAVError(.badAnswer("more than \(Self.mostRequests - 1) redirects"))
      }
      try cancellation?.check()
      try checkPause()
      let isOwnOrigin = Endpoint.origin(of: request.url) == endpoint.origin
      let handle = try take(withSecret: isOwnOrigin)
      defer { if isOwnOrigin { give(back: handle) } }
      let transfer = Transfer(
        request, cancellation, limit: limit(for: request), progress: progress, receive: receive)
      trace?.note(request)
      let response: Response
      do { response = try handle.perform(request, transfer) } catch {
        trace?.note(error)
        throw error
      }
      trace?.note(response)
      // Also of an answer of success: libcurl has asked a second time for it, as it would on each new connection.
      if isOwnOrigin { learn(handle.offeredAuthentication) }
      if let pause = response.retryAfter, [429, 503].contains(response.status) { wait(pause, response.status) }
      if (200..<300).contains(response.status) { return response }
      guard let next = try redirected(request, response) else {
        throw WebDAVError(.status(response.status), retryAfter: response.retryAfter)
      }
      request.url = next
    }
  }

  /// Only contents are slowed down: listings and changes without contents are small, and everything waits for them.
  private func limit(for request: Request) -> SpeedLimit? {
    if case .file = request.body { return limits.upload }
    return request.method == "GET" ? limits.download : nil
  }

  /// The request itself, and one for each redirect that is followed.
  private static let mostRequests = 6

  /// When the server's `Retry-After` ends, and the answer with it.
  private let pause = Mutex<(end: Date, status: Int)?>(nil)

  private func wait(_ seconds: Double, _ status: Int) {
    pause.withLock { $0 = (Date(timeIntervalSinceNow: min(seconds, 600)), status) }
  }

  private func checkPause() throws(WebDAVError) {
    guard let (end, status) = pause.withLock({ $0 }) else { return }
    let rest = end.timeIntervalSinceNow
    if rest > 0 { throw WebDAVError(.status(status), retryAfter: rest) }
  }

  /// Where the server redirects to; `nil` for an answer that is no redirect. Within the same origin the request is repeated there with its method and its body,
  /// also after 301 and 302.
  ///
  /// - Throws: When it redirects to where the request must not go. Only downloads may come from another server, which receives no
  ///   password.
  private func redirected(_ request: Request, _ response: Response) throws -> String? {
    guard [301, 302, 303, 307, 308].contains(response.status), let place = response.headers["location"] else {
      return nil
    }
    guard let next = URL(string: place, relativeTo: URL(string: request.url))?.absoluteString,
      let origin = Endpoint.origin(of: next), origin.hasPrefix("http")
    else { throw WebDAVError(.badAnswer("a redirect to an invalid address")) }
    let mayFollow = request.method == "GET" || origin == endpoint.origin
    let isDowngrade = endpoint.isEncrypted && !origin.hasPrefix("https:")
    guard mayFollow, !isDowngrade, response.status != 303 || request.method == "GET" else {
      throw WebDAVError(.redirect(to: origin))
    }
    // A change is made to the same item or not at all: a start page or a folder is another one.
    if request.isChange, URL(string: next)?.lastPathComponent != URL(string: request.url)?.lastPathComponent {
      throw WebDAVError(.badAnswer("a change redirected to another item"))
    }
    return next
  }

  /// Whether the last answer asked for a token of OAuth, and took nothing else.
  var wantsOnlyTokens: Bool { offered.withLock { $0 } == fileprovider_curl_bearer }

  // MARK: Handles

  private func take(withSecret: Bool) throws(WebDAVError) -> CurlHandle {
    if withSecret, let handle = idle.withLock({ $0.popLast() }) {
      handle.set(CURLOPT_HTTPAUTH, Int(bitPattern: authentication.withLock { $0 }))
      return handle
    }
    let handle = try CurlHandle()
    configure(handle)
    if withSecret { identify(handle) }
    return handle
  }

  private func give(back handle: CurlHandle) {
    idle.withLock { if $0.count < Self.mostIdle { $0.append(handle) } }
  }

  private func configure(_ handle: CurlHandle) {
    handle.set(CURLOPT_NOSIGNAL, 1)
    handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
    handle.set(CURLOPT_FOLLOWLOCATION, 0)
    handle.set(CURLOPT_UNRESTRICTED_AUTH, 0)
    handle.set(CURLOPT_CONNECTTIMEOUT, 10)
    handle.set(CURLOPT_LOW_SPEED_LIMIT, 1)
    handle.set(CURLOPT_TCP_KEEPALIVE, 1)
    handle.set(CURLOPT_TCP_KEEPIDLE, 15)
    handle.set(CURLOPT_TCP_KEEPINTVL, 5)
    handle.set(CURLOPT_SSL_VERIFYPEER, 1)
    handle.set(CURLOPT_SSL_VERIFYHOST, 2)
    handle.set(CURLOPT_USERAGENT, "OpenFileProvider")
    handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    if let proxy = settings.proxy { handle.set(CURLOPT_PROXY, proxy) }
    guard let user = settings.proxyUser else { return }
    handle.set(CURLOPT_PROXYAUTH, Int(bitPattern: fileprovider_curl_basic | fileprovider_curl_digest))
    handle.set(CURLOPT_PROXYUSERNAME, user)
    handle.set(CURLOPT_PROXYPASSWORD, proxySecret ?? "")
  }

  /// Sets a handle's credentials: never for a request to another server.
  private func identify(_ handle: CurlHandle) {
    if let authorities = settings.authorities {
      handle.set(CURLOPT_CAINFO, authorities)
      // Instead of the system's, which libcurl would trust beside it.
      handle.set(CURLOPT_CAPATH, nil)
    }
    if let certificate = settings.certificate { handle.set(CURLOPT_SSLCERT, certificate) }
    if let key = settings.key { handle.set(CURLOPT_SSLKEY, key) }
    if settings.usesNetrc { handle.set(CURLOPT_NETRC, 1) }
    guard let secret else { return }
    handle.set(CURLOPT_HTTPAUTH, Int(bitPattern: authentication.withLock { $0 }))
    if settings.authentication == .bearer {
      handle.set(CURLOPT_XOAUTH2_BEARER, secret)
    } else {
      handle.set(CURLOPT_USERNAME, settings.user ?? "")
      handle.set(CURLOPT_PASSWORD, secret)
    }
  }

  /// Notes the server's methods, so that the next request is authenticated at once.
  private func learn(_ offered: UInt) {
    self.offered.withLock { $0 = offered }
    guard settings.authentication == .automatic, secret != nil else { return }
    let digest = fileprovider_curl_digest
    let basic = fileprovider_curl_basic
    if offered & digest != 0 {
      authentication.withLock { $0 = digest }
    } else if offered & basic != 0 {
      authentication.withLock { $0 = basic }
    }
  }
}
