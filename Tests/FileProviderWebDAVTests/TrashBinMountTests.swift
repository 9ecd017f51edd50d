import Foundation
import TestSupport
import Testing

/// A mount whose trash is the trash bin of a Nextcloud: the tests' own server, which speaks the calls that are documented.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct TrashBinMountTests {
  let server: LyingServer
  let sandbox: Sandbox

  init() throws {
    server = try LyingServer(isCloud: true)
    sandbox = try Sandbox()
  }

  @Test func `the mount's trash is the server's`() throws {
    try server.makeFolder("folder")
    try server.write("one\n", to: "folder/a")
    try server.write("two\n", to: "b")
    let added = try sandbox.run("domain", "add", "work", "--webdav", server.address, "--poll", "1")
    try #require(added.status == 0, "\(added)")
    let mounted = try sandbox.run("mount", "--domain", "work", sandbox.mountpoint)
    try #require(mounted.status == 0, "\(mounted)")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    let trash = "$M/.Trash-\(getuid())/files"
    func shows(_ names: String) -> Bool { (try? sandbox.shell("ls \(trash) | xargs").output) == names + "\n" }

    // Thrown away here: a document, and a folder with all that is in it.
    #expect(try sandbox.shell("cat $M/folder/a $M/b").output == "one\ntwo\n")
    let number = try sandbox.shell("stat -c %i $M/b").output
    try #require(try sandbox.run("trash", "put", "--domain", "work", "b", "folder").status == 0)
    #expect(try eventually { try server.bin() == ["b", "folder"] })
    #expect(shows("b folder"))
    #expect(try sandbox.shell("cat \(trash)/b \(trash)/folder/a").output == "two\none\n")

    // Restored here, to where it was and to another place.
    try #require(try sandbox.run("trash", "restore", "--domain", "work", "b").status == 0)
    let moved = try sandbox.shell("mkdir $M/new && mv \(trash)/folder $M/new/other")
    try #require(moved.status == 0, "\(moved)")
    #expect(try eventually { try server.bin().isEmpty && server.read("new/other/a") == "one\n" })
    #expect(try server.read("b") == "two\n")
    #expect(try sandbox.shell("stat -c %i $M/b").output == number)

    // Deleted for good here.
    try #require(try sandbox.run("trash", "put", "--domain", "work", "b").status == 0)
    #expect(try eventually { try server.bin() == ["b"] })
    try #require(try sandbox.run("trash", "delete", "--domain", "work", "b").status == 0)
    #expect(try eventually { try server.bin().isEmpty })

    // By others: thrown away, and the bin emptied.
    try server.delete("new/other/a")
    #expect(eventually { shows("a") })
    try server.emptyBin()
    #expect(eventually { shows("") })
    let info = try sandbox.run("domain", "info", "work").output
    #expect(info.contains("trash        0"), "\(info)")
    #expect(
      try sandbox.run("domain", "test", "work").output.contains("ok  deleted items go to the server's trash"))
  }

  @Test
  func
    `what is made and thrown away at once stays here, waits for nothing, and goes to the server when it is restored`()
    throws
  {
    let added = try sandbox.run("domain", "add", "work", "--webdav", server.address, "--poll", "1")
    try #require(added.status == 0, "\(added)")
    let mounted = try sandbox.run("mount", "--domain", "work", sandbox.mountpoint)
    try #require(mounted.status == 0, "\(mounted)")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    try #require(
      try sandbox.shell("ls $M && mkdir $M/folder && echo inner >$M/folder/inner && echo new >$M/new").status == 0)
    try #require(try sandbox.run("trash", "put", "--domain", "work", "new", "folder").status == 0)
    func pending() throws -> String { try sandbox.run("pending", "--domain", "work").output }
    #expect(
      try eventually { try pending().components(separatedBy: "stays in the trash of this machine").count == 3 })
    let synced = try sandbox.run("sync", "--wait", "--domain", "work")
    #expect(synced.status == 0, "\(synced)")
    #expect(
      try server.bin().isEmpty && !server.requests().contains { $0.hasPrefix("PUT /remote.php/dav/files/me/new") })
    try #require(try sandbox.run("trash", "restore", "--domain", "work", "new", "folder").status == 0)
    #expect(try eventually { try server.read("new") == "new\n" && server.read("folder/inner") == "inner\n" })
    #expect(try eventually { try pending().isEmpty })
  }
}
