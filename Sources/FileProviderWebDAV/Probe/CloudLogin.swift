import Foundation

/// Logs in to a Nextcloud in a browser, and gets an app password for this program (Nextcloud's login flow, version 2).
package struct CloudLogin: Sendable {
  /// What the server waits for.
  package struct Invitation: Sendable {
    /// The address of the login page.
    package let page: String
    let poll: String
    let token: String
  }

  /// Who has logged in.
  package struct Account: Sendable {
    package let user: String
    package let secret: String
  }

  /// How long the server waits for the login, in seconds.
  package static let patience = 1200

  private let base: WebDAVSettings
  private let settings: WebDAVSettings
  private let transport: Transport

  /// - Parameter settings: Those of the domain. The address may be the server's or that of a collection on it.
  package init(_ settings: WebDAVSettings) throws(WebDAVCheck.Failure) {
    self.settings = settings
    var base = settings
    if let end = base.address.range(of: "/remote.php") { base.address = String(base.address[..<end.lowerBound]) }
    if let end = base.address.range(of: "/index.php") { base.address = String(base.address[..<end.lowerBound]) }
    (base.secret, base.usesNetrc, base.authentication) = (nil, false, .automatic)
    self.base = base
    transport = try WebDAVCheck.explained { try Transport(base) }
  }

  /// Whether the server says that it is a Nextcloud. One that cannot be reached is none.
  package var isOffered: Bool {
    struct Answer: Decodable { let productname: String }
    guard let answer: Answer = try? ask(Request("GET", url("status.php")), transport) else { return false }
    return answer.productname.contains("Nextcloud")
  }

  /// Requests a login page.
  package func begin() throws(WebDAVCheck.Failure) -> Invitation {
    try WebDAVCheck.explained {
      struct Answer: Decodable {
        struct Poll: Decodable { let token, endpoint: String }
        let poll: Poll
        let login: String
      }
      var request = Request("POST", url("index.php/login/v2"))
      request.body = .form("")
      let answer: Answer
      do { answer = try ask(request, transport) } catch let error as WebDAVError
        where [401, 404, 405, 410, 501].contains(error.status)
      { throw WebDAVError(.local("this address has no Nextcloud server with a login for programs")) }
      // The token gives access to the password, so it is sent only to the server itself.
      for address in [answer.poll.endpoint, answer.login] {
        guard Endpoint.origin(of: address) == transport.endpoint.origin, Self.isPlain(address) else {
          throw WebDAVError(.redirect(to: Endpoint.origin(of: address) ?? "an invalid address"))
        }
      }
      return Invitation(page: answer.login, poll: answer.poll.endpoint, token: answer.poll.token)
    }
  }

  /// Asks whether the login is complete.
  ///
  /// - Returns: `nil` while not, and while the server cannot be reached.
  package func account(_ invitation: Invitation) throws(WebDAVCheck.Failure) -> Account? {
    try WebDAVCheck.explained {
      struct Answer: Decodable { let loginName, appPassword: String }
      var request = Request("POST", invitation.poll)
      request.body = .form(
        "token=" + PercentCoding.encode(invitation.token.utf8).replacingOccurrences(of: "/", with: "%2F"))
      do {
        let answer: Answer = try ask(request, transport)
        return Account(user: answer.loginName, secret: answer.appPassword)
      } catch let error as WebDAVError {
        if error.isMissing || [429, 502, 503, 504].contains(error.status) { return nil }
        if case .network = error.reason { return nil }
        throw error
      }
    }
  }

  /// The settings after a login: for the files of that user, unless the address names others.
  package func settings(for account: Account) -> WebDAVSettings {
    var result = settings
    (result.user, result.authentication, result.usesNetrc) = (account.user, .automatic, false)
    guard !settings.address.contains("/remote.php/") else { return result }
    if settings.isCardDAV {
      // From there the account's home is found.
      result.address = url("remote.php/dav/")
      return result
    }
    let files = PercentCoding.encode((number(of: account) ?? account.user).utf8)
    result.address = url("remote.php/dav/files/\(files)/")
    return result
  }

  /// The user identifier in the paths of files, which may differ from the login name.
  private func number(of account: Account) -> String? {
    struct Answer: Decodable {
      struct Content: Decodable { let data: User }
      struct User: Decodable { let id: String }
      let ocs: Content
    }
    var request = Request("GET", url("ocs/v2.php/cloud/user?format=json"))
    request.headers = [("OCS-APIRequest", "true")]
    guard let answer: Answer = try? ask(request, known(account)) else { return nil }
    return RemotePath.isName(Array(answer.ocs.data.id.utf8)) ? answer.ocs.data.id : nil
  }

  /// Gives a password back that is not used after all.
  package func revoke(_ account: Account) {
    var request = Request("DELETE", url("ocs/v2.php/core/apppassword"))
    request.headers = [("OCS-APIRequest", "true")]
    _ = try? known(account).perform(request)
  }

  // MARK: Requests

  private func known(_ account: Account) throws -> Transport {
    var settings = base
    (settings.user, settings.authentication) = (account.user, .basic)
    return try Transport(settings, secret: account.secret)
  }

  private func url(_ path: String) -> String { transport.endpoint.text + path }

  /// Whether an address can be shown, and given to a browser.
  private static func isPlain(_ address: String) -> Bool { address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }

  private func ask<Answer: Decodable>(_ request: Request, _ transport: Transport) throws -> Answer {
    var data = Data()
    try transport.perform(
      request,
      receive: { _, bytes in
        guard data.count + bytes.count <= 1 << 16 else { throw WebDAVError(.badAnswer("too large")) }
        data.append(contentsOf: bytes)
      })
    guard let answer = try? JSONDecoder().decode(Answer.self, from: data) else {
      throw WebDAVError(.badAnswer("not a response of a Nextcloud server"))
    }
    return answer
  }
}
