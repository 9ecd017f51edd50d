package import Foundation

/// Which server a domain mounts, and how it is reached. Secrets are not in it, only where they are.
package struct WebDAVSettings: Codable, Hashable, Sendable {
  package enum Authentication: String, Codable, CaseIterable, Sendable {
    /// What the server offers: digest before basic.
    case automatic, basic, digest, bearer, none
  }

  /// The collection that is mounted.
  package var address: String
  package var user: String?
  package var authentication = Authentication.automatic
  package var secret: SecretPlace?
  /// A file with the certificates of those who are trusted, instead of the system's.
  package var authorities: String?
  /// Files with the client's certificate and its key.
  package var certificate: String?
  package var key: String?
  /// The proxy's address; by default `https_proxy` in the environment.
  package var proxy: String?
  /// The user name on the proxy, and the place of its password.
  package var proxyUser: String?
  package var proxySecret: SecretPlace?
  /// Whether a name and a password are taken from `~/.netrc`.
  package var usesNetrc = false
  /// The shortest and the longest time between two looks at a folder, in seconds.
  package var shortestInterval: Double = 5
  package var longestInterval: Double = 600
  /// The most bytes of contents a second in each direction, of all transfers together; `nil` for no limit.
  package var uploadLimit: Int64?
  package var downloadLimit: Int64?

  /// Whether the collection is an account's home of address books (CardDAV, RFC 6352); `nil` for no.
  package var hasAddressBooks: Bool?

  /// What the server can; `nil` where the provider has to find out, or has noted it itself.
  var facts: ServerFacts?

  package init(address: String) { self.address = address }

  /// Whether the server is one of CardDAV.
  package var isCardDAV: Bool { hasAddressBooks == true }
}

extension WebDAVSettings {
  /// The name of the settings in a domain's `userInfo`, as JSON.
  package static let userInfoKey = "org.openfileprovider.webdav.settings"
  /// The name of the folder for what the provider remembers.
  package static let stateKey = "org.openfileprovider.webdav.state"

  /// The name of the path of the file in which the provider notes how much room is left on the server.
  package static let roomKey = "org.openfileprovider.webdav.room"

  package init(json: Data) throws { self = try JSONDecoder().decode(Self.self, from: json) }

  package var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }

  /// Whether others reach the server in the same way: they may differ in pauses and limits, and in what was found out about it.
  package func isConnected(as other: Self) -> Bool {
    var own = self
    (own.shortestInterval, own.longestInterval) = (other.shortestInterval, other.longestInterval)
    (own.uploadLimit, own.downloadLimit) = (other.uploadLimit, other.downloadLimit)
    own.facts = other.facts
    return own == other
  }

  /// Takes over what others have that differs from earlier ones.
  ///
  /// - Parameters:
  ///   - found: Settings that were made of the earlier ones, such as by probing a server or by a login.
  ///   - earlier: Those before that.
  package mutating func take(_ found: Self, since earlier: Self) {
    func take<Value: Equatable>(_ part: WritableKeyPath<Self, Value>, _ settings: inout Self) {
      if found[keyPath: part] != earlier[keyPath: part] { settings[keyPath: part] = found[keyPath: part] }
    }
    take(\.address, &self)
    take(\.user, &self)
    take(\.authentication, &self)
    take(\.secret, &self)
    take(\.usesNetrc, &self)
    take(\.facts, &self)
  }

  /// Whether an address is that of this collection, or of the Nextcloud that it is on; for address books, whether it is one of their server, which has other addresses than theirs.
  package func isAt(_ address: String) -> Bool {
    guard let own = try? endpoint(), let other = try? Endpoint(address) else { return false }
    if isCardDAV { return own.origin == other.origin }
    return own == other || own.cloudPlace.map { own.sibling($0.base.dropLast(2)) == other } == true
  }

  func endpoint() throws(WebDAVError) -> Endpoint {
    do throws(Endpoint.Problem) { return try Endpoint(address) } catch { throw WebDAVError(.local(error.text)) }
  }
}
