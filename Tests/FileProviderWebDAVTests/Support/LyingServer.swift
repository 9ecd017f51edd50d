import Foundation
import TestSupport

/// A WebDAV server that lies as it is told.
final class LyingServer {
  let address: String
  private let server: DAVFixture
  var origin: String { server.origin }

  init(isCloud: Bool = false) throws {
    server = try DAVFixture(isCloud ? ["--cloud"] : [])
    address = server.origin + (isCloud ? "/remote.php/dav/files/me/" : "/dav/")
  }

  /// Sets the lies, a word each; those from before are over.
  func lie(_ words: String...) throws { try lie(words) }
  func lie(_ words: [String]) throws { _ = try server.send("POST", "/lies", words.joined(separator: "\n")) }

  /// The requests so far.
  func requests() throws -> [String] { try server.requests() }

  /// Somebody else writes a document.
  func write(_ text: String, to path: String) throws { _ = try server.send("PUT", place(path), text) }
  func makeFolder(_ path: String) throws { _ = try server.send("MKCOL", place(path)) }
  func delete(_ path: String) throws { _ = try server.send("DELETE", place(path)) }
  func move(_ path: String, to target: String) throws {
    _ = try server.send("MOVE", place(path), headers: ["Destination: " + origin + place(target)])
  }

  /// What is in the trash bin: the names that the items had.
  func bin() throws -> [String] {
    let text = try server.send("PROPFIND", Self.trash, headers: ["Depth: 1"])
    return text.components(separatedBy: "<nc:trashbin-filename>").dropFirst()
      .compactMap { $0.components(separatedBy: "<").first }.sorted()
  }
  func emptyBin() throws { _ = try server.send("DELETE", Self.trash) }
  private static let trash = "/remote.php/dav/trashbin/me/trash/"

  /// A person logs in with a browser.
  func logIn(_ page: String) throws { _ = try server.send("GET", String(page.dropFirst(origin.count))) }

  /// What is in a document.
  func read(_ path: String) throws -> String { try server.send("GET", place(path)) }

  private func place(_ path: String) -> String {
    String(address.dropFirst(origin.count))
      + (path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path)
  }
}
