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
    let base = names.map { "/" + PercentCoding.encode($0) }.joined()
    let rest = path.isRoot ? "" : "/" + PercentCoding.encode(path.bytes)
    return origin + base + rest + (path.isFolder ? "/" : "")
  }

  /// What a server calls by a reference in an answer: absolute or not, and with any host, since there may be another server in front of it.
  ///
  /// - Parameter folder: Where the reference is relative to.
  /// - Returns: The path, as a folder's if it ends with a slash; `nil` for what is not below the collection, or is no name of a file.
  func path(ofReference reference: String, in folder: RemotePath = .root) -> RemotePath? {
    var path = reference[...]
    if let colon = path.range(of: "://"), !path[..<colon.lowerBound].contains("/") {
      path = path[colon.upperBound...].drop { $0 != "/" }
    } else if path.hasPrefix("//") {
      path = path.dropFirst(2).drop { $0 != "/" }
    }
    path = path.prefix { $0 != "?" && $0 != "#" }
    let isAbsolute = path.hasPrefix("/")
    var names = PercentCoding.names(path)
    if names.first == Array(".".utf8) { names.removeFirst() }
    if isAbsolute {
      guard names.starts(with: self.names) else { return nil }
      names.removeFirst(self.names.count)
    } else {
      names = folder.bytes.split(separator: UInt8(ascii: "/")).map { Array($0) } + names
    }
    guard names.allSatisfy(RemotePath.isName) else { return nil }
    return RemotePath(
      bytes: Array(names.joined(separator: [UInt8(ascii: "/")])), isFolder: path.hasSuffix("/") || names.isEmpty)
  }

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
