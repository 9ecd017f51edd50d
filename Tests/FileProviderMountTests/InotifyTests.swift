import Foundation
import Glibc
import TestSupport
import Testing

extension MountTests {
  /// A change by another process reaches programs that watch the mount, as if a program had made it there.
  @Suite(.enabled(if: Watcher.isInstalled, Watcher.reason)) struct InotifyTests {
    @Test func `each kind of change is told once`() throws {
      let sandbox = try Sandbox()
      for folder in ["/d", "/e"] { try sandbox.succeed("mkdir", folder) }
      try Self.writeSource(sandbox)
      try sandbox.mount()
      let watcher = try Watcher(sandbox)
      func expect(
        _ words: String..., tell expected: [String], at location: SourceLocation = #_sourceLocation
      ) throws {
        let result = try sandbox.run(words)
        #expect(result.status == 0, "\(words): \(result)", sourceLocation: location)
        let told = try watcher.news()
        #expect(told == expected, "\(words)", sourceLocation: location)
      }
      try expect("mkdir", "/d/new", tell: ["CREATE,ISDIR /d/new"])
      try expect("mkdir", "/d/new/below", tell: ["CREATE,ISDIR /d/new/below"])
      try expect("import", sandbox.folder + "/source/empty", "--into", "/d", tell: ["CREATE /d/empty"])
      try expect(
        "import", sandbox.folder + "/source/full", "--into", "/d",
        tell: ["CREATE /d/full", "MODIFY /d/full", "CLOSE_WRITE,CLOSE /d/full"])
      try expect("import", sandbox.folder + "/source/link", "--into", "/d", tell: ["CREATE /d/link"])
      try expect("import", sandbox.folder + "/source/pipe", "--into", "/d", tell: ["CREATE /d/pipe"])
      try expect("mv", "/d/full", "/d/renamed", tell: ["MOVED_FROM /d/full", "MOVED_TO /d/renamed"])
      try expect("mv", "/d/renamed", "/e/moved", tell: ["MOVED_FROM /d/renamed", "MOVED_TO /e/moved"])
      try expect("tag", "/e/moved", "+red", tell: ["ATTRIB /e/moved"])
      try expect(
        "mv", "/d/new", "/e/newer", tell: ["MOVED_FROM,ISDIR /d/new", "MOVED_TO,ISDIR /e/newer"])
      try expect("mkdir", "/e/newer/after", tell: ["CREATE,ISDIR /e/newer/after"])
      try expect("mv", "/d/empty", "/e/moved", tell: ["MOVED_FROM /d/empty", "MOVED_TO /e/moved"])
      try expect("rm", "--trash", "/e/newer", tell: ["MOVED_FROM,ISDIR /e/newer"])
      try expect("trash", "restore", "newer", tell: ["MOVED_TO,ISDIR /e/newer"])
      try expect("mkdir", "/e/newer/restored", tell: ["CREATE,ISDIR /e/newer/restored"])
      try expect("rm", "/d/link", tell: ["DELETE /d/link"])
      try expect("rm", "/d/pipe", tell: ["DELETE /d/pipe"])
      try expect("rm", "-r", "/d", tell: ["DELETE,ISDIR /d"])
      try Self.expectTruth(sandbox)
    }

    /// The change is made once more through the mount, and the kernel keeps what it knows then of the name.
    @Test(.enabled(if: geteuid() == 0 && Machine.installed("unshare") != nil, "only root can mount something else"))
    func `what is mounted in a folder that another process renames stays mounted`() throws {
      let sandbox = try Sandbox()
      for folder in ["/d", "/d/inner", "/d/inner/below"] { try sandbox.succeed("mkdir", folder) }
      try sandbox.mount()
      let inside = try sandbox.startProgram([
        "unshare", "--mount", "/bin/sh", "-c",
        """
        cd '\(sandbox.mountpoint)' && mount -t tmpfs tmpfs d/inner/below && echo mounted; \
        until test -e over; do sleep 0.01; done; mountpoint -q d/renamed/below && echo kept
        """,
      ])
      defer { inside.stop() }
      try #require(eventually { inside.outputSoFar.contains("mounted") })
      // The replaying process is started with the first change.
      try sandbox.succeed("mv", "/d/inner", "/d/first")
      let watcher = try Watcher(sandbox)
      try sandbox.succeed("mv", "/d/first", "/d/renamed")
      try watcher.catchUp()
      try sandbox.succeed("mkdir", "/over")
      #expect(eventually { inside.hasEnded } && inside.outputSoFar.contains("kept"), "\(inside.outputSoFar)")
    }

    /// Everything below a folder that is deleted is told, in the order in which it went.
    @Test func `a deleted tree is told`() throws {
      let sandbox = try Sandbox()
      _ = try sandbox.shell("mkdir -p source/a/b; for n in $(seq 900); do : > source/a/f$n; : > source/a/b/g$n; done")
      try sandbox.succeed("import", "--contents", sandbox.folder + "/source")
      try sandbox.mount()
      let watcher = try Watcher(sandbox)
      try sandbox.succeed("rm", "-r", "/a")
      let told = try watcher.news()
      let expected =
        (1...900).flatMap { ["DELETE /a/f\($0)", "DELETE /a/b/g\($0)"] } + ["DELETE,ISDIR /a/b", "DELETE,ISDIR /a"]
      let missing = Set(expected).subtracting(told).sorted()
      #expect(missing.isEmpty, "\(missing.count): \(missing.prefix(5)) \(missing.suffix(5))")
      #expect(told.count == expected.count)
      #expect(told.last == "DELETE,ISDIR /a")
      try Self.expectTruth(sandbox)
    }

    /// Names come as they are, also those that look alike.
    @Test func `odd names are told as they are`() throws {
      let sandbox = try Sandbox()
      let names = [
        "caf\u{e9}", "cafe\u{301}", "a  b", " ", "-rf", "*?[", "\"'`$", "\\", "…", String(repeating: "n", count: 255),
      ]
      try Sandbox.makeFolder(sandbox.folder + "/source")
      for name in names { try Data().write(to: URL(fileURLWithPath: sandbox.folder + "/source/" + name)) }
      try sandbox.mount()
      let watcher = try Watcher(sandbox)
      try sandbox.succeed("import", "--contents", sandbox.folder + "/source")
      let told = try watcher.news().map { Array($0.utf8) }
      #expect(told.count == names.count)
      for name in names { #expect(told.contains(Array("CREATE /\(name)".utf8)), "\(name)") }
    }

    /// What a program does on another mount of the domain is told here, and what it does here only once.
    @Test func `another mount is somebody else`() throws {
      let sandbox = try Sandbox()
      let other = sandbox.folder + "/other"
      try Sandbox.makeFolder(other)
      try sandbox.succeed("mkdir", "/d")
      try sandbox.mount()
      try sandbox.succeed("mount", other)
      let watcher = try Watcher(sandbox)
      _ = try sandbox.shell("echo text > other/d/file")
      #expect(try watcher.news() == ["CREATE /d/file", "MODIFY /d/file", "CLOSE_WRITE,CLOSE /d/file"])
      _ = try sandbox.shell("chmod 600 other/d/file; mv other/d/file other/d/next; ln -s x other/d/link")
      #expect(
        try watcher.news() == ["ATTRIB /d/file", "MOVED_FROM /d/file", "MOVED_TO /d/next", "CREATE /d/link"])
      _ = try sandbox.shell("echo text > $M/d/own; mv $M/d/own $M/d/renamed; rm $M/d/renamed")
      #expect(
        try watcher.news() == [
          "CREATE /d/own", "MODIFY /d/own", "CLOSE_WRITE,CLOSE /d/own", "MOVED_FROM /d/own", "MOVED_TO /d/renamed",
          "DELETE /d/renamed",
        ])
      try sandbox.succeed("unmount", other)
      try Self.expectTruth(sandbox)
    }

