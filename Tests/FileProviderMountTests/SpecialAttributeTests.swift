import CSystemCalls
import Foundation
import TestSupport
import Testing

extension MountTests {
  /// Tags, favourites, last use and pins by the programs that set extended attributes.
  @Suite(.enabled(if: Machine.installed("setfattr") != nil, "attr is not installed"))
  struct SpecialAttributeTests {
    private let sandbox: Sandbox

    init() throws {
      sandbox = try Sandbox()
      try sandbox.mount()
      _ = try sandbox.shell("echo text > $M/file")
    }

    private func shell(_ script: String, at location: SourceLocation = #_sourceLocation) throws -> String {
      let result = try sandbox.shell("cd $M; " + script)
      #expect(result.status == 0, "\(script)\n\(result)", sourceLocation: location)
      return result.output
    }

    private func fails(_ script: String, _ reason: String, at location: SourceLocation = #_sourceLocation) throws {
      let result = try sandbox.shell("cd $M; " + script)
      #expect(result.status != 0 && result.error.contains(reason), "\(script)\n\(result)", sourceLocation: location)
    }

    private func members(_ view: String) throws -> [String] { try sandbox.succeed("working-set", view).lines }

    @Test func `tags`() throws {
      let get = "getfattr --only-values -n user.xdg.tags file"
      #expect(try shell("setfattr -n user.xdg.tags -v 'b,a,b' file; \(get)") == "b,a,b")
      #expect(try sandbox.succeed("tag", "/file").lines == ["b", "a"])
      #expect(try shell("cd .fileprovider/working-set/tags; ls; cat a/file") == "a\nb\ntext\n")
      try fails("setfattr -n user.xdg.tags -v 0xff41 file", "Invalid argument")
      try fails("setfattr -n user.xdg.tags -v 0x610062 file", "Invalid argument")
      #expect(try shell(get) == "b,a,b")
      #expect(try shell("setfattr -n user.xdg.tags -v '' file; getfattr -d file") == "")
      try fails("getfattr -n user.xdg.tags file", "No such attribute")
      try fails("setfattr -x user.xdg.tags file", "No such attribute")
      #expect(try members("tags").isEmpty)
      try sandbox.succeed("tag", "/file", "+red")
      #expect(eventually { (try? self.shell(get)) == "red" })
      #expect(try shell("setfattr -x user.xdg.tags file; getfattr -d file") == "")
    }

    /// 64 KiB are the most the kernel lets through; longer ones are its to refuse.
    @Test func `the longest value`() throws {
      let file = sandbox.mountpoint + "/file"
      let (creating, replacing): (Int32, Int32) = (1, 2)
      func set(_ count: Int, _ flags: Int32 = 0) -> Int32 {
        lsetxattr(file, "user.xdg.tags", [UInt8](repeating: 0x61, count: count), count, flags) == 0 ? 0 : errno
      }
      #expect(set(1, replacing) == ENODATA)
      #expect(set(65536, creating) == 0)
      #expect(set(1, creating) == EEXIST)
      #expect(set(65537) == E2BIG)
      #expect(lgetxattr(file, "user.xdg.tags", nil, 0) == 65536)
      #expect(set(2, replacing) == 0)
      #expect(lgetxattr(file, "user.xdg.tags", nil, 0) == 2)
    }

    /// The date is in the future: neither is it too long ago for the recents, nor does it give way when the document's being written is noted.
    @Test func `the others`() throws {
      let prefix = "user.fileprovider."
      _ = try shell(
        """
        setfattr -n \(prefix)favorite-rank -v 3 file; setfattr -n \(prefix)pinned -v 1 file
        setfattr -n \(prefix)last-used -v 2124-05-06T07:08:09Z file
        """)
      for view in ["favorites", "pinned", "recents"] { #expect(try members(view).count == 1, "\(view)") }
      #expect(
        try shell("getfattr -m . -d --absolute-names file | grep fileprovider | sort")
          == "\(prefix)favorite-rank=\"3\"\n\(prefix)last-used=\"2124-05-06T07:08:09.000000Z\"\n\(prefix)pinned=\"1\"\n"
      )
      for (name, value) in [
        ("favorite-rank", "first"), ("favorite-rank", "9223372036854775808"), ("pinned", "yes"), ("last-used", "nan"),
        ("last-used", "1e30"), ("last-used", "yesterday"),
      ] {
        try fails("setfattr -n \(prefix)\(name) -v \(value) file", "Invalid argument")
      }
      for name in ["state", "identifier", "created", "provider", "nonsense"] {
        try fails("setfattr -n \(prefix)\(name) -v x file", "Operation not permitted")
      }
      #expect(try shell("getfattr --only-values -n \(prefix)state file") == "local")
      try fails("getfattr -n \(prefix)provider file", "No such attribute")
      _ = try shell("for n in favorite-rank pinned last-used; do setfattr -x \(prefix)$n file; done")
      #expect(try sandbox.succeed("working-set").lines.isEmpty)
    }
  }
}
