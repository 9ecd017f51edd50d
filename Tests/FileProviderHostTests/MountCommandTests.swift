import Foundation
import Glibc
import TestSupport
import Testing

/// `mount`, `unmount` and `status`, with a real kernel. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
struct MountCommandTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileManager.default.createDirectory(at: sandbox.url("mnt"), withIntermediateDirectories: true)
  }

  private func mounts() throws -> [[String: Any]] {
    let status = try sandbox.run("status", "--json").objects()[0]
    return try #require(status["mounts"] as? [[String: Any]])
  }

  @Test func `mounting in the background`() throws {
    try sandbox.write("hello", to: "a/b/file.txt")
    try sandbox.lines("import", "a")
    try sandbox.lines("mount", "mnt")
    defer { _ = try? sandbox.run("unmount", "mnt") }
    #expect(try sandbox.shell("diff -r a mnt/a").status == 0)
    // The kernel tells of a closed directory when the program has gone on already.
    try eventually { try mounts().first?["liveEnumerators"] as? Int == 0 }
    let mount = try #require(try mounts().first)
    #expect(mount["domain"] as? String == "default" && mount["state"] as? String == "alive")
    // As it is called in ps and top.
    #expect(try sandbox.shell("cat /proc/\(mount["pid"] ?? 0)/comm").output == "fileprovider\n")
    #expect((mount["mountpoint"] as? String)?.hasSuffix("/mnt") == true)
    #expect(mount["liveEnumerators"] as? Int == 0)
    #expect(try sandbox.lines("status", "--check") == ["default: healthy"])
    // A path in the mount means its item.
    try sandbox.lines("tag", sandbox.url("mnt/a/b").path, "+here")
    #expect(try sandbox.lines("tag", "/a/b") == ["here"])
    #expect(try sandbox.run("mount", "mnt").status == 1)
    #expect(try sandbox.run("domain", "remove", "--force", "default").status == 1)
    try sandbox.lines("unmount", "mnt")
    #expect(try mounts().isEmpty)
    #expect(try sandbox.run("unmount", "mnt").status == 69)
    #expect(try sandbox.run("unmount", "missing").status == 69)
  }

  /// Who has cancelled it does not want a mount a moment later.
  @Test func `a mount whose command was ended does not stay`() throws {
    try sandbox.lines("mkdir", "/a")
    for role in ["--foreground", ""] {
      // As the command starts the other process. Whoever waited for the byte is gone.
      let line = "\"$F\" mount \(role) --ready-descriptor 3 mnt 3>&1 >/dev/null; echo $? >&2"
      let result = try sandbox.shell("{ sleep 0.2; \(line); } | :")
      #expect(result.error.hasSuffix("0\n"), "\(result)")
      #expect(try !isMounted())
    }
  }

  /// In the foreground, until a signal; every call of an enumerator is printed.
  @Test func `mounting in the foreground`() throws {
    try sandbox.lines("mkdir", "-p", "/a/b")
    let mount = try sandbox.start(["mount", "--foreground", "--trace-enumerators", "mnt"])
    defer { mount.signal(SIGKILL) }
    #expect(mount.waitForError { $0.contains("is mounted on") })
    #expect(try sandbox.shell("ls -R mnt").lines.contains("b"))
    #expect(mount.wait { $0.contains("made") && $0.contains("invalidate") })
    mount.signal(SIGTERM)
    #expect(mount.wait().status == 0)
    #expect(try sandbox.shell("grep -c \" $(pwd)/mnt \" /proc/self/mountinfo").output == "0\n")
  }

  private func isMounted() throws -> Bool {
    try String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8).contains(" \(sandbox.url("mnt").path) ")
  }

  /// Whenever a signal comes, before the mount is there, just after it or while it is served: nothing stays mounted.
  @Test func `a signal at any moment`() throws {
    var random = SeededGenerator(seed: RandomSeed.choose())
    for round in 0..<24 {
      let mount = try sandbox.start(["mount", "--foreground", "mnt"])
      defer { mount.signal(SIGKILL) }
      if round % 3 == 0 {
        try eventually { try mount.hasEnded || isMounted() }
      } else {
        // The clock itself is meant: any moment.
        usleep(UInt32(random.below(250_000)))
      }
      mount.signal(SIGTERM)
      _ = mount.wait()
      let isLeft = try isMounted()
      #expect(!isLeft, "round \(round)")
      if isLeft { umount2(sandbox.url("mnt").path, Int32(MNT_DETACH)) }
    }
  }

  /// A step that fails when the mount is there already takes it off again.
  @Test func `a failure after mounting`() throws {
    let folder = sandbox.url("runtime/fileprovider").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    chmod(folder, 0o777)
    let result = try sandbox.run("mount", "mnt")
    #expect(result.status == 1)
    #expect(result.error.contains("accessible to other users"))
    #expect(try !isMounted())
    if try isMounted() { umount2(sandbox.url("mnt").path, Int32(MNT_DETACH)) }
  }

  /// A process's state, as proc_pid_stat(5) has it; `nil` when there is none of that number.
  private static func state(of process: Int) -> Substring? {
    let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return line?.split(separator: ")").last?.split(separator: " ").first
  }

  /// A mount whose process was killed is noticed, and the next one takes its place.
  @Test func `a killed mount`() throws {
    try sandbox.lines("mkdir", "/a")
    try sandbox.lines("mount", "--no-restart", "mnt")
    let process = try #require(try mounts().first?["pid"] as? Int)
    kill(pid_t(process), SIGKILL)
    // A zombie has closed its socket; a process that has only lost its program may not have yet.
    eventually { [nil, "Z"].contains(Self.state(of: process)) }
    let check = try sandbox.run("status", "--check")
    #expect(check.status == 1)
    #expect(check.output.contains("no process serves this mount"))
    // Checked or not, JSON keeps its form, and names what is dead.
    let report = try sandbox.run("status", "--json", "--check")
    let object = try #require(try report.objects().first)
    #expect(report.status == 1 && object["domains"] is [Any])
    #expect((object["mounts"] as? [[String: Any]])?.map { $0["state"] as? String } == ["dead"])
    try sandbox.lines("mount", "mnt")
    #expect(try sandbox.shell("ls mnt").lines == ["a"])
    try sandbox.lines("unmount", "mnt")
  }

  @Test func `the status of one domain, and of a mount whose store was removed by hand`() throws {
    try sandbox.lines("mount", "mnt")
    try sandbox.lines("domain", "add", "other")
    let one = try #require(try sandbox.run("status", "--domain", "other", "--json").objects().first)
    #expect((one["domains"] as? [[String: Any]])?.map { $0["name"] as? String } == ["other"])
    #expect((one["mounts"] as? [Any])?.isEmpty == true)
    #expect(try sandbox.run("status", "--domain", "other", "--check").output == "other: healthy\n")
    #expect(try sandbox.run("status", "--domain", "none").status == 1)
    #expect(try sandbox.shell("mv data/fileprovider/default data/moved").status == 0)
    let check = try sandbox.run("status", "--check")
    #expect(check.status == 1 && check.output.contains("is no longer in \(sandbox.store)"), "\(check)")
    #expect(try sandbox.shell("mv data/moved data/fileprovider/default").status == 0)
    #expect(try sandbox.run("status", "--check").status == 0)
    try sandbox.lines("unmount", "mnt")
  }

  /// It keeps the lock for all that it is stopped.
  @Test(.enabled(if: Machine.installed("flock") != nil, "flock is not installed"))
  func `a process that was stopped in the middle of a change is named, and waited for`() throws {
    try sandbox.lines("mkdir", "/a")
    let holder = try sandbox.startProgram(["flock", "--no-fork", "\(sandbox.store)/holder.lock", "sleep", "1000"], [:])
    defer { holder.kill() }
    let isLocked = eventually { (try? sandbox.shell("! flock -n \(sandbox.store)/holder.lock true").status) == 0 }
    #expect(isLocked)
    holder.signal(SIGSTOP)
    eventually { Self.state(of: Int(holder.pid)) == "T" }
    let check = try sandbox.run("status", "--check")
    #expect(check.status == 1 && check.output.contains("process \(holder.pid) (sleep) is stopped"), "\(check)")
    let waiting = try sandbox.start("mkdir", "/b")
    #expect(waiting.waitForError { $0.contains("“kill -CONT \(holder.pid)” resumes it") })
    #expect(!waiting.hasEnded)
    holder.kill()
    #expect(waiting.wait().status == 0)
    #expect(try sandbox.run("status", "--check").status == 0)
  }

  /// A mount that does not answer is hung; one whose starter has closed everything starts all the same.
  @Test(.timeLimit(.minutes(1))) func `a mount that hangs`() throws {
    #expect(try sandbox.shell("\"$F\" mount mnt <&- >&-").status == 0)
    let process = try pid_t(#require(try mounts().first?["pid"] as? Int))
    kill(process, SIGSTOP)
    let states = try mounts().map { $0["state"] as? String }
    kill(process, SIGCONT)
    #expect(states == ["hung"])
    try sandbox.lines("unmount", "mnt")
  }

  /// After a clean unmount the database needs no log, and no mark takes what the mount made for a dead process's.
  @Test func `a clean unmount`() throws {
    try sandbox.lines("mount", "mnt")
    #expect(try sandbox.shell("for i in $(seq 100); do seq 2000 > mnt/$i; done").status == 0)
    try sandbox.lines("unmount", "mnt")
    let store = sandbox.url("data/fileprovider/default")
    let log = store.appendingPathComponent("items.sqlite-wal").path
    // The process ends after its mount is gone.
    func isFolded() -> Bool {
      // The log keeps its room, and a header of zeros tells that it has nothing.
      FileManager.default.contents(atPath: log)?.prefix(32).allSatisfy { $0 == 0 } ?? true
    }
    #expect(eventually { isFolded() })
    try? FileManager.default.removeItem(atPath: log)
    #expect(try sandbox.lines("check").isEmpty)
    #expect(try sandbox.lines("ls", "/").count == 100)
    let marks = store.appendingPathComponent("contents/sessions").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: marks).isEmpty)
  }

  /// What a mount has open is not mended under its feet.
  @Test func `repairing beside a mount`() throws {
    try sandbox.lines("mkdir", "/a")
    try sandbox.lines("mount", "mnt")
    defer { _ = try? sandbox.run("unmount", "mnt") }
    // As an interrupted repair leaves it.
    let store = sandbox.url("data/fileprovider/default")
    let database = try Data(contentsOf: store.appendingPathComponent("items.sqlite"))
    try sandbox.write("", to: "data/fileprovider/default/recovery/items.sqlite")
    let repair = try sandbox.run("check", "--repair")
    #expect(repair.status == 1 && repair.error.contains("unmount it first"), "\(repair)")
    #expect(try Data(contentsOf: store.appendingPathComponent("items.sqlite")) == database)
    try FileManager.default.removeItem(at: store.appendingPathComponent("recovery"))
    #expect(try sandbox.shell("ls mnt").lines == ["a"])
    try sandbox.lines("unmount", "mnt")
    #expect(try sandbox.lines("ls", "/") == ["a"])
  }

  @Test func `what cannot be mounted on says why, and leaves nothing behind`() throws {
    try sandbox.write("x", to: "file")
    try sandbox.write("x", to: "full/file")
    for place in ["file", "full", "missing"] {
      let result = try sandbox.run("mount", place)
      #expect(result.status == 1)
      #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
    }
    #expect(try sandbox.run("mount", "-o", "nonsense", "mnt").status == 64)
    #expect(try mounts().isEmpty)
  }

  /// A mount with another source still says which domain it is.
  @Test func `options and sources`() throws {
    try sandbox.lines("mkdir", "/a")
    try sandbox.lines("mount", "-o", "ro,fsname=elsewhere,_netdev,nofail,x-any", "mnt")
    defer { _ = try? sandbox.run("unmount", "mnt") }
    #expect(try sandbox.shell("touch mnt/new").status != 0)
    #expect(try sandbox.lines("ls", sandbox.url("mnt").path) == ["a"])
  }

  /// A provider's program has all commands, and may answer on the main thread.
  @Test func `a provider of ones own`() throws {
    func run(_ words: String...) throws -> ProcessResult {
      try sandbox.startProgram(["ProviderFixture"] + words).wait()
    }
    #expect(try run("bogus").error.hasPrefix("ProviderFixture: "))
    let mounted = try run("mount", "--domain", "greetings", "mnt")
    #expect(mounted.status == 1, "\(mounted.error)")
    try sandbox.lines("domain", "add", "greetings")
    #expect(try run("mount", "--domain", "greetings", "mnt").status == 0)
    defer { _ = try? sandbox.run("unmount", "mnt") }
    #expect(
      try sandbox.shell("ls mnt; cat mnt/*").output == "hello.txt\nworld.txt\nhello\nworld, from the main queue\n")
    _ = try run("unmount", "mnt")
  }
}
