import Foundation
import TestSupport
import Testing

extension MountTests {
  @Suite struct StatusTests {
    private static let count = 1000

    private func sandboxWithFolders() throws -> Sandbox {
      let sandbox = try Sandbox()
      try Trees.folders(sandbox.folder + "/tree", count: Self.count)
      try sandbox.succeed("import", "--contents", sandbox.folder + "/tree")
      try sandbox.mount()
      return sandbox
    }

    /// When a listing is over, its enumerators are.
    @Test func `no enumerator is alive after a listing`() throws {
      let sandbox = try sandboxWithFolders()
      let listing = try sandbox.shell("ls -R $M | wc -l; find $M | wc -l; cat $M/* 2>/dev/null")
      #expect(listing.lines.last == String(Self.count + 1), "\(listing)")
      #expect(try eventually { try sandbox.mountStatus().liveEnumerators == 0 })
    }

    /// Each open directory has an enumerator, and it goes with the process that had it open, however that ends.
    @Test func `enumerators live as long as their directories are open`() throws {
      let sandbox = try sandboxWithFolders()
      let holder = try sandbox.startProgram(["MountExerciser", "hold", String(Self.count), sandbox.mountpoint])
      try #require(eventually { holder.outputSoFar.contains("holding \(Self.count)") }, "\(holder.outputSoFar)")
      let status = try sandbox.mountStatus()
      #expect(status.liveEnumerators == Self.count)
      #expect(status.live["folder"] == Self.count)
      holder.kill()
      _ = holder.wait()
      #expect(try eventually { try sandbox.mountStatus().liveEnumerators == 0 })
    }

    /// An open document has an enumerator and counts as an open file.
    @Test func `an open document is counted`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      _ = try sandbox.shell("echo text > $M/file")
      let holder = try sandbox.startProgram(["sleep", "1000"])
      defer { holder.kill() }
      let reader = try sandbox.startProgram([
        "/bin/sh", "-c", "exec 5< \(sandbox.mountpoint)/file; echo open; exec sleep 1000",
      ])
      try #require(eventually { reader.outputSoFar.contains("open") })
      let status = try sandbox.mountStatus()
      #expect(status.live["document"] == 1 && status.openFiles == 1)
      reader.kill()
      _ = reader.wait()
      #expect(try eventually { try sandbox.mountStatus().openFiles == 0 })
    }

    /// A follower of enumerators is told of each call, and of the end.
    @Test func `a trace shows what enumerators do`() throws {
      let sandbox = try Sandbox()
      try sandbox.succeed("mkdir", "/folder")
      let server = try sandbox.start("mount", "--foreground", "--trace-enumerators", sandbox.mountpoint)
      try #require(eventually { sandbox.isMounted })
      try #require(eventually { (try? sandbox.mountStatus()) != nil })
      _ = try sandbox.shell("ls $M/folder")
      #expect(
        eventually { server.outputSoFar.contains("invalidate") || server.outputSoFar.contains("end") },
        "\(server.outputSoFar)")
      try sandbox.unmount()
      #expect(server.wait().status == 0)
    }
  }
}
