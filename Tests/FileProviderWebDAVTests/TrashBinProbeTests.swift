import Foundation
import TestSupport
import Testing

/// What becomes of a domain's trash when its server is tried again.
@Suite(
  .enabled(if: Machine.installed("curl") != nil, "curl is not installed"),
  .enabled(if: Machine.installed("sqlite3") != nil, "sqlite3 is not installed"), .serialized)
struct TrashBinProbeTests {
  @Test func `a probe that finds no trash bin is told, and the domain keeps its trash`() throws {
    let server = try LyingServer(isCloud: true)
    let sandbox = try Sandbox()
    let added = try sandbox.run("domain", "add", "work", "--webdav", server.address)
    try #require(added.status == 0, "\(added)")
    try server.lie("no-trash-bin")
    let tested = try sandbox.run("domain", "test", "work")
    #expect(tested.status == 0 && tested.output.contains("--  no trash bin"), "\(tested)")
    let set = try sandbox.run("domain", "set", "work", "--webdav", server.address)
    #expect(set.status == 0 && set.error.contains("no trash bin"), "\(set)")
    #expect(try sandbox.run("domain", "info", "work").output.contains("trash        0"))
    let settings = try sandbox.program(
      "sqlite3", "data/fileprovider/work/items.sqlite", "SELECT value FROM settings WHERE key = 'provider.webdav'")
    #expect(settings.output.contains("\"hasTrashBin\":true"), "\(settings)")
  }
}
