import TestSupport
import Testing

extension MountTests {
  @Suite struct SmallContentsTests {
    /// Documents that an earlier version has left in files move into the database while nobody uses the mount.
    @Test func `an old store is taken over in the background`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      // Two writes before the close.
      _ = try sandbox.shell("for n in 1 2 3; do printf a$n | dd bs=1 of=$M/file$n status=none; done")
      try sandbox.unmount()
      func files() throws -> [String] { try sandbox.shell("find \(sandbox.store)/contents -type f | wc -l").lines }
      #expect(try files() == ["3"])
      try sandbox.forgetMovedContents()
      try sandbox.mount()
      #expect(try eventually { try files() == ["0"] })
      #expect(try sandbox.shell("cat $M/file1 $M/file2 $M/file3").output == "a1a2a3")
      try sandbox.unmount()
      let check = try sandbox.run("check")
      #expect(check.status == 0 && check.output.isEmpty, "\(check)")
    }
  }
}
