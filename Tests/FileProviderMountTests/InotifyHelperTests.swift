import Foundation
import Glibc
import TestSupport
import Testing

extension MountTests {
  /// The process that makes changes again on a mount comes and goes without anybody noticing.
  @Suite(.enabled(if: Watcher.isInstalled, Watcher.reason)) struct InotifyHelperTests {
    /// A killed helper is replaced with the next change, again and again.
    @Test func `a killed helper is replaced`() throws {
      let sandbox = try Sandbox()
      try sandbox.succeed("mkdir", "/d")
      try sandbox.mount()
      let server = try sandbox.mountStatus().pid
      let watcher = try Watcher(sandbox)
      for round in 0..<3 {
        let helper = try #require(sandbox.helper(of: server))
        kill(helper, SIGKILL)
        try #require(eventually { !runs(helper) })
        #expect(try sandbox.shell("ls $M/d").status == 0)
        try sandbox.succeed("mkdir", "/d/\(round)")
        #expect(try watcher.news() == ["CREATE,ISDIR /d/\(round)"])
        #expect(sandbox.helper(of: server) != helper)
      }
    }

    /// While a helper hangs, no other program does, and the mount soon shows the present state.
    @Test func `a helper that hangs is replaced`() throws {
      let sandbox = try Sandbox()
      try sandbox.succeed("mkdir", "/d")
      try sandbox.mount()
      let server = try sandbox.mountStatus().pid
      let watcher = try Watcher(sandbox)
      let helper = try #require(sandbox.helper(of: server))
      kill(helper, SIGSTOP)
      #expect(try sandbox.shell("ls $M/d").output.isEmpty)
      try sandbox.succeed("mkdir", "/d/new")
      #expect(try sandbox.shell("touch $M/d/own; ls $M/d/own", seconds: 2).status == 0)
      #expect(try eventually { try sandbox.shell("ls $M/d").lines == ["new", "own"] })
      #expect(eventually { !runs(helper) })
      #expect(try watcher.news().contains("CREATE,ISDIR /d/new"))
    }

    @Test func `the helper ends with the server`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount("--no-restart")
      let server = try sandbox.mountStatus().pid
      _ = try Watcher(sandbox)
      let helper = try #require(sandbox.helper(of: server))
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(helper)/fd").map {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(helper)/fd/\($0)")
      }
      #expect(!descriptors.contains("/dev/fuse") && descriptors.count == 3, "\(descriptors)")
      try sandbox.killServer()
      #expect(eventually { !runs(helper) })
    }

    /// A helper never keeps a mount from being unmounted, however soon after a change.
    @Test func `the helper ends with the mount`() throws {
      let sandbox = try Sandbox()
      for _ in 0..<5 {
        try sandbox.mount()
        let server = try sandbox.mountStatus().pid
        try sandbox.succeed("mkdir", "/" + UUID().uuidString)
        let helper = try #require(eventually { sandbox.helper(of: server) != nil } ? sandbox.helper(of: server) : nil)
        try sandbox.succeed("mkdir", "/" + UUID().uuidString)
        try sandbox.unmount()
        #expect(eventually { !runs(helper) })
      }
    }

    /// Programs that list and change folders in which others make thousands of changes are never held up and see in the end
    /// what is so. There are fewer changes than the 8 192 that may wait, so none is left out, however slowly they are replayed.
    @Test func `programs and changes by others go on together`() throws {
      let sandbox = try Sandbox()
      _ = try sandbox.shell(
        "for d in 1 2 3 4; do mkdir -p source/$d; for f in $(seq 200); do echo $f > source/$d/s$f; done; done")
      for folder in 1...4 { try sandbox.succeed("mkdir", "/\(folder)") }
      try sandbox.mount()
      let watcher = try Watcher(sandbox, events: "create,delete,move")
      // A listing that meets a deletion half way says so, as on any disk.
      let lister = try sandbox.startProgram([
        "/bin/sh", "-c", "while ls -lR \(sandbox.mountpoint) > \(sandbox.folder)/list || :; do echo; done",
      ])
      let maker = try sandbox.startProgram([
        "/bin/sh", "-c",
        """
        cd \(sandbox.mountpoint)
        for n in $(seq 300); do for d in 1 2 3 4; do echo $n > $d/own$n; mv $d/own$n $d/my$n; done; done
        """,
      ])
      for round in 0..<4 {
        try sandbox.succeed("import", "--contents", sandbox.folder + "/source")
        for folder in 1...4 {
          try sandbox.succeed("mv", "/\(folder)/s1", "/\(folder)/kept\(round)")
          let removed = try sandbox.run(["rm"] + (2...200).map { "/\(folder)/s\($0)" })
          #expect(removed.status == 0, "\(removed)")
        }
      }
      let made = maker.wait(seconds: 120)
      #expect(made.status == 0 && made.error.isEmpty, "\(made)")
      #expect(lister.outputSoFar.utf8.count > 3)
      lister.kill()
      _ = lister.wait()
      let told = try watcher.news()
      for folder in 1...4 {
        for round in 0..<4 {
          #expect(told.count { $0 == "MOVED_TO /\(folder)/kept\(round)" } == 1, "\(folder) \(round)")
        }
        for number in 1...300 {
          #expect(told.count { $0 == "CREATE /\(folder)/own\(number)" } == 1, "\(folder) \(number)")
        }
      }
      try InotifyTests.expectTruth(sandbox)
    }
  }
}
