import Foundation
import Glibc
import TestSupport
import Testing

/// A scripted provider behind a real mount: exactly its items, and exactly these errors. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
struct ScriptedMountTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileManager.default.createDirectory(at: sandbox.url("mnt"), withIntermediateDirectories: true)
  }

  /// Mounts a provider with a script, and runs a shell script beside the mount.
  private func shell(_ script: String, on name: String, _ options: String...) throws -> ProcessResult {
    let variables = ["PROVIDER_SCRIPT": name]
    try sandbox.lines("domain", "add", "scripted")
    let mounted = try sandbox.startProgram(
      ["ProviderFixture", "mount", "--domain", "scripted"] + options + ["mnt"], variables
    ).wait()
    try #require(mounted.status == 0, "\(mounted.error)")
    defer { _ = try? sandbox.program("ProviderFixture", "unmount", "mnt", variables: variables) }
    return try sandbox.shell(script, variables)
  }

  /// Pages of one item, and a page that fails once in its middle: everything comes, once.
  @Test(arguments: ["plain", "error-in-mid-list"])
  func `everything comes once`(script: String) throws {
    let result = try shell("export LC_ALL=C; ls mnt mnt/folder; cat mnt/a mnt/link; readlink mnt/link", on: script)
    #expect(result.output == "mnt:\na\nempty\nfolder\nlink\n\nmnt/folder:\nb\nc\nd\ne\nalpha\nbeta\nfolder/b\n")
  }

  /// What a provider answers is the error number that a program gets.
  @Test(arguments: [
    ("no-such-folder", "ls mnt/folder", "No such file or directory"),
    ("no-such-document", "cat mnt/a", "No such file or directory"),
    ("unsupported-folder", "ls mnt/folder", "Operation not supported"),
    ("stays-broken", "ls mnt/folder", "Input/output error"),
    ("unreachable", "ls mnt/folder", "No route to host"),
    ("unreachable", "cat mnt/a", "Permission denied"),
    ("never", "ls mnt/folder", "Input/output error"),
  ])
  func `errors reach programs`(script: String, command: String, message: String) throws {
    let result = try shell("export LC_ALL=C; ls mnt >/dev/null; \(command)", on: script)
    #expect(result.status != 0)
    #expect(result.error.contains(message), "\(result.error)")
  }

  /// A provider's domain is changed like any other, on a mount and by commands: what is changed waits for the provider, or it has it already.
  @Test func `a providers domain is changed`() throws {
    let result = try shell(
      """
      set -e; ls mnt mnt/folder >/dev/null; echo text > mnt/new; printf + >> mnt/a; rm mnt/folder/b; mv mnt/folder mnt/moved
      cat mnt/a; ls mnt
      """, on: "plain")
    #expect(result.status == 0 && result.output.hasSuffix("+a\nempty\nlink\nmoved\nnew\n"), "\(result)")
    for line in ["mkdir /made", "mv /made /moved/made", "rm /moved/c", "trash put /new"] {
      let done = try sandbox.start(line.split(separator: " ").map(String.init) + ["--domain", "scripted"]).wait()
      #expect(done.status == 0, "\(line): \(done)")
    }
    #expect(try sandbox.lines("ls", "/moved", "--domain", "scripted") == ["d", "e", "made"])
  }

  /// With `-o ro` nothing is changed through a mount.
  @Test func `a providers domain that is only read`() throws {
    let result = try shell("export LC_ALL=C; ls mnt >/dev/null; touch mnt/new; rm mnt/a", on: "plain", "-o", "ro")
    #expect(result.error.components(separatedBy: "Read-only file system").count == 3, "\(result.error)")
  }

  /// Contents that came are dropped on request, and come again when they are read; a local domain has nobody to bring them.
  @Test func `contents are dropped`() throws {
    let program = try #require(Machine.built("fileprovider"))
    // The kernel tells a mount that a document is not open any more after cat(1) has ended.
    let result = try shell(
      """
      evict() { until "\(program)" evict --domain scripted "$@" 2>errors; do grep -q open errors || exit; done; }
      cat mnt/a mnt/folder/b >/dev/null; evict -v /a; evict -v /
      "\(program)" stat --domain scripted /folder/b | grep -o 'contents    not downloaded'
      cat mnt/a
      """, on: "plain")
    #expect(
      result.output == "evicted /a\nevicted /folder/b\ncontents    not downloaded\nalpha\n", "\(result)")
    try sandbox.lines("domain", "add", "local")
    let refused = try sandbox.run("evict", "/", "--domain", "local")
    #expect(refused.status == 69 && refused.error.contains("a local domain keeps the only copy"), "\(refused)")
  }

  /// What waits for the provider is told, with what changed and since when; in a local domain nothing waits.
  @Test func `what waits is told`() throws {
    _ = try shell("ls mnt/folder >/dev/null", on: "plain")
    #expect(try sandbox.run("pending", "--domain", "scripted").output == "")
    try sandbox.lines("favorite", "/a", "--domain", "scripted")
    try sandbox.lines("tag", "/folder/b", "+red", "--domain", "scripted")
    let all = try sandbox.run("pending", "--domain", "scripted", "--json").objects()
    #expect(all.map { $0["path"] as? String } == ["/a", "/folder/b"])
    #expect(all.map { $0["operation"] as? String } == ["modify", "modify"])
    #expect(all.map { $0["changed"] as? [String] } == [["favorite"], ["tags"]])
    #expect(all.allSatisfy { $0["state"] as? String == "waiting" && $0["since"] is String && $0["error"] is NSNull })
    let lines = try sandbox.lines("pending", "/folder", "--domain", "scripted")
    #expect(lines.count == 1 && lines[0].contains("modify") && lines[0].contains("/folder/b  (tags)"), "\(lines)")
    try sandbox.lines("domain", "add", "local")
    #expect(try sandbox.run("pending", "--domain", "local").status == 69)
  }

  /// What does not exist at the provider is gone from the mount, too.
  @Test func `what is gone goes`() throws {
    let result = try shell("ls mnt/folder 2>/dev/null; ls mnt", on: "no-such-folder")
    #expect(result.output == "a\nempty\nlink\n")
  }
}