    /// What is made again on the mount leaves no trace: the store's log is as long as without anybody watching.
    @Test func `the log has each change once`() throws {
      func generations(isWatched: Bool) throws -> Int {
        let sandbox = try Sandbox()
        try sandbox.succeed("mkdir", "/d")
        try Self.writeSource(sandbox)
        try sandbox.mount()
        let watcher = isWatched ? try Watcher(sandbox) : nil
        let before = try #require(sandbox.status().domains.first).generation
        for words in [
          ["mkdir", "/d/new"], ["import", sandbox.folder + "/source/full", "--into", "/d"],
          ["mv", "/d/full", "/other"],
          ["tag", "/other", "+red"], ["rm", "--trash", "/d/new"], ["rm", "/other"],
        ] { #expect(try sandbox.run(words).status == 0, "\(words)") }
        let after = try #require(sandbox.status().domains.first).generation
        if let watcher { #expect(try watcher.news().count == 9) }
        let marks = try #require(sandbox.status().domains.first).generation - after
        #expect(marks == (isWatched ? 2 : 0))
        return after - before
      }
      #expect(try generations(isWatched: true) == generations(isWatched: false))
    }

    /// A tree of some hundred folders is watched as a whole.
    @Test func `a tree of folders is watched`() throws {
      let sandbox = try Sandbox()
      _ = try sandbox.shell("for a in $(seq 30); do for b in $(seq 25); do mkdir -p source/$a/$b; done; done")
      try sandbox.succeed("import", "--contents", sandbox.folder + "/source")
      try sandbox.mount()
      let watcher = try Watcher(sandbox)
      var expected: [String] = []
      for number in 0..<40 {
        let place = "/\(number * 7 % 30 + 1)/\(number * 11 % 25 + 1)/n\(number)"
        try sandbox.succeed("mkdir", place)
        expected.append("CREATE,ISDIR \(place)")
      }
      #expect(try watcher.news() == expected)
    }

    /// Nothing can be made again where nothing may be changed; what is there is right all the same.
    @Test func `a read only mount is kept right`() throws {
      let sandbox = try Sandbox()
      try sandbox.succeed("mkdir", "/d")
      try sandbox.mount("-o", "ro")
      #expect(try sandbox.shell("ls $M/d").output.isEmpty)
      try sandbox.succeed("mkdir", "/d/new")
      #expect(try eventually { try sandbox.shell("ls $M/d").output == "new\n" })
      #expect(try sandbox.helper(of: sandbox.mountStatus().pid) == nil)
    }

    static func writeSource(_ sandbox: Sandbox) throws {
      _ = try sandbox.shell(
        "mkdir source; : > source/empty; echo x > source/full; ln -s full source/link; mkfifo source/pipe")
    }

    /// The mount shows what a fresh one shows, and the store is in order.
    static func expectTruth(_ sandbox: Sandbox, at location: SourceLocation = #_sourceLocation) throws {
      let list = """
        cd $M; find . -mindepth 1 -printf '%p %i %y %m %s %T@ %n %l\\n' | sort
        find . -type f -print0 | sort -z | xargs -r -0 cksum
        """
      let shown = try sandbox.shell(list).output
      try sandbox.unmount(at: location)
      try sandbox.mount(at: location)
      #expect(try sandbox.shell(list).output == shown, sourceLocation: location)
      let check = try sandbox.run("check")
      #expect(check.status == 0 && check.output.isEmpty, "\(check)", sourceLocation: location)
    }
  }
}
