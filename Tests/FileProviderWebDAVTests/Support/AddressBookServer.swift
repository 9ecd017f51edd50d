import Foundation
import TestSupport

@testable import FileProviderWebDAV

/// A real CardDAV server on loopback, whose user `me` has one address book.
final class AddressBookServer {
  enum Kind: String, CaseIterable, Sendable {
    case radicale, xandikos

    /// Why there is none, if so.
    var problem: String? {
      if Machine.fromPyPI(rawValue) == nil { return "\(rawValue) is not installed; mount-scripts/test.sh does that" }
      return self == .xandikos && Machine.installed("git") == nil ? "git is not installed" : nil
    }

    static var installed: [Kind] { allCases.filter { $0.problem == nil } }
  }

  let kind: Kind
  let port: UInt16
  let directory: TestDirectory
  private let process: RunningProcess

  static var problem: String? { Kind.installed.isEmpty ? Kind.radicale.problem : nil }

  init(_ kind: Kind) throws {
    self.kind = kind
    directory = try TestDirectory(kind.rawValue)
    port = try Apache.freePort()
    let served = directory.appending("served").path
    try Data("secret\n".utf8).write(to: directory.appending("password"))
    try Data("me:secret\n".utf8).write(to: directory.appending("users"))
    chmod(directory.appending("password").path, 0o600)
    let words =
      switch kind {
      case .radicale:
        [
          "--hosts", "127.0.0.1:\(port)", "--auth-type", "htpasswd", "--auth-htpasswd-filename",
          directory.appending("users").path, "--auth-htpasswd-encryption", "plain", "--auth-delay", "0",
          "--storage-filesystem-folder", served, "--web-type", "none", "--config", "",
        ]
      case .xandikos:
        [
          "serve", "-d", served, "-l", "127.0.0.1", "-p", "\(port)", "--defaults", "--current-user-principal", "/me/",
          "--state-dir", directory.appending("state").path, "--no-detect-systemd",
        ]
      }
    process = try RunningProcess(
      [Machine.fromPyPI(kind.rawValue) ?? kind.rawValue] + words,
      environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path], in: directory.path,
      output: directory.appending("log").path)
    let (settings, server) = (settings(), try self.server(home))
    let isUp = eventually(seconds: 60) {
      if kind == .radicale, (try? server.makeFolder(book)) == nil, (try? server.entry(at: book)) == nil { return false }
      return (try? WebDAVCheck.run(settings, secret: nil)) != nil
    }
    guard isUp else { throw SupportFailure("\(kind) does not answer") }
  }

  deinit { process.stop() }

  var address: String { "http://127.0.0.1:\(port)/" }
  var home: String { kind == .radicale ? "/me/" : "/me/contacts/" }
  var principal: String { "/me/" }
  /// Its book in the home.
  var book: RemotePath {
    RemotePath(bytes: Array((kind == .radicale ? "contacts" : "addressbook").utf8), isFolder: true)
  }
  var bookName: String { String(decoding: book.bytes, as: UTF8.self) }
  var passwordFile: String { directory.appending("password").path }

  /// - Parameters:
  ///   - path: From the top of the server.
  ///   - port: That of a proxy; by default the server's own.
  func settings(_ path: String = "", port: UInt16? = nil) -> WebDAVSettings {
    var settings = WebDAVSettings(address: "http://127.0.0.1:\(port ?? self.port)\(path.isEmpty ? "/" : path)")
    settings.hasAddressBooks = true
    settings.user = "me"
    settings.secret = .file(passwordFile)
    (settings.shortestInterval, settings.longestInterval) = (0.1, 0.3)
    return settings
  }

  /// A provider of the account.
  func provider(port: UInt16? = nil) throws -> ProviderUnderTest { try ProviderUnderTest(settings(home, port: port)) }

  /// Another client, which speaks to the server itself.
  func server(_ path: String) throws -> WebDAVServer {
    WebDAVServer(transport: try Transport(settings(path)), facts: ServerFacts())
  }

  static func card(_ uid: String, _ name: String, _ more: String = "") -> String {
    "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(uid)\r\nFN:\(name)\r\nN:\(name);;;;\r\n\(more)END:VCARD\r\n"
  }
}
