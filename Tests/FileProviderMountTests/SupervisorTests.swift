import Foundation
import LinuxSystem
import TestSupport
import Testing

extension MountTests {
  /// What becomes of a mount in the background when the process that serves it ends.
  @Suite struct SupervisorTests {
    private let sandbox: Sandbox
    private let server: pid_t
    private let supervisor: pid_t

    init() throws {
      sandbox = try Sandbox()
      try sandbox.mount()
      let status = try sandbox.mountStatus()
      server = pid_t(status.pid)
      supervisor = try pid_t(#require(status.supervisor))
    }

    /// Kills the server, and does something before the supervisor can mount again.
    private func whileDown<Result>(_ body: () throws -> Result) throws -> Result {
      kill(supervisor, SIGSTOP)
      defer { kill(supervisor, SIGCONT) }
      sandbox.killServer(server)
      return try body()
    }

    private var log: String {
      (try? String(contentsOfFile: sandbox.folder + "/state/fileprovider/default.log", encoding: .utf8)) ?? ""
    }

    private func hasEnded(_ process: pid_t) -> Bool { eventually { !ProcessState.isServing(process) } }

    /// Programs get an error for what they had open, and for nothing that they open later.
    @Test func `a mount that died comes back, and says so`() throws {
      let user = try sandbox.startProgram([
        "/bin/sh", "-c",
        "echo text > \(sandbox.mountpoint)/file; exec 5< \(sandbox.mountpoint)/file; echo open; read line; cat <&5",
      ])
      try #require(eventually { user.outputSoFar.contains("open") })
      // Twice: each process has the next in its place.
      for round in 1...2 {
        let before = try sandbox.mountStatus()
        sandbox.killServer(pid_t(before.pid))
        let hasReturned = eventually { (try? sandbox.shell("cat $M/file").output) == "text\n" }
        #expect(hasReturned, "round \(round): \(log)")
        let status = try sandbox.mountStatus()
        #expect(status.state == "alive" && status.restarts == round && status.pid != before.pid, "\(status)")
        #expect(status.supervisor == Int(supervisor))
      }
      #expect(try sandbox.status().mounts.count == 1)
      #expect(try sandbox.run("status", "--check").status == 0)
      #expect(try sandbox.run("status").output.contains("restarted  2 times"))
      let lines = log.split(separator: "\n").filter { $0.contains("was killed by signal 9; mounting again in") }
      #expect(lines.count == 2, "\(log)")
      user.kill()
      try sandbox.unmount()
      #expect(hasEnded(supervisor))
    }

    @Test func `the supervisor has one thread, and nothing of the store or the mount open`() throws {
      #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/\(supervisor)/task").count == 1)
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(supervisor)/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(supervisor)/fd/\($0)")
      }
      #expect(open.count <= 8 && !open.contains { $0.contains("/default/") || $0 == "/dev/fuse" }, "\(open)")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(supervisor)/cwd") == "/")
    }

    /// While the mount is down, and whatever the supervisor is doing, unmounting ends it for good.
    @Test func `a mount that is unmounted while it is down stays so`() throws {
      for pause in [0, 900_000] {
        if pause > 0 { try sandbox.mount() }
        let status = try sandbox.mountStatus()
        let supervisor = try pid_t(#require(status.supervisor))
        sandbox.killServer(pid_t(status.pid))
        // The clock itself is meant: about when the next process is started.
        usleep(useconds_t(pause))
        try sandbox.unmount()
        #expect(!ProcessState.isServing(supervisor))
        #expect(!sandbox.isMounted)
        #expect(try sandbox.status().mounts.isEmpty)
      }
    }

    @Test func `a domain whose mount is about to come back is in use`() throws {
      try whileDown {
        for words in [["domain", "remove", "--force", "default"], ["domain", "rename", "default", "other"]] {
          let result = try sandbox.run(words)
          #expect(result.status == 1, "\(words): \(result)")
        }
      }
      #expect(eventually { (try? sandbox.mountStatus().state) == "alive" })
    }

    enum End: CaseIterable { case serverAsked, supervisorAsked, unmounted, unmountedByRoot, unmountedWhileDown }

    /// An end that somebody wants is the end, whoever brings it about.
    @Test(arguments: End.allCases) func `a mount that was ended does not come back`(end: End) throws {
      switch end {
      case .serverAsked: kill(server, SIGTERM)
      case .supervisorAsked: kill(supervisor, SIGTERM)
      case .unmounted: try sandbox.unmount()
      case .unmountedByRoot: #expect(try sandbox.shell("fusermount3 -u $M").status == 0)
      case .unmountedWhileDown:
        let status = try whileDown { try sandbox.shell("fusermount3 -u -z $M").status }
        #expect(status == 0)
      }
      #expect(hasEnded(supervisor) && hasEnded(server))
      #expect(!sandbox.isMounted)
      #expect(try sandbox.status().mounts.isEmpty)
      #expect(log.contains("not mounted again: unmounted") == (end == .unmountedWhileDown), "\(log)")
    }

    @Test func `a mount does not come back without its store`() throws {
      let status = try whileDown { rename(sandbox.store, sandbox.folder + "/moved") }
      #expect(status == 0)
      #expect(hasEnded(supervisor))
      #expect(log.contains("not mounted again: the domain “default” no longer exists"), "\(log)")
      #expect(!FileManager.default.fileExists(atPath: sandbox.store))
    }

    @Test(.enabled(if: Machine.isRoot, "only root mounts a tmpfs"))
    func `a mount does not come back over another one`() throws {
      let status = try whileDown { try sandbox.shell("mount -t tmpfs none $M").status }
      try #require(status == 0)
      #expect(hasEnded(supervisor))
      #expect(log.contains("not mounted again: another file system is mounted there"), "\(log)")
      #expect(try sandbox.shell("umount $M").status == 0)
    }

    /// A mount by hand takes the place of a dead one before the supervisor does.
    @Test func `a mount by hand replaces a dead one`() throws {
      try whileDown { try sandbox.mount("--no-restart") }
      #expect(hasEnded(supervisor))
      let status = try sandbox.mountStatus()
      #expect(status.state == "alive" && status.supervisor == nil && status.restarts == 0, "\(status)")
      try sandbox.unmount()
    }

    @Test func `a mount goes on without its supervisor`() throws {
      kill(supervisor, SIGKILL)
      #expect(hasEnded(supervisor))
      #expect(try sandbox.shell("echo text > $M/file && cat $M/file").output == "text\n")
      let status = try sandbox.mountStatus()
      #expect(status.pid == Int(server) && status.supervisor == nil, "\(status)")
      sandbox.killServer(server)
      let check = try sandbox.run("status", "--check")
      #expect(check.status == 1 && check.output.contains("no process serves this mount"), "\(check)")
      try sandbox.unmount()
      #expect(!sandbox.isMounted)
    }
  }
}
