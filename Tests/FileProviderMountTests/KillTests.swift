import Foundation
import TestSupport
import Testing

extension MountTests {
  @Suite struct KillTests {
    /// After the server was killed, mounting again just works, and everything is there.
    @Test func `a killed server is replaced by mounting again`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount("--no-restart")
      _ = try sandbox.shell("mkdir $M/folder; echo text > $M/folder/file; sync $M/folder/file")
      try sandbox.killServer()
      #expect(try sandbox.run("status", "--check").status == 1)
      try sandbox.mount()
      #expect(try sandbox.shell("cat $M/folder/file").output == "text\n")
      let status = try sandbox.run("status", "--check")
      #expect(status.status == 0, "\(status)")
      #expect(try sandbox.run("check").status == 0)
      try sandbox.unmount()
      #expect(!sandbox.isMounted)
    }

    /// A program that still has a file or folder of the dead mount open does not keep the new one from coming.
    @Test func `programs in a dead mount do not stand in the way`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount("--no-restart")
      _ = try sandbox.shell("echo text > $M/file; mkdir $M/folder")
      let user = try sandbox.startProgram([
        "/bin/sh", "-c", "cd \(sandbox.mountpoint)/folder; exec 5<> ../file; echo in; exec sleep 1000",
      ])
      try #require(eventually { user.outputSoFar.contains("in") })
      try sandbox.killServer()
      try sandbox.mount()
      #expect(try sandbox.shell("cat $M/file").output == "text\n")
    }

    /// A server killed while it starts leaves nothing that keeps the next one from starting.
    @Test func `a server may be killed while it starts`() throws {
      let sandbox = try Sandbox()
      try sandbox.succeed("mkdir", "/folder")
      for round in 0..<12 {
        let server = try sandbox.start("mount", "--foreground", sandbox.mountpoint)
        // The clock itself is meant: each round another moment of the start.
        usleep(useconds_t(round * 7_000))
        server.kill()
      }
      try sandbox.mount()
      #expect(try sandbox.shell("ls $M").lines == ["folder"])
      #expect(try sandbox.run("check").status == 0)
    }

    /// One of two mounts is killed while programs change the same folder through both: the other and the commands go on, and what was
    /// acknowledged is there. Programs in the dead one end with it when it is unmounted.
    @Test func `a killed mount keeps nobody waiting`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount()
      let other = sandbox.folder + "/other"
      try Sandbox.makeFolder(other)
      for round in 0..<6 {
        let server = try sandbox.start("mount", "--foreground", other)
        try #require(eventually { try sandbox.status().mounts.count == 2 })
        let living = try sandbox.startProgram(["MountExerciser", "make", "living\(round)", sandbox.mountpoint])
        let dying = try sandbox.startProgram(["MountExerciser", "make", "dying\(round)", other])
        let isUnderWay = try eventually {
          try FileManager.default.contentsOfDirectory(atPath: sandbox.mountpoint).contains("dying\(round)-1")
        }
        try #require(isUnderWay, "round \(round): nothing was made")
        // The clock itself is meant: any moment.
        usleep(useconds_t.random(in: 0..<250_000))
        server.kill()
        let made = try sandbox.start("mkdir", "/made \(round)").wait(seconds: 60)
        #expect(made.status == 0, "round \(round): \(made)")
        let unmounted = try sandbox.start("unmount", other).wait(seconds: 60)
        #expect(unmounted.status == 0, "round \(round): \(unmounted)")
        let ended = dying.wait(seconds: 60)
        let count = try #require(ended.lines.first.flatMap { Int($0) }, "round \(round): \(ended)")
        living.kill()
        _ = living.wait()
        let names = Set(try FileManager.default.contentsOfDirectory(atPath: sandbox.mountpoint))
        let acknowledged = ["made \(round)"] + (0..<count).map { "dying\(round)-\($0)" }
        let lost = acknowledged.filter { !names.contains($0) }
        #expect(count > 0 && lost.isEmpty, "round \(round): of \(count) \(lost.count) are lost")
      }
      let check = try sandbox.run("check")
      #expect(check.status == 0 && check.output.isEmpty, "\(check)")
    }

    /// What was unlinked and still in use when the server was killed is gone for good, and leaves nothing behind.
    @Test func `open unlinked files go with a killed server`() throws {
      let sandbox = try Sandbox()
      try sandbox.mount("--no-restart")
      let user = try sandbox.startProgram([
        "/bin/sh", "-c",
        "exec 5> \(sandbox.mountpoint)/file; rm \(sandbox.mountpoint)/file; echo x >&5; echo gone; exec sleep 1000",
      ])
      try #require(eventually { user.outputSoFar.contains("gone") })
      try sandbox.killServer()
      try sandbox.mount()
      #expect(try sandbox.shell("ls -A $M").output.isEmpty)
      let check = try sandbox.run("check", "--repair")
      #expect(check.status == 0 && check.output.isEmpty, "\(check)")
      #expect(try eventually { try sandbox.shell("find \(sandbox.store)/contents -type f | wc -l").lines == ["0"] })
    }

    /// An import that was killed leaves a store in order, and the next one brings the rest.
    @Test func `a killed import is finished by the next`() throws {
      let sandbox = try Sandbox()
      _ = try sandbox.shell(
        "for d in $(seq 60); do mkdir -p tree/d$d; for f in $(seq 60); do echo $d $f > tree/d$d/f$f; done; done")
      for round in 1..<6 {
        let run = try sandbox.start("import", "--contents", sandbox.folder + "/tree")
        // The clock itself is meant: each round another moment of the import.
        usleep(useconds_t(round * round * 8_000))
        run.kill()
        _ = run.wait()
        let check = try sandbox.run("check")
        #expect(check.status == 0 && check.output.isEmpty, "round \(round): \(check)")
      }
      try sandbox.succeed("import", "--contents", sandbox.folder + "/tree")
      try sandbox.mount()
      let difference = try sandbox.shell("diff -r tree $M")
      #expect(difference.status == 0 && difference.output.isEmpty, "\(difference)")
      #expect(try sandbox.run("check").status == 0)
    }

    /// A database that a program keeps on the mount survives the end of the server.
    @Test(.enabled(if: Machine.installed("sqlite3") != nil, "sqlite3 is not installed"), arguments: ["wal", "delete"])
    func `databases on the mount survive`(journal: String) throws {
      let sandbox = try Sandbox()
      try sandbox.mount("--no-restart")
      let database = sandbox.mountpoint + "/database"
      _ = try sandbox.program(
        "sqlite3", database, "PRAGMA journal_mode=\(journal); CREATE TABLE t(n INTEGER PRIMARY KEY, x)")
      let script = (1...20_000).map { "INSERT INTO t VALUES(\($0), randomblob(500)); SELECT 'done', \($0);" }.joined(
        separator: "\n")
      try Data(("PRAGMA synchronous=FULL;\n" + script).utf8).write(to: URL(fileURLWithPath: sandbox.folder + "/script"))
      let writer = try sandbox.startProgram(["/bin/sh", "-c", "sqlite3 \(database) < \(sandbox.folder)/script"])
      try #require(eventually { writer.outputSoFar.contains("done|50\n") })
      try sandbox.killServer()
      let acknowledged = writer.wait().lines.filter { $0.hasPrefix("done") }.count
      try sandbox.mount()
      let result = try sandbox.program("sqlite3", database, "PRAGMA integrity_check; SELECT count(*) FROM t;")
      #expect(result.lines.first == "ok", "\(result)")
      #expect(
        (result.lines.last.flatMap { Int($0) } ?? 0) >= acknowledged, "\(acknowledged) were acknowledged: \(result)")
    }
  }
}
