import TestSupport

/// A WebDAV server for an extension that keeps contents there.
final class CloudServer {
  let address: String
  private let server: DAVFixture

  init() throws {
    server = try DAVFixture()
    address = server.origin + "/dav/"
  }

  /// The requests so far, a line each.
  func requests() throws -> [String] { try server.requests() }
}
