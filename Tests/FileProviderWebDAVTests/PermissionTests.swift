import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// A top folder that takes nothing, above folders that do: a group folder, or an external storage.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct PermissionTests {
  /// A server whose top folder is refused, and the same as its people see it.
  private func server(isCloud: Bool) throws -> LyingServer {
    let server = try LyingServer(isCloud: isCloud)
    try server.makeFolder("sub")
    for path in ["a", "sub/b"] { try server.write("text", to: path) }
    let letters = ["permissions-of-me:RG", "permissions-of-sub:RGCK", "permissions-of-a:RG"]
    try server.lie(isCloud ? letters + ["read-only:/remote.php/dav/files/me"] : ["read-only:/dav"])
    return server
  }

  @Test(arguments: [false, true]) func `what a folder refuses, those below it may take`(isCloud: Bool) throws {
    let server = try server(isCloud: isCloud)
    let provider = try ProviderUnderTest(server)
    let top = try provider.list()
    let facts = try provider.provider.session().facts
    #expect(facts.canWrite && facts.topIsReadOnly == true && facts.checksWrites)
    let reading: NSFileProviderItemCapabilities = [.allowsReading, .allowsEvicting]
    #expect(try provider.item(.rootContainer).capabilities == reading)
    #expect(top["a"]?.capabilities == reading)
    let sub = try #require(top["sub"])
    #expect(sub.capabilities == reading.union(.allowsWriting))
    #expect(try provider.list(sub.identifier)["b"]?.capabilities.isSuperset(of: .allowsAll) == true)
    try provider.create("c", "new", in: sub.identifier)
    #expect(try server.read("sub/c") == "new")
  }

  @Test func `where no folder takes anything, nothing is written`() throws {
    let server = try server(isCloud: false)
    try server.lie("status-PUT:403")
    let provider = try ProviderUnderTest(server)
    let sub = try #require(try provider.list()["sub"])
    #expect(sub.capabilities == [.allowsReading, .allowsEvicting])
  }

  @Test(
    .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"), arguments: [false, true])
  func `a program is refused in the folder that takes nothing, and writes in the others`(isCloud: Bool) throws {
    let server = try server(isCloud: isCloud)
    let sandbox = try Sandbox()
    let added = try sandbox.run("domain", "add", "work", "--webdav", server.address)
    try #require(added.status == 0 && added.error.contains("the top folder accepts no files"), "\(added)")
    let mounted = try sandbox.run("mount", "--domain", "work", sandbox.mountpoint)
    try #require(mounted.status == 0, "\(mounted)")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    #expect(try sandbox.shell("ls $M $M/sub").status == 0)
    // The provider is asked for its root once, while its first folder is listed.
    #expect(try eventually { try sandbox.shell("stat -c %A $M").output == "dr-xr-xr-x\n" })
    for script in ["echo x >$M/new", "mkdir $M/new", "echo x >>$M/a", "rm $M/a", "mv $M/sub/b $M/b", "mv $M/sub $M/c"] {
      let refused = try sandbox.shell(script)
      #expect(refused.status != 0, "\(script): \(refused)")
    }
    #expect(try sandbox.shell("echo more >>$M/sub/b && echo new >$M/sub/c").status == 0)
    let synced = try sandbox.run("sync", "--wait", "--timeout", "60s", "--domain", "work")
    #expect(synced.status == 0, "\(synced)")
    #expect(try server.read("sub/b") == "textmore\n" && server.read("sub/c") == "new\n")
    #expect(try sandbox.run("pending", "--domain", "work").output == "")
    #expect(try sandbox.shell("ls $M").output == "a\nsub\n")
  }
}
