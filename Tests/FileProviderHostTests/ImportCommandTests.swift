import Foundation
import Glibc
import TestSupport
import Testing

/// `import`: what comes, what stays, and what is left out.
@Suite struct ImportCommandTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func items(_ folder: String = "/") throws -> [String: [String: Any]] {
    let objects = try sandbox.run("ls", "--json", folder).objects()
    return Dictionary(uniqueKeysWithValues: objects.map { ($0["name"] as? String ?? "", $0) })
  }

  private func size(_ path: String) throws -> Int? {
    try sandbox.run("ls", "--json", path).objects().first?["size"] as? Int
  }

  /// What has the name of a mount's own folder would be hidden behind it: it is left out at the root, and only there.
  @Test func `names of the mounts own folders`() throws {
    for name in [".Trash-1000", ".fileprovider", ".Trash-x"] { try sandbox.write("", to: "disk/\(name)/a") }
    let result = try sandbox.run("import", "disk", "--contents")
    #expect(result.status == 1)
    #expect(result.error.contains("disk/.Trash-1000: skipped: "), "\(result.error)")
    #expect(result.error.contains("disk/.fileprovider: skipped: "))
    #expect(try sandbox.lines("ls", "-a") == [".Trash-x"])
    try sandbox.lines("import", "disk")
    #expect(try sandbox.lines("ls", "-a", "/disk").count == 3)
    for name in ["/.Trash-0", "/.fileprovider"] {
      #expect(try sandbox.run("mkdir", name).status == 1)
      #expect(try sandbox.run("mv", "/disk", name).status == 1)
    }
  }

  @Test func `what a kind of thing loses is one line, and no failure: contents and names are there`() throws {
    try sandbox.write("x", to: "a/one")
    for name in ["two", "three"] { link(sandbox.url("a/one").path, sandbox.url("a/\(name)").path) }
    let result = try sandbox.run("import", "a")
    #expect(result.status == 0)
    #expect(result.error.contains("fileprovider: import: 2 items: hard links become separate files\n"), "\(result)")
    #expect(try size("/a/three") == 1)
  }

  /// Skipped where the disk has none.
  @Test func `an access list is said to be lost, once for all that have one`() throws {
    try sandbox.write("x", to: "a/one")
    try sandbox.write("x", to: "a/two")
    // Version 2: owner rw, user 1 r, group r, mask r, others nothing (posix_acl_xattr.h).
    var list: [UInt8] = [2, 0, 0, 0]
    for (tag, permissions, id) in [(1, 6, UInt32.max), (2, 4, 1), (4, 4, .max), (16, 4, .max), (32, 0, .max)]
      as [(UInt8, UInt8, UInt32)]
    {
      list += [tag, 0, permissions, 0] + (0..<4).map { UInt8(truncatingIfNeeded: id >> ($0 * 8)) }
    }
    for name in ["one", "two"] {
      guard setAttribute("system.posix_acl_access", list, of: "a/\(name)") else { return }
    }
    let result = try sandbox.run("import", "a")
    #expect(result.status == 0)
    #expect(result.error.contains("import: 2 items: access control lists (ACLs) are not preserved\n"), "\(result)")
  }

  private func setAttribute(_ name: String, _ value: [UInt8], of path: String) -> Bool {
    let digits = value.map { String(format: "%02x", $0) }.joined()
    return (try? sandbox.program("setfattr", "-n", name, "-v", "0x" + digits, path).status) == 0
  }

  /// Kinds, modes, times to the nanosecond, targets, attributes and tags.
  @Test func `everything is kept`() throws {
    try sandbox.write("hello", to: "a/b/file.txt")
    try sandbox.write("", to: "a/empty")
    let folder = sandbox.url("a").path
    symlink("b/file.txt", folder + "/link")
    mkfifo(folder + "/fifo", 0o640)
    chmod(folder + "/empty", 0o4751)
    var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 5), timespec(tv_sec: 1_234_567_890, tv_nsec: 123_456_789)]
    utimensat(AT_FDCWD, folder + "/empty", &times, 0)
    let result = try sandbox.run("import", "a")
    #expect(result.status == 0, "\(result.error)")
    let items = try items("/a")
    #expect(
      items.mapValues { $0["kind"] as? String } == ["b": "folder", "empty": "file", "link": "symlink", "fifo": "fifo"])
    #expect(items["empty"]?["mode"] as? Int == 0o4751)
    #expect(items["empty"]?["mtime"] as? String == "2009-02-13T23:31:30.123456789Z")
    #expect(items["link"]?["target"] as? String == "b/file.txt")
    #expect(items["fifo"]?["mode"] as? Int == 0o640)
    #expect(try size("/a/b/file.txt") == 5)
    #expect(try sandbox.lines("check").isEmpty)
  }

  @Test func `a/b makes /b, --into P makes P/b, --contents leaves the top folder out`() throws {
    try sandbox.write("x", to: "A/b/file")
    try sandbox.lines("import", "A/b")
    try sandbox.lines("import", "A/b/", "--into", "/P/q")
    try sandbox.lines("import", "A", "--contents", "--into", "/flat")
    #expect(try sandbox.lines("ls") == ["P", "b", "flat"])
    #expect(try sandbox.lines("ls", "/P/q/b") == ["file"])
    #expect(try sandbox.lines("ls", "/flat") == ["b"])
    #expect(try sandbox.run("import", "A/b/file", "--contents").status == 64)
  }

  @Test func `a second run changes nothing, and brings what changed`() throws {
    for index in 0..<20 { try sandbox.write("\(index)", to: "a/d\(index % 3)/f\(index)") }
    try sandbox.lines("import", "a")
    let before = try sandbox.run("domain", "info", "--json").objects()[0]["generation"] as? Int
    try sandbox.lines("import", "a")
    let after = try sandbox.run("domain", "info", "--json").objects()[0]["generation"] as? Int
    #expect(before == after)
    try sandbox.write("longer than before", to: "a/d0/f0")
    try sandbox.write("new", to: "a/d0/new")
    try sandbox.lines("import", "a")
    #expect(try size("/a/d0/f0") == 18)
    #expect(try size("/a/d0/new") == 3)
  }

  @Test func `nothing is deleted without --delete, and nothing made in the domain without --force`() throws {
    try sandbox.write("1", to: "a/keep")
    try sandbox.write("2", to: "a/go/one")
    try sandbox.write("3", to: "a/go/two")
    try sandbox.lines("import", "a")
    try sandbox.lines("mkdir", "/a/made-here")
    try FileManager.default.removeItem(at: sandbox.url("a/go"))
    try sandbox.lines("import", "a")
    #expect(try sandbox.lines("ls", "/a") == ["go", "keep", "made-here"])
    let result = try sandbox.run("import", "a", "--delete")
    #expect(result.status == 1)
    #expect(result.error.contains("made-here: skipped: "))
    #expect(try sandbox.lines("ls", "/a") == ["keep", "made-here"])
    try sandbox.lines("import", "a", "--delete", "--force")
    #expect(try sandbox.lines("ls", "/a") == ["keep"])
  }

  /// What was tagged in the domain keeps its tags when its contents change in the source.
  @Test func `tags given in the domain stay`() throws {
    try sandbox.write("1", to: "a/f")
    try sandbox.lines("import", "a")
    try sandbox.lines("tag", "/a/f", "+mine")
    try sandbox.write("22", to: "a/f")
    try sandbox.lines("import", "a")
    #expect(try size("/a/f") == 2)
    #expect(try sandbox.lines("tag", "/a/f") == ["mine"])
  }

  /// Names that a mount has for itself and files that are gone are listed; the rest comes.
  @Test func `what is left out`() throws {
    try sandbox.write("x", to: "a/good")
    try sandbox.write("x", to: "a/.fileprovider")
    let result = try sandbox.run("import", "--contents", "a")
    #expect(result.status == 1)
    #expect(result.error.contains("skipped: "))
    #expect(result.error.contains("is reserved in the root"))
    #expect(try sandbox.lines("ls", "/") == ["good"])
    #expect(try sandbox.run("import", "missing").status == 1)
  }

  /// A sparse file takes no more room than before.
  @Test func `holes stay holes`() throws {
    try sandbox.write("start", to: "a/sparse")
    truncate(sandbox.url("a/sparse").path, 64 << 20)
    try sandbox.lines("import", "a")
    #expect(try size("/a/sparse") == 64 << 20)
    var used: Int64 = 0
    let contents = sandbox.url("data/fileprovider/default/contents")
    for case let url as URL in FileManager.default.enumerator(at: contents, includingPropertiesForKeys: nil) ?? .init()
    {
      var status = stat()
      if stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { used += Int64(status.st_blocks) * 512 }
    }
    #expect(used < 1 << 20)
  }

  @Test func `a folder becomes a file and a file a folder`() throws {
    try sandbox.write("x", to: "a/one/inner")
    try sandbox.write("y", to: "a/two")
    try sandbox.lines("import", "a")
    try FileManager.default.removeItem(at: sandbox.url("a"))
    try sandbox.write("x", to: "a/one")
    try sandbox.write("y", to: "a/two/inner")
    #expect(try sandbox.run("import", "a").status == 1)
    try sandbox.lines("import", "a", "--delete")
    #expect(try sandbox.lines("ls", "/a/two") == ["inner"])
    #expect(try size("/a/one") == 1)
    #expect(try sandbox.lines("check").isEmpty)
  }

  @Test(arguments: [SIGINT, SIGKILL])
  func `interrupted or killed at any point, the store is whole, and running it again finishes the job`(signal: Int32)
    throws
  {
    let text = String(repeating: "x", count: 5000)
    for index in 0..<3000 {
      try sandbox.write("\(index)\(index % 2 == 0 ? text : "")", to: "a/d\(index % 30)/f\(index)")
    }
    let importing = try sandbox.start("import", "a")
    // In the middle: something has come into the store.
    let contents = sandbox.store + "/contents"
    eventually {
      importing.hasEnded || (try? FileManager.default.subpathsOfDirectory(atPath: contents))?.count ?? 0 > 100
    }
    importing.signal(signal)
    let result = importing.wait()
    #expect([0, 130, 128 + SIGKILL].contains(result.status))
    #expect(try sandbox.run("check").status == 0)
    try sandbox.lines("import", "a")
    let info = try sandbox.run("domain", "info", "--json").objects()[0]
    #expect(info["items"] as? Int == 3031)
    #expect(try sandbox.run("check").status == 0)
  }

  /// Ctrl-Z stops it between two changes, so that everybody else can change the domain meanwhile.
  @Test(.enabled(if: Machine.installed("python3") != nil, "python3 is not installed"))
  func `an import that is stopped holds nobody up, and goes on`() throws {
    let text = String(repeating: "x", count: 5000)
    for index in 0..<3000 { try sandbox.write("\(index)\(text)", to: "a/d\(index % 30)/f\(index)") }
    try sandbox.lines("mkdir", "/other")
    // In a process group of its own, as a shell's job: what nobody could continue is not stopped.
    try sandbox.write(
      """
      import fcntl, os, signal, subprocess, time
      store = os.environ["S"]
      process = subprocess.Popen([os.environ["F"], "import", "a"], preexec_fn=os.setpgrp)
      def state():
        try:
          with open(f"/proc/{process.pid}/stat") as file: return file.read().rpartition(")")[2].split()[0]
        except FileNotFoundError: return "Z"
      def is_free(name):
        with open(f"{store}/{name}") as file:
          try: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
          except BlockingIOError: return False
          return True
      while sum(len(files) for _, _, files in os.walk(store + "/contents")) < 100 and state() != "Z": pass
      for index in range(40):
        process.send_signal(signal.SIGTSTP)
        while state() not in "TZ": time.sleep(0.001)
        if state() == "Z": break
        print("free" if is_free("queue.lock") and is_free("holder.lock") else "held")
        if index == 0: subprocess.run([os.environ["F"], "mkdir", "/meanwhile"], timeout=60)
        process.send_signal(signal.SIGCONT)
        time.sleep(0.01)  # The clock itself is meant: it gets on a little.
      exit(process.wait())
      """, to: "script")
    let result = try sandbox.shell("S=\(sandbox.store) python3 script")
    #expect(result.status == 0, "\(result)")
    let stops = result.lines.filter { $0 == "free" || $0 == "held" }
    #expect(!stops.isEmpty && !stops.contains("held"), "\(stops)")
    #expect(try Set(sandbox.lines("ls", "/")) == ["a", "meanwhile", "other"])
    #expect(try sandbox.run("domain", "info", "--json").objects()[0]["items"] as? Int == 3033)
    #expect(try sandbox.run("check").status == 0)
  }
}
