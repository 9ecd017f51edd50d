import Foundation
import TestSupport
import Testing

/// `domain set` for the server of a domain, while another command changes other settings.
@Suite(
  .enabled(if: Machine.installed("curl") != nil, "curl is not installed"),
  .enabled(if: Machine.installed("sqlite3") != nil, "sqlite3 is not installed"), .serialized)
struct ServerSettingTests {
  let server: LyingServer
  let sandbox: Sandbox

  init() throws {
    server = try LyingServer()
    sandbox = try Sandbox()
  }

  private struct Settings: Decodable {
    var shortestInterval: Double
    var uploadLimit: Int64?
    var downloadLimit: Int64?
    var user: String?
    var authentication: String
    var facts: Facts

    struct Facts: Decodable { var checksWrites: Bool }
  }

  private func settings() throws -> Settings {
    let database = sandbox.folder + "/data/fileprovider/work/items.sqlite"
    let text = try sandbox.program(
      "sqlite3", database, "SELECT value FROM settings WHERE key = 'provider.webdav'")
    return try JSONDecoder().decode(Settings.self, from: Data(text.output.utf8))
  }

  private func lines(_ words: String...) throws {
    let result = try sandbox.run(words)
    try #require(result.status == 0, "\(result)")
  }

  /// Only what the options name is changed, in one transaction after the probe.
  @Test func `what is set while a server is probed stays`() throws {
    try lines("domain", "add", "work", "--webdav", server.address, "--limit-up", "300K")
    try server.lie("held-PROPFIND")
    let before = try server.requests().count
    let setting = try sandbox.start([
      "domain", "set", "work", "--poll", "7s", "--limit-down", "900K", "--user", "tom", "--recents-limit", "3",
    ])
    defer { setting.kill() }
    #expect(try eventually { try server.requests().count > before })
    try lines("domain", "set", "work", "--limit-up", "200K", "--limit-down", "800K", "--recents-limit", "4")
    #expect(try settings().shortestInterval == 5)
    try server.lie("ignore-conditions")
    let result = setting.wait()
    #expect(result.status == 0, "\(result)")
    let settings = try settings()
    #expect(settings.uploadLimit == 200 << 10, "it was set meanwhile")
    #expect(!settings.facts.checksWrites, "what the probe has found is among the new settings")
    #expect(settings.downloadLimit == 900 << 10 && settings.shortestInterval == 7 && settings.user == "tom")
    #expect(try sandbox.run("domain", "info", "work", "--json").objects().first?["recentsLimit"] as? Int == 3)
  }
  /// What two commands ask for together was probed by neither.
  @Test func `how a server is reached is changed by one command at a time`() throws {
    try lines("domain", "add", "work", "--webdav", server.address)
    try server.lie("held-PROPFIND")
    let before = try server.requests().count
    let setting = try sandbox.start(["domain", "set", "work", "--user", "tom", "--limit-up", "200K"])
    defer { setting.kill() }
    #expect(try eventually { try server.requests().count > before })
    try changeAuthentication()
    try server.lie("ignore-conditions")
    let result = setting.wait()
    #expect(result.status == 1 && result.error.contains("run this one again"), "\(result)")
    let settings = try settings()
    #expect(settings.authentication == "basic" && settings.user == nil && settings.uploadLimit == nil)
    #expect(settings.facts.checksWrites, "what the probe has found belongs to the settings that were refused")
  }

  /// The provider reads what was found out of the server with the settings.
  @Test func `a test of the server is noted, but not where the server is reached in another way by then`() throws {
    try lines("domain", "add", "work", "--webdav", server.address)
    #expect(try settings().facts.checksWrites)
    try server.lie("held-PROPFIND")
    let before = try server.requests().count
    let testing = try sandbox.start(["domain", "test", "work"])
    defer { testing.kill() }
    #expect(try eventually { try server.requests().count > before })
    try changeAuthentication()
    try server.lie("ignore-conditions")
    let result = testing.wait()
    #expect(result.status == 0 && result.output.contains("--  conditional writes"), "\(result)")
    #expect(try settings().facts.checksWrites)
    try lines("domain", "test", "work")
    #expect(try !settings().facts.checksWrites)
  }

  /// As another command does whose probe has ended.
  private func changeAuthentication() throws {
    let database = sandbox.folder + "/data/fileprovider/work/items.sqlite"
    let value = "json_set(value, '$.authentication', 'basic')"
    let change = "UPDATE settings SET value = \(value) WHERE key = 'provider.webdav'"
    try #require(try sandbox.program("sqlite3", database, change).status == 0)
  }
}
