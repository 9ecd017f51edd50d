import FileProviderInterface

/// Finds an account's home of address books (RFC 6764, RFC 6352, section 7.1).
struct AddressBookHome {
  private let server: WebDAVServer
  private let settings: WebDAVSettings

  init(_ settings: WebDAVSettings, secret: String?) throws(WebDAVError) {
    self.settings = settings
    server = WebDAVServer(transport: try Transport(settings, secret: secret), facts: ServerFacts())
  }

  /// Services that accept only OAuth tokens, with the domains of their hosts.
  private static let tokenServices = [("Google", ["google.com", "googleapis.com", "gmail.com", "googlemail.com"])]

  /// Why the server of an address cannot be used, as far as that is known without a request; else `nil`.
  static func problem(of endpoint: Endpoint) -> String? {
    let host = endpoint.origin.drop { $0 != "/" }.dropFirst(2).prefix { $0 != ":" }
    let service = tokenServices.first { service in service.1.contains { host == $0 || host.hasSuffix("." + $0) } }
    return service.map { "\($0.0) accepts only OAuth, which is not supported" }
  }

  /// The address of the home.
  ///
  /// - Throws: 401 when a password is missing or wrong.
  func find() throws -> String {
    let given = server.endpoint
    // Not as a folder: servers redirect this address alone.
    let wellKnown = given.sibling([]).url(RemotePath(bytes: Array(".well-known/carddav".utf8), isFolder: false))
    var failure: WebDAVError?
    var isAnonymous = false
    // The address may be that of a host, a principal, a home or a book.
    for address in given.names.isEmpty ? [wellKnown, given.text] : [given.text, wellKnown] {
      do {
        let found = try homes(from: address)
        if let home = try home(of: found.homes) { return home.text }
        if found.isAnonymous { isAnonymous = true }
      } catch let error as WebDAVError {
        if error.status == 401, isForTokens {
          throw WebDAVError(.local("\(given.origin) accepts only OAuth, which is not supported"))
        }
        guard Self.isOfOneAddress(error) else { throw error }
        failure = failure ?? error
      }
    }
    if isAnonymous { throw WebDAVError(.status(401)) }
    throw WebDAVError(.local("no address books at this address" + (failure.map { ": \($0)" } ?? "")))
  }

  /// Whether another address of the server may have an answer.
  private static func isOfOneAddress(_ error: WebDAVError) -> Bool {
    guard let status = error.status else { return error.isAnswer }
    return ![401, 407, 429, 503].contains(status)
  }

  private var isForTokens: Bool { server.transport.wantsOnlyTokens && settings.authentication != .bearer }

  /// The home at or above the given address, or else the first one.
  private func home(of references: [String]) throws -> Endpoint? {
    let own = references.lazy.compactMap { try? endpoint($0) }.first { server.endpoint.names.starts(with: $0.names) }
    return try own ?? references.first.map(endpoint)
  }

  /// The homes of a resource, or else those of the principal that it names; and whether the server took the user for an anonymous one.
  private func homes(from address: String) throws -> (homes: [String], isAnonymous: Bool) {
    let homes = XMLName.cardDAV("addressbook-home-set")
    let principals = XMLName.dav("current-user-principal")
    let found = try properties([homes, principals], of: address)
    if let own = found[homes]?.references, !own.isEmpty { return (own, false) }
    guard let principal = found[principals]?.references.first else {
      return ([], found[principals]?.elements.contains(.dav("unauthenticated")) == true)
    }
    return (try properties([homes], of: endpoint(principal).text)[homes]?.references ?? [], false)
  }

  private func properties(
    _ names: [XMLName], of address: String
  ) throws -> [XMLName: StatusEntry.Property] {
    var request = Request("PROPFIND", address)
    request.headers = [("Depth", "0")]
    request.body = .xml(WebDAVServer.propfind(names))
    var properties: [XMLName: StatusEntry.Property]?
    _ = try server.read(request, nil) { if properties == nil { properties = $0.properties } }
    return properties ?? [:]
  }

  /// The place of a reference on this server.
  ///
  /// - Throws: If it is on another server, which would get the password: the user has to name that server.
  private func endpoint(_ text: String) throws -> Endpoint {
    guard let reference = Reference(text), reference.isAbsolute, reference.names.allSatisfy(RemotePath.isName) else {
      throw WebDAVError(.badAnswer("an invalid address of address books"))
    }
    let host = { (origin: String) in origin.drop { $0 != "/" } }
    // Behind a proxy, a server may name itself with another scheme.
    if let origin = Endpoint.origin(of: text), host(origin) != host(server.endpoint.origin) {
      throw WebDAVError(
        .local("the address books of this account are on another server; add the domain with that address: \(text)"))
    }
    return server.endpoint.sibling(reference.names)
  }
}

extension WebDAVError {
  /// Whether the server has answered, but not as a WebDAV server does.
  fileprivate var isAnswer: Bool {
    if case .badAnswer = reason { true } else { false }
  }
}
