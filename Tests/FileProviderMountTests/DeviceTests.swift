import Foundation
import TestSupport
import Testing

extension MountTests {
  /// Device nodes: kept, told, and of no use as devices.
  @Suite(.enabled(if: geteuid() == 0, "only root makes device nodes")) struct DeviceTests {
    private static let list = #"find . -mindepth 1 -printf '%P %y %m %T@ ' -exec stat -c '%t %T' {} \; | sort"#

    /// A tree with devices comes through `import`, a mount, the programs that copy trees, and `export` with everything that `stat` tells.
    @Test func `a tree with devices is kept`() throws {
      let sandbox = try Sandbox()
      let made = try sandbox.shell(
        """
        mkdir -p tree/dev && cd tree/dev && mknod -m 640 disk b 8 17 && mknod -m 666 null c 1 3 && mknod large c 511 1048575 &&
        mkfifo pipe && touch -d 2001-02-03T04:05:06.789 * .
        """)
      try #require(made.status == 0, "\(made)")
      let expected = try sandbox.shell("cd tree && \(Self.list)")
      try #require(expected.lines.count == 5, "\(expected)")
      try sandbox.succeed("import", sandbox.folder + "/tree")
      try sandbox.mount()
      #expect(try sandbox.shell("cd $M/tree && \(Self.list)").lines == expected.lines)
      // Another format of tar has times in seconds, and rsync leaves alone what is of the same second.
      let tar = "tar -C $M/tree --format=posix -c . | tar -C $M/copy -xp"
      var copies = ["cp -a $M/tree $M/copy", "mkdir $M/copy && \(tar)"]
      if Machine.installed("rsync") != nil { copies.append("rsync -a --devices $M/tree/ $M/copy/") }
      for copy in copies {
        let result = try sandbox.shell("\(copy) && cd $M/copy && \(Self.list) && rm -r $M/copy")
        #expect(result.status == 0 && result.lines == expected.lines, "\(copy): \(result)")
      }
      try sandbox.unmount()
      try sandbox.succeed("cp", "-r", "/tree", "/second")
      try sandbox.succeed("export", "/tree", sandbox.folder + "/out")
      #expect(try sandbox.shell("cd $(dirname $(find out -name dev)) && \(Self.list)").lines == expected.lines)
      #expect(try sandbox.run("stat", "/second/dev/disk").output.contains("  device      8, 17\n"))
      #expect(try sandbox.run("stat", "/tree/dev/large").output.contains("  device      511, 1048575\n"))
      let long = try sandbox.run("ls", "-l", "/tree/dev").lines
      #expect(long.contains { $0.hasPrefix("brw-r-----") && $0.contains(" 8, 17 ") }, "\(long)")
      #expect(long.contains { $0.hasPrefix("crw-rw-rw-") && $0.contains(" 1, 3 ") }, "\(long)")
      let again = try sandbox.run("import", sandbox.folder + "/tree")
      #expect(again.status == 0, "\(again)")
      let told = try sandbox.run("tail", "--container", "all", "--since", "begin", "--json")
      #expect(
        told.lines.contains { $0.contains("\"kind\":\"block-device\"") && $0.contains("/tree/dev/disk") }, "\(told)")
      #expect(told.lines.contains { $0.contains("\"kind\":\"character-device\"") && $0.contains("/tree/dev/null") })
      #expect(try sandbox.run("check").status == 0)
    }

    /// Another device of the same name replaces the one in the domain when the import is run again.
    @Test func `another number is another device`() throws {
      let sandbox = try Sandbox()
      _ = try sandbox.shell("mkdir tree && mknod tree/node c 1 3")
      try sandbox.succeed("import", sandbox.folder + "/tree")
      _ = try sandbox.shell(
        "touch -r tree/node time && rm tree/node && mknod tree/node c 1 5 && touch -r time tree/node")
      try sandbox.succeed("import", sandbox.folder + "/tree")
      #expect(try sandbox.run("stat", "/tree/node").output.contains("  device      1, 5\n"))
    }
  }
}
