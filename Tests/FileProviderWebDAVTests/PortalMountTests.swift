import Foundation
import TestSupport
import Testing

/// A mount while something else answers in the server's place, as where a network wants a person to log in first.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct PortalMountTests {
  @Test(arguments: ["portal:200", "portal:403", "portal:garbage", "portal-PUT:200"])
  func `what is written meanwhile goes to the server afterwards, and nothing is rescued`(lie: String) throws {
    let server = try LyingServer()
    let sandbox = try Sandbox()
    for name in ["a", "b"] { try server.write("one\n", to: name) }
    let added = try sandbox.run("domain", "add", "work", "--webdav", server.address, "--poll", "1s")
    try #require(added.status == 0, "\(added)")
    let mounted = try sandbox.run("mount", "--domain", "work", sandbox.mountpoint)
    try #require(mounted.status == 0, "\(mounted)")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    #expect(try sandbox.shell("cat $M/a $M/b").output == "one\none\n")
    let before = try server.requests().count
    try server.lie(lie)
    #expect(try sandbox.shell("echo two >>$M/a && echo new >$M/c && mv $M/b $M/d").status == 0)
    #expect(try eventually { try server.requests().count >= before + 5 })
    try server.lie()
    let synced = try sandbox.run("sync", "--wait", "--timeout", "100s", "--domain", "work")
    #expect(synced.status == 0, "\(synced)")
    #expect(try server.read("a") == "one\ntwo\n" && server.read("c") == "new\n" && server.read("d") == "one\n")
    #expect(try sandbox.shell("ls $M && cat $M/a $M/c $M/d").output == "a\nc\nd\none\ntwo\nnew\none\n")
  }
}
