import Foundation
import Glibc
import TestSupport
import Testing

/// Where there is no domain yet, reading makes none.
@Suite struct NoDomainYetTests {
  let sandbox: Sandbox
  init() throws { sandbox = try Sandbox() }

  private var isEmpty: Bool { !FileManager.default.fileExists(atPath: sandbox.url("data").path) }

  private static let notice = "fileprovider: domain “default”: does not exist yet; import, mkdir or mount creates it\n"

  /// A command that looks at what is there, or at the root, ends well with a notice, and so does one that empties what is empty.
  @Test(arguments: [
    "ls", "ls /", "ls -R --json", "tail", "tail --json --container all --cursor-file cursor", "search word",
    "search --all word",
    "trash list", "trash list --json", "working-set", "working-set tags --json", "stat /", "check", "domain info",
    "tag /",
    "trash empty --force", "trash restore --all", "export / copy", "rm -f /a",
  ]) func `nothing to look at`(_ line: String) throws {
    let result = try sandbox.start(line.split(separator: " ").map(String.init)).wait()
    #expect(result.status == 0 && result.output.isEmpty && result.error == Self.notice, "\(result)")
    #expect(isEmpty)
  }

  /// What is named is not there: a failure as ever, behind the notice. A destination is not looked for.
  @Test(arguments: [
    "ls /a", "stat /a", "cat /a", "tail --container /a", "tag /a", "tag /a +red", "favorite /a", "pin /a", "rm /a",
    "mv /a /b",
    "cp /a /b", "trash put /a", "trash restore /a --to /b", "trash delete /a", "export /a copy", "open /a",
  ]) func `nothing that was named`(_ line: String) throws {
    let result = try sandbox.start(line.split(separator: " ").map(String.init)).wait()
    #expect(result.status == 1 && result.output.isEmpty, "\(result)")
    #expect(result.error == Self.notice + "fileprovider: /a: no such item\n", "\(result)")
    #expect(isEmpty)
  }

  /// What cannot be done without a domain fails: to mark its root, to back it up, to say that it is in step.
  @Test func `a domain is needed`() throws {
    for words in [
      ["favorite", "/"], ["tag", "/", "+red"], ["domain", "backup", "file"], ["ls", "--domain", "nosuch"],
      ["sync"], ["sync", "--wait"], ["sync", "/", "--wait"], ["sync", "--accept-deletions"],
    ] {
      #expect(try sandbox.start(words).wait().status == 1, "\(words)")
    }
    #expect(isEmpty && !FileManager.default.fileExists(atPath: sandbox.url("file").path))
  }

  @Test func `tail waits for a domain no longer than it was told, and an interruption is none of its ends`() throws {
    let late = try sandbox.start(["tail", "--once", "--timeout", "1s", "--container", "all"]).wait()
    #expect(late.status == 1 && late.error.hasSuffix("tail: nothing changed within 1s\n"), "\(late)")
    for (words, status) in [(["--once"], Int32(130)), (["--follow"], 0)] {
      let tail = try sandbox.start(["tail", "--container", "all"] + words)
      #expect(tail.waitForError { $0.contains("waiting for it") })
      tail.signal(SIGTERM)
      #expect(tail.wait().status == status)
    }
    #expect(isEmpty)
  }

  @Test func `a rehearsal of an import says what would come, and makes neither the domain nor anything else`() throws {
    try sandbox.write("text", to: "folder/file")
    try sandbox.write("", to: "temporary/empty")
    let variables = ["TMPDIR": sandbox.url("temporary").path]
    for words in [["folder"], ["--into", "/new", "folder"]] {
      let result = try sandbox.startProgram(["fileprovider", "import", "--dry-run"] + words, variables).wait()
      #expect(result.status == 0 && result.lines == ["would add folder", "would add folder/file"], "\(result)")
    }
    #expect(try isEmpty && FileManager.default.contentsOfDirectory(atPath: sandbox.url("temporary").path) == ["empty"])
  }

  /// Bringing something in makes it.
  @Test func `bringing in makes it`() throws {
    try sandbox.lines("mkdir", "/a")
    #expect(try sandbox.lines("ls", "/") == ["a"])
    let other = try Sandbox()
    try other.write("text", to: "file")
    try other.lines("import", "file")
    #expect(try other.lines("ls") == ["file"])
  }

  @Test(.timeLimit(.minutes(1))) func `one that follows waits for the domain, and prints what comes`() throws {
    let tail = try sandbox.start(["tail", "--follow", "--container", "all", "--json"])
    defer { tail.signal(SIGKILL) }
    #expect(tail.waitForError { $0.contains("waiting for it") })
    #expect(isEmpty)
    try sandbox.lines("mkdir", "/made")
    #expect(tail.wait { $0.contains("\"/made\"") })
    tail.signal(SIGINT)
    #expect(tail.wait().status == 0)
  }

  /// A wait that is interrupted ends well.
  @Test(.timeLimit(.minutes(1))) func `a wait is interrupted`() throws {
    let tail = try sandbox.start(["tail", "--follow"])
    #expect(tail.waitForError { $0.contains("waiting for it") })
    tail.signal(SIGINT)
    #expect(tail.wait().status == 0)
    #expect(isEmpty)
  }
}
