import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// What commands say of a provider's domain in odd places. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
struct SmallWordsTests {
  @Test func `pending says that there is no such item, but lists one that is to be deleted`() throws {
    let away = Fault(.error, in: .delete, code: -1004)
    let stage = try ScriptedStage([MemoryItem("a", contents: "alpha\n"), MemoryItem("b")], faults: [away])
    defer { stage.end() }
    let missing = try stage.run("pending", "/nosuch")
    #expect(missing.status == 1 && missing.output.isEmpty, "\(missing)")
    #expect(missing.error.contains("/nosuch: "), "\(missing)")
    #expect(try stage.run("pending", "/a").status == 0)
    try stage.shell("rm mnt/b")
    let deleted = try stage.run("pending", "/b")
    #expect(deleted.status == 0 && deleted.output.contains("delete"), "\(deleted)")
  }

  @Test func `what was rescued is no failure when all is evicted, and is said to be here alone`() throws {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(at: sandbox.url("mnt"), withIntermediateDirectories: true)
    try sandbox.lines("domain", "add", "scripted")
    let variables = ["PROVIDER_SCRIPT": "nothing-back"]
    let words = ["ProviderFixture", "mount", "--domain", "scripted", "mnt"]
    try #require(try sandbox.startProgram(words, variables).wait().status == 0)
    defer { _ = try? sandbox.program("ProviderFixture", "unmount", "mnt", variables: variables) }
    let made = try sandbox.shell("ls -R mnt; echo text > mnt/new; ls mnt", variables)
    #expect(made.status == 0, "\(made)")
    #expect(eventually { (try? sandbox.run("ls", "/Rescued", "--domain", "scripted").output) == "new\n" })
    let all = try sandbox.run("evict", "/", "--domain", "scripted")
    #expect(all.status == 0 && all.error.isEmpty, "\(all)")
    let one = try sandbox.run("evict", "/Rescued/new", "--domain", "scripted")
    #expect(one.status == 1 && one.error.contains("exists only on this machine"), "\(one)")
    #expect(try sandbox.shell("echo other > mnt/Rescued/other && mkdir mnt/Rescued/folder").status == 0)
    let pending = try sandbox.run("pending", "--domain", "scripted")
    #expect(pending.status == 0 && pending.output.isEmpty, "\(pending)")
    let status = try sandbox.run("status", "--domain", "scripted").output
    #expect(!status.contains("not uploaded yet"), "\(status)")
    #expect(status.contains("  rescued      /Rescued contains local changes"), "\(status)")
    let check = try sandbox.run("status", "--check")
    #expect(check.status == 1 && check.output.hasPrefix("scripted: /Rescued: contains local changes"), "\(check)")
    #expect(try sandbox.shell("rm -r mnt/Rescued/*").status == 0)
    #expect(try sandbox.run("status", "--check").status == 0)
    let facts = try sandbox.run("status", "--domain", "scripted", "--json").objects().first
    #expect((facts?["domains"] as? [[String: Any]])?.first?["rescued"] is NSNull)
  }

  @Test func `a pinned folder is one line when all is evicted, and can be unpinned`() throws {
    let names = (1...5).map { "d\($0)" }
    let stage = try ScriptedStage([.folder("kept")] + names.map { MemoryItem($0, in: "kept", contents: "text\n") })
    defer { stage.end() }
    try stage.shell("cat mnt/kept/*")
    #expect(try stage.run("pin", "/kept").status == 0)
    for path in ["/", "/kept"] {
      let evicted = try stage.run("evict", path)
      let lines = evicted.error.split(separator: "\n")
      let reason = "“/kept” is pinned; “pin --remove /kept” unpins it"
      #expect(evicted.status == 1 && lines.count == 1 && lines[0].contains(reason), "\(evicted)")
    }
    #expect(try stage.run("unpin", "/kept").status == 0)
    #expect(try stage.run("working-set", "pinned").output.isEmpty)
    let evicted = try stage.run("evict", "-v", "/kept")
    #expect(evicted.status == 0 && evicted.output.split(separator: "\n").count == 5, "\(evicted)")
  }

  /// A script is not asked; it is told.
  @Test func `what is removed with a domain and was never uploaded is counted`() throws {
    let stage = try ScriptedStage(
      [MemoryItem("a", contents: "alpha\n")], faults: [Fault(.error, in: .create, code: -1004)])
    try stage.shell("echo new > mnt/new; sync mnt/new")
    stage.end()
    let removed = try stage.sandbox.run("domain", "remove", "--force", "scripted")
    #expect(
      removed.status == 0 && removed.error.contains("removed with 1 change not uploaded yet"),
      "\(removed)")
  }

  @Test(.enabled(if: Machine.isRoot, "only root can mount a small disk"))
  func `what waits for room on this machine needs a person`() throws {
    let stage = try ScriptedStage([MemoryItem("a", contents: "alpha\n")])
    defer { stage.end() }
    // Another disk than that of the contents: nothing can be shared with it.
    let sending = stage.sandbox.folder + "/data/fileprovider/scripted/sending"
    let disk = try SmallDisk(at: sending, megabytes: 20)
    try stage.shell("head -c 15000000 /dev/urandom > mnt/large")
    let synchronized = try stage.run("sync", "--wait", "--timeout", "30s")
    #expect(
      synchronized.status == 1 && synchronized.error.contains("not enough space on this machine"), "\(synchronized)")
    let check = try stage.sandbox.run("status", "--check")
    #expect(check.status == 1, "\(check)")
    #expect(check.output.contains("/large: not created since") || check.output.contains("/large: not changed since"))
    #expect(check.output.contains("; free space on this machine, then “"), "\(check)")
    withExtendedLifetime(disk) {}
  }
}
