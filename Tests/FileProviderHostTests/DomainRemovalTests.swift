import FileProviderTesting
import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderHost

/// `domain remove` and `domain backup`: what is lost is lost on purpose.
@Suite struct DomainRemovalTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.lines("domain", "add", "work")
    try sandbox.lines("mkdir", "--domain", "work", "/a")
  }

  /// A script that does not say --force removes nothing.
  @Test func `a script says force`() throws {
    let refused = try sandbox.run("domain", "remove", "work")
    #expect(refused.status == 64 && refused.error.contains("--force"), "\(refused)")
    #expect(try sandbox.lines("ls", "--domain", "work") == ["a"])
    try sandbox.lines("domain", "remove", "--force", "work")
    #expect(try sandbox.lines("domain", "list").isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.url("data/fileprovider").path).isEmpty)
    #expect(try sandbox.run("domain", "remove", "--force", "work").status == 1)
  }

  /// A person is asked, and anything but yes leaves the domain.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "script(1) is not installed"),
    arguments: [("n", true), ("", true), ("y", false), ("yes", false)])
  func `a person is asked`(answer: String, isLeft: Bool) throws {
    // Answered when it has asked.
    let line = """
      (for n in $(seq 600); do grep -qF '[y/N]' said && break; sleep 0.05; done; echo '\(answer)') \
        | script -qec "'$F' domain remove work" /dev/null > said; cat said
      """
    let result = try sandbox.shell(line)
    #expect(result.output.contains("permanently remove the domain “work” with 1 item? [y/N]"), "\(result)")
    #expect(try sandbox.lines("domain", "list") == (isLeft ? ["work"] : []))
  }

  /// A process that holds the store's lock uses the store, whatever its environment.
  @Test(arguments: ["open.lock", "reading.lock"]) func `a domain in use`(_ name: String) throws {
    let path = sandbox.url("data/fileprovider/work/\(name)").path
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_SH) == 0)
    let refused = try sandbox.run("domain", "remove", "--force", "work")
    #expect(refused.status == 1 && refused.error.contains("in use"), "\(refused)")
    close(descriptor)
    try sandbox.lines("domain", "remove", "--force", "work")
  }

  /// A mount that was taken off goes on being served as long as a program has something of it open. Skipped where there is no `/dev/fuse`.
  @Test(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse")) func `a mount that was taken off and is still used`()
    throws
  {
    let said = try sandbox.type(
      """
      mkdir mnt; fileprovider mount --domain work mnt; fileprovider domain remove --force work
      exec 5< mnt/a; fileprovider unmount --lazy mnt; fileprovider domain remove --force work; echo refused $?
      exec 5<&-; n=0
      until fileprovider domain remove --force work 2> last || [ $n = 100 ]; do n=$((n + 1)); sleep 0.1; done; fileprovider domain list
      """)
    #expect(said.error.contains("mounted on \(sandbox.url("mnt").path); unmount it first"), "\(said)")
    #expect(said.error.contains("a program has files on it open") && said.lines == ["refused 1"], "\(said)")
  }

  /// Skipped where there is no `/dev/fuse`.
  @Test(
    .enabled(if: Machine.hasFUSE, "there is no /dev/fuse"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "script(1) is not installed"))
  func `a person is told what is nowhere else`() throws {
    let stage = try ScriptedStage([], faults: [Fault(.error, in: .create, code: -1004)])
    defer { stage.end() }
    try stage.shell("echo mine > mnt/mine; echo mine > mnt/other; mkfifo mnt/pipe")
    stage.end()
    let asked = try stage.sandbox.shell(
      "echo n | script -qec \"'$F' domain remove scripted\" /dev/null", ["F": try Sandbox.fileprovider])
    #expect(
      asked.output.contains(
        "with 3 items, including 2 changes not uploaded yet and 1 item that exists in whole or in part only on this machine? [y/N]"
      ),
      "\(asked)")
  }

  /// When a document was used last is not a loss. Whatever else differs is.
  @Test(
    .enabled(if: Machine.hasFUSE, "there is no /dev/fuse"),
    arguments: [
      ("", ""), ("mv mnt/b mnt/c", "1 change not uploaded yet"), ("rm mnt/a", "1 change not uploaded yet"),
      ("mkfifo mnt/pipe", "1 item that exists in whole or in part only on this machine"),
    ])
  func `a last-used date is no loss`(script: String, loss: String) throws {
    let stage = try ScriptedStage([MemoryItem("a", contents: "alpha\n"), MemoryItem("b", contents: "beta\n")])
    defer { stage.end() }
    #expect(try stage.run("pause").status == 0)
    for name in ["a", "b"] { try stage.shell(Self.use + name) }
    try stage.shell(script)
    let pending = try stage.run("pending", "--json")
    #expect(pending.output.contains("lastUsed"), "\(pending)")
    stage.end()
    let removed = try stage.sandbox.run("domain", "remove", "--force", "scripted")
    #expect(removed.status == 0, "\(removed)")
    #expect(
      removed.error == (loss.isEmpty ? "" : "fileprovider: domain “scripted”: removed with \(loss)\n"), "\(removed)")
  }

  /// A deletion is a loss, although the call that is under way has only the last-used date.
  @Test(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"))
  func `a document that is deleted after its last-used date was sent is a loss`() throws {
    let stage = try ScriptedStage([MemoryItem("a", contents: "alpha\n")], faults: [Fault(.never, in: .modify)])
    defer { stage.end() }
    try stage.shell(Self.use + "a")
    #expect(eventually { stage.calls.contains { $0.hasPrefix("modify a") } })
    #expect(try stage.run("rm", "/a").status == 0)
    stage.end()
    let removed = try stage.sandbox.run("domain", "remove", "--force", "scripted")
    #expect(removed.error.hasSuffix("removed with 1 change not uploaded yet\n"), "\(removed)")
  }

  /// Gives a document of the mount a last-used date, without its name.
  private static let use = "setfattr -n user.fileprovider.last-used -v 2026-01-02T03:04:05.000006Z mnt/"

  @Test(arguments: [
    (0, 0, ""), (1, 0, "1 change not uploaded yet"),
    (0, 1, "1 item that exists in whole or in part only on this machine"),
    (3, 2000, "3 changes not uploaded yet and 2 000 items that exist in whole or in part only on this machine"),
  ])
  func `what is nowhere else is named by what it is`(waiting: Int64, kept: Int64, words: String) {
    #expect(DomainRemoveCommand.losses(waiting: waiting, kept: kept) == words)
  }

  /// What an interrupted removal left is listed as such, hides no name, and is gone after the next command.
  @Test func `an interrupted removal`() throws {
    let base = sandbox.url("data/fileprovider")
    try FileManager.default.moveItem(
      at: base.appendingPathComponent("work"), to: base.appendingPathComponent(".removed-work:1"))
    #expect(try sandbox.lines("domain", "list") == ["work  (being removed)"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: base.path).isEmpty)
    try sandbox.lines("domain", "add", "work")
    #expect(try sandbox.lines("domain", "list") == ["work"])
  }

  @Test func `a backup is its owner's alone, and one that fails leaves nothing and keeps what was there`() throws {
    try sandbox.lines("domain", "backup", "--domain", "work", "file.tar")
    var status = stat()
    #expect(lstat(sandbox.url("file.tar").path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let failed = try sandbox.shell("trap '' XFSZ; ulimit -f 8; exec \"$F\" domain backup --domain work file.tar")
    #expect(failed.status != 0)
    let size = status.st_size
    #expect(lstat(sandbox.url("file.tar").path, &status) == 0 && status.st_size == size)
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.root.path)
    #expect(names.filter { $0.contains("file.tar") } == ["file.tar"])
  }
}
