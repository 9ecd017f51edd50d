import Foundation

/// The collection on a server that is mounted.
struct Endpoint: Hashable, Sendable {
  /// `https://host` or `https://host:port`, in lower case.
  let origin: String
  /// The decoded names of the path.
  let names: [[UInt8]]

  enum Problem: Error, Hashable {
    case notAnAddress
    case otherScheme
    /// The address has a name or a password in it.
    case hasCredentials
    case hasQuery
  }

  init(_ text: String) throws(Problem) {
    guard let colon = text.range(of: "://") else { throw .notAnAddress }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard ["http", "https"].contains(scheme) else { throw .otherScheme }
    let rest = text[colon.upperBound...]
    let authority = rest.prefix { !"/?#".contains($0) }
    // First of all: nothing of such an address is repeated anywhere.
    guard !authority.contains("@") else { throw .hasCredentials }
    guard !authority.isEmpty, authority.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
      throw .notAnAddress
    }
    let path = rest.dropFirst(authority.count)
    guard !path.contains("?"), !path.contains("#") else { throw .hasQuery }
    guard path.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { throw .notAnAddress }
    origin = Self.origin(scheme, authority)
    names = PercentCoding.names(path)
    guard names.allSatisfy(RemotePath.isName) else { throw .notAnAddress }
  }

  private init(origin: String, names: [[UInt8]]) {
    self.origin = origin
    self.names = names
  }

  /// Another collection on the same server.
  func sibling(_ names: [[UInt8]]) -> Endpoint { Endpoint(origin: origin, names: names) }

  var isEncrypted: Bool { origin.hasPrefix("https:") }
  /// The address in full, for people.
  var text: String { url(.root) }

  /// The address of an item.
  func url(_ path: RemotePath) -> String {
    let names = path.isTrashed ? trashNames : names
    let base = names.map { "/" + PercentCoding.encode($0) }.joined()
    let rest = path.isTop ? "" : "/" + PercentCoding.encode(path.bytes)
    return origin + base + rest + (path.isFolder ? "/" : "")
  }

  // MARK: Nextcloud

  /// - Returns: `nil` for an address of another form than a Nextcloud's.
  var cloudPlace: CloudPlace? { CloudPlace(names) }

  /// The names of the path of the trash bin; none where there cannot be one.
  var trashNames: [[UInt8]] { cloudPlace?.trashBin("trash") ?? [] }

  /// Where an item of the trash bin is moved to be restored.
  func restoring(_ path: RemotePath) -> String? {
    guard let place = cloudPlace else { return nil }
    return sibling(place.trashBin("restore")).url(RemotePath(bytes: path.name, isFolder: false))
  }

  // MARK: Origins

  /// The origin of an address, with the port left out that its scheme has anyway.
  static func origin(of address: String) -> String? {
    guard let colon = address.range(of: "://") else { return nil }
    let authority = address[colon.upperBound...].prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return origin(address[..<colon.lowerBound].lowercased(), host)
  }

  private static func origin(_ scheme: String, _ authority: Substring) -> String {
    var host = authority.lowercased()
    let usual = scheme == "https" ? ":443" : ":80"
    if host.hasSuffix(usual) { host.removeLast(usual.count) }
    return "\(scheme)://\(host)"
  }
}

extension Endpoint.Problem {
  var text: String {
    switch self {
    case .notAnAddress: "not a server address (https://host/path)"
    case .otherScheme: "the address must begin with https:// or http://"
    case .hasCredentials: "the address contains a user name or password, which other users could read"
    case .hasQuery: "the address must not contain “?” or “#”"
    }
  }
}
