import Foundation
import TestSupport
import Testing

/// A mount of a server that tells less than others, and one that nobody looks at unless a person asks.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct UnusualServerMountTests {
  let server: LyingServer
  let sandbox: Sandbox

  init() throws {
    server = try LyingServer()
    sandbox = try Sandbox()
  }

  private func mount(_ options: String...) throws {
    let added = try sandbox.run(["domain", "add", "work", "--webdav", server.address] + options)
    try #require(added.status == 0, "\(added)")
    let mounted = try sandbox.run("mount", "--domain", "work", sandbox.mountpoint)
    try #require(mounted.status == 0, "\(mounted)")
  }

  @Test func `a document of which no length is told is read to its end`() throws {
    try server.write("all of it\n", to: "a")
    try server.lie("no-lengths", "no-dates")
    try mount()
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    #expect(try sandbox.shell("cat $M/a").output == "all of it\n")
    #expect(try sandbox.shell("stat -c %s $M/a; cp $M/a copy && cat copy").output == "10\nall of it\n")
  }

  /// What every request is answered with, and what is said of it.
  @Test(
    arguments: [
      ("status-PROPFIND:500", "500"), ("status-PROPFIND:404", "no collection"), ("page", "invalid response"),
    ])
  func `a server that answers nothing but errors or web pages is not healthy, also when nobody uses the mount`(
    lie: String, words: String
  ) throws {
    try mount("--poll", "1s")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    #expect(try sandbox.shell("ls $M").status == 0)
    #expect(try sandbox.run("status", "--check").output == "work: healthy\n")
    try server.lie(lie)
    var check = ProcessResult(status: -1, output: "", error: "")
    let isSaid = try eventually {
      check = try sandbox.run("status", "--check")
      return check.status == 1
    }
    #expect(isSaid && check.output.contains(words), "\(check)")
    try server.lie()
    #expect(try eventually { try sandbox.run("status", "--check").status == 0 })
  }

  @Test func `a synchronization brings what came to the server a moment ago, also when it was told of changes before`()
    throws
  {
    try server.makeFolder("folder")
    try mount("--poll", "5min")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    #expect(try sandbox.shell("ls $M $M/folder").status == 0)
    // With the first look the anchor moves.
    for number in 0..<3 {
      try server.write("\(number)\n", to: "folder/new\(number)")
      let synced = try sandbox.run("sync", "--wait", "--domain", "work")
      #expect(synced.status == 0, "\(synced)")
      #expect(try sandbox.shell("cat $M/folder/new\(number)").output == "\(number)\n")
    }
    // One look at each folder.
    let before = try server.requests().count
    _ = try sandbox.run("sync", "--wait", "--domain", "work")
    #expect(try server.requests().count == before + 2)
  }
}
