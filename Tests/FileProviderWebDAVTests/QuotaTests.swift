import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// How much room a server says there is.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct QuotaTests {
  let server: LyingServer
  let sandbox: Sandbox

  init() throws {
    server = try LyingServer()
    sandbox = try Sandbox()
  }

  private func properties(_ available: String?, _ used: String?) -> ServerRoom? {
    var properties: [XMLName: StatusEntry.Property] = [:]
    if let available { properties[.dav("quota-available-bytes")] = .init(text: available) }
    if let used { properties[.dav("quota-used-bytes")] = .init(text: used) }
    return ServerRoom(properties)
  }

  @Test func `what is no number of bytes is not known`() {
    #expect(properties("5", "7")?.available == 5)
    #expect(properties("5", "7")?.used == 7)
    #expect(properties("0", nil)?.used == 0)
    for text in ["-1", "-2", "-3", "", "x", "99999999999999999999"] { #expect(properties(text, "7") == nil) }
    #expect(properties(nil, "7") == nil)
  }

  @Test(.enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"))
  func `a mount shows the server's room, and follows it`() throws {
    let block = 4096
    try server.lie("quota:\(300 * block),\(100 * block)")
    let added = try sandbox.run("domain", "add", "work", "--webdav", server.address, "--poll", "1")
    try #require(added.status == 0, "\(added)")
    let mounted = try sandbox.run("mount", "--domain", "work", sandbox.mountpoint)
    try #require(mounted.status == 0, "\(mounted)")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    let df = "ls $M >/dev/null; df --block-size=\(block) --output=size,used,avail $M | tail -1 | tr -s ' '"
    #expect(eventually { (try? sandbox.shell(df).output) == " 400 100 300\n" })
    let info = try sandbox.run("domain", "info", "work", "--json").output
    #expect(info.contains("\"availableBytes\":\(300 * block),\"usedBytes\":\(100 * block)"), "\(info)")
    #expect(try sandbox.run("domain", "info", "work").output.contains("room         1.2 MiB left"))
    try server.lie("quota:0,\(400 * block)")
    #expect(eventually(seconds: 180) { (try? sandbox.shell(df).output) == " 400 400 0\n" })
  }
}
