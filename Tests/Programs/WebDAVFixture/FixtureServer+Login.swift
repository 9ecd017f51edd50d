import Foundation
import Synchronization

/// Who is logging in, and the passwords that were given.
struct FixtureLogins {
  var isGranted = false
  var passwords: Set<String> = []
  var count = 0
}

/// Nextcloud's login flow, version 2, as it is documented. The page of the browser grants whatever is asked for.
extension FixtureServer {
  private static let token = "poll-token-4711"

  /// - Returns: `nil` for what has nothing to do with it.
  func login(_ request: HTTPRequest) -> HTTPAnswer? {
    guard isCloud else { return nil }
    let origin = "http://\(request.headers["host"] ?? "")"
    switch (request.method, request.path) {
    case ("GET", "/status.php"):
      return Self.json("{\"installed\":true,\"productname\":\"Nextcloud\",\"versionstring\":\"30.0.1\"}")
    case ("POST", "/index.php/login/v2"):
      return Self.json(
        """
        {"poll":{"token":"\(Self.token)","endpoint":"\(lies["poll-at"] ?? origin)/index.php/login/v2/poll"},\
        "login":"\(origin)/index.php/login/v2/flow/page-4711"}
        """)
    case ("GET", "/index.php/login/v2/flow/page-4711"):
      logins.withLock { $0.isGranted = true }
      return HTTPAnswer(200)
    case ("POST", "/index.php/login/v2/poll"): return poll(request, origin)
    case ("GET", "/ocs/v2.php/cloud/user?format=json"):
      return isKnown(request) ? Self.json("{\"ocs\":{\"data\":{\"id\":\"me\"}}}") : HTTPAnswer(401)
    case ("DELETE", "/ocs/v2.php/core/apppassword"):
      guard let password = password(of: request) else { return HTTPAnswer(401) }
      logins.withLock { _ = $0.passwords.remove(password) }
      return HTTPAnswer(200)
    default: return lies.has("locked") && !isKnown(request) ? HTTPAnswer(401, [("WWW-Authenticate", "Basic")]) : nil
    }
  }

  private func poll(_ request: HTTPRequest, _ origin: String) -> HTTPAnswer {
    guard request.body == Array("token=\(Self.token)".utf8) else { return HTTPAnswer(404) }
    let password = logins.withLock { logins -> String? in
      guard logins.isGranted else { return nil }
      logins.isGranted = false
      logins.count += 1
      logins.passwords.insert("app-password-\(logins.count)")
      return "app-password-\(logins.count)"
    }
    guard let password else { return HTTPAnswer(404) }
    return Self.json("{\"server\":\"\(origin)\",\"loginName\":\"me@example.org\",\"appPassword\":\"\(password)\"}")
  }

  private func isKnown(_ request: HTTPRequest) -> Bool { password(of: request) != nil }

  /// The password that was given here, and that a request comes with.
  private func password(of request: HTTPRequest) -> String? {
    logins.withLock { $0.passwords }.first {
      "Basic " + Data("me@example.org:\($0)".utf8).base64EncodedString() == request.headers["authorization"]
    }
  }

  static func json(_ text: String) -> HTTPAnswer {
    HTTPAnswer(200, [("Content-Type", "application/json"), ("Set-Cookie", "session=cookie-4711")], Array(text.utf8))
  }
}
