import Foundation
import TestSupport
import Testing

/// `link`: links to items on a Nextcloud, which is a small server of the tests.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct LinkCommandTests {
  let server: LyingServer
  let sandbox: Sandbox

  init() throws {
    server = try LyingServer(isCloud: true)
    sandbox = try Sandbox()
    try server.makeFolder("plans")
    try server.write("one", to: "plans/a + b.txt")
  }

  private func mount(_ address: String) throws {
    for words in [
      ["domain", "add", "work", "--webdav", address], ["mount", "--domain", "work", sandbox.mountpoint],
    ] {
      let result = try sandbox.run(words)
      try #require(result.status == 0, "\(result)")
    }
  }

  private func unmount() { _ = try? sandbox.run("unmount", sandbox.mountpoint) }

  @Test func `an item has one link, which is made when it is first asked for`() throws {
    try mount(server.address)
    defer { unmount() }
    #expect(try sandbox.shell("cat \"$M/plans/a + b.txt\"").output == "one")
    let first = try sandbox.run("link", sandbox.mountpoint + "/plans/a + b.txt", sandbox.mountpoint + "/plans")
    #expect(first.output == "\(server.origin)/s/1\n\(server.origin)/s/2\n", "\(first)")
    let again = try sandbox.run("link", "--domain", "work", "/plans/a + b.txt")
    #expect(again.output == "\(server.origin)/s/1\n", "\(again)")
    #expect(try sandbox.shell("getfattr --only-values -n user.fileprovider.links $M/plans").output == "1")
  }

  /// The path of a link names what the server has there, which is not always what is here.
  @Test func `what is not uploaded has no link, nor what is in a folder that is not`() throws {
    try mount(server.address)
    defer { unmount() }
    #expect(try sandbox.shell("cat $M/plans/*").output == "one")
    let paused = try sandbox.run("pause", "work")
    try #require(paused.status == 0, "\(paused)")
    #expect(try sandbox.shell("mv $M/plans $M/other; echo new >$M/plans").status == 0)
    for name in ["other/a + b.txt", "plans"] {
      let refused = try sandbox.run("link", "\(sandbox.mountpoint)/\(name)")
      #expect(refused.status != 0 && refused.output.isEmpty && refused.error.contains("not uploaded yet"), "\(refused)")
    }
    #expect(try !server.requests().contains { $0.contains("files_sharing") })
  }

  @Test func `a server that allows no link says so`() throws {
    try mount(server.address)
    defer { unmount() }
    #expect(try sandbox.shell("ls $M").output == "plans\n")
    try server.lie("no-links")
    let refused = try sandbox.run("link", sandbox.mountpoint + "/plans")
    #expect(refused.status == 69 && refused.error.contains("does not allow a link"), "\(refused)")
    let top = try sandbox.run("link", sandbox.mountpoint)
    #expect(top.status == 69, "\(top)")
  }

  @Test func `other servers have no links`() throws {
    let plain = try LyingServer()
    try plain.write("one", to: "a")
    try mount(plain.address)
    defer { unmount() }
    #expect(try sandbox.shell("cat $M/a").output == "one")
    let refused = try sandbox.run("link", sandbox.mountpoint + "/a")
    #expect(refused.status == 69 && refused.error.contains("not on a Nextcloud"), "\(refused)")
    #expect(try sandbox.shell("getfattr -n user.fileprovider.links $M/a").status != 0)
    #expect(try sandbox.run("link", "--domain", "none", "/a").status != 0)
  }
}
