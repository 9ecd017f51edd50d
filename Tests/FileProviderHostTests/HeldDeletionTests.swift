import Foundation
import Glibc
import TestSupport
import Testing

/// A mass deletion behind a real mount, and what a person says to it. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
struct HeldDeletionTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileManager.default.createDirectory(at: sandbox.url("mnt"), withIntermediateDirectories: true)
    try sandbox.lines("domain", "add", "crowd")
  }

  private func mount(_ script: String, _ bus: String? = nil) throws {
    var variables = ["PROVIDER_SCRIPT": script]
    if let bus { variables["DBUS_SESSION_BUS_ADDRESS"] = bus }
    let mounted = try sandbox.program(
      "ProviderFixture", "mount", "--domain", "crowd", "mnt", variables: variables)
    try #require(mounted.status == 0, "\(mounted.error)")
  }

  private func unmount() { _ = try? sandbox.program("ProviderFixture", "unmount", "mnt") }

  private func shell(_ script: String) throws -> ProcessResult { try sandbox.shell(script, ["LC_ALL": "C"]) }

  private func count(_ folder: String) throws -> String { try shell("ls mnt/\(folder) | wc -l").output }

  private func held() throws -> Int? {
    let status = try sandbox.run("status", "--json").objects().first
    return (status?["domains"] as? [[String: Any]])?.first { $0["name"] as? String == "crowd" }?["heldDeletions"]
      as? Int
  }

  /// Unmounts, and waits until the provider's process has ended.
  private func end() throws {
    unmount()
    let socket = sandbox.url("data/fileprovider/crowd/provider.socket").path
    try #require(eventually(seconds: 60) { access(socket, F_OK) != 0 })
  }

  /// The provider has 202 items, and 22 of them after its server was restored from an old copy.
  ///
  /// - Parameter bus: The session's.
  private func lose(bus: String? = nil) throws {
    try mount("crowded", bus)
    #expect(try shell("ls mnt/one mnt/two >/dev/null; cat mnt/one/d1").output == "text 1\n")
    try end()
    try mount("emptied", bus)
    try #require(eventually(seconds: 60) { (try? held()) == 180 })
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `the desktop says so, and what is chosen there is done`() throws {
    let desktop = try TestDesktop()
    try lose(bus: desktop.address)
    defer { unmount() }
    #expect(eventually { desktop.shown.count == 1 })
    let notice = try #require(desktop.shown.first)
    #expect(notice.contains("The provider deleted 180 items at once") && notice.hasSuffix("| show restore accept"))
    try desktop.choose("show", of: 1)
    #expect(eventually { desktop.shown.count == 2 })
    let files = try #require(desktop.shown.last).split(separator: " ").dropFirst()
    #expect(files.count == 20 && files.allSatisfy { $0.hasPrefix("file://\(sandbox.folder)/mnt/") }, "\(files)")
    #expect(try count("one") == "100\n")
    try desktop.choose("accept", of: 1)
    #expect(try eventually(seconds: 60) { try (count("one"), count("two")) == ("10\n", "10\n") })
    #expect(try held() == 0)
    #expect(eventually { desktop.shown.last == "closed 1" })
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `without notifications the desktop says nothing`() throws {
    let desktop = try TestDesktop()
    #expect(try sandbox.run("domain", "set", "crowd", "--notifications", "off").status == 0)
    try lose(bus: desktop.address)
    #expect(try sandbox.run("domain", "info", "crowd", "--json").output.contains("\"notifications\":false"))
    try end()
    #expect(try sandbox.run("domain", "set", "crowd", "--notifications", "on").status == 0)
    // Everything else is gone, too.
    try mount("exits", desktop.address)
    defer { unmount() }
    #expect(eventually(seconds: 60) { !desktop.shown.isEmpty })
    #expect(desktop.shown.first?.contains("The provider deleted 202 items at once") == true, "\(desktop.shown)")
  }

  @Test func `a mass deletion is held, said, and done when it is accepted`() throws {
    try lose()
    defer { unmount() }
    #expect(try (count("one"), count("two")) == ("100\n", "100\n"))
    #expect(try shell("cat mnt/one/d1").output == "text 1\n")
    let check = try sandbox.run("status", "--check")
    #expect(check.status == 1)
    for words in ["deleted 180 items", "sync --domain crowd --accept-deletions", "sync --domain crowd --restore"] {
      #expect(check.output.contains(words), "\(check.output)")
    }
    #expect(try sandbox.run("status").output.contains("held         180 items"))
    let accepted = try sandbox.run("sync", "--domain", "crowd", "--accept-deletions")
    #expect(accepted.status == 0, "\(accepted)")
    #expect(accepted.error.contains("180 items deleted here"), "\(accepted)")
    #expect(try (count("one"), count("two")) == ("10\n", "10\n"))
    #expect(try sandbox.run("status", "--check").status == 0)
    #expect(try held() == 0)
    #expect(try sandbox.run("sync", "--domain", "crowd", "--restore").error.contains("no held deletions"))
  }

  @Test func `what is restored is made again, and what cannot be is listed`() throws {
    try lose()
    defer { unmount() }
    let restored = try sandbox.run("sync", "--domain", "crowd", "--restore")
    #expect(restored.status == 1, "\(restored)")
    #expect(restored.error.contains("/one/d2: its contents are neither downloaded"), "\(restored)")
    #expect(!restored.error.contains("/one/d1:"), "\(restored)")
    #expect(try held() == 179)
    #expect(eventually(seconds: 60) { (try? sandbox.run("pending", "--domain", "crowd").output) == "" })
    #expect(try shell("cat mnt/one/d1").output == "text 1\n")
    #expect(try (count("one"), count("two")) == ("100\n", "100\n"))
    try sandbox.lines("sync", "--domain", "crowd", "--accept-deletions")
    #expect(try (count("one"), count("two")) == ("11\n", "10\n"))
    unmount()
    #expect(try sandbox.run("check", "--domain", "crowd").status == 0)
  }

  @Test func `what was removed comes back for a week`() throws {
    try lose()
    defer { unmount() }
    try sandbox.lines("sync", "--domain", "crowd", "--accept-deletions")
    let status = try sandbox.run("status", "--domain", "crowd").output
    #expect(status.contains("1 document that the provider removed can be restored with"), "\(status)")
    #expect(try sandbox.lines("sync", "--domain", "crowd", "--restore", "/", "--dry-run") == ["would restore /one/d1"])
    let elsewhere = try sandbox.run("sync", "--domain", "crowd", "--restore", "/two")
    #expect(
      elsewhere.status == 1 && elsewhere.error.contains("nothing that the provider removed there can be restored"))
    _ = try shell("echo mine > mnt/one/d1")
    let taken = try sandbox.run("sync", "--domain", "crowd", "--restore", "/one")
    #expect(taken.status == 1 && taken.error.contains("/one/d1: “d1” already exists"), "\(taken)")
    _ = try shell("rm mnt/one/d1")
    let restored = try sandbox.run("sync", "--domain", "crowd", "--restore", "/one")
    #expect(restored.status == 0, "\(restored)")
    #expect(restored.error.contains("1 item restored; it will be uploaded again"), "\(restored)")
    #expect(try shell("cat mnt/one/d1").output == "text 1\n")
    #expect(try sandbox.run("sync", "--domain", "crowd", "--wait", "--timeout", "10min").status == 0)
    #expect(try sandbox.run("pending", "--domain", "crowd").output == "")
    #expect(try !sandbox.run("status", "--domain", "crowd").output.contains("can be restored"))
    unmount()
    #expect(try sandbox.run("check", "--domain", "crowd").status == 0)
  }

  @Test func `nobody is told that both sides are in step, or waits for that, while deletions are held`() throws {
    try lose()
    defer { unmount() }
    let sync = ["sync", "--domain", "crowd", "--wait", "--timeout", "10min"]
    let report = "mass deletion: held since"
    let quiet = try sandbox.start(sync).wait()
    #expect(quiet.status == 1 && quiet.error.contains(report), "\(quiet)")
    #expect(quiet.error.contains("deleted 180 items"), "\(quiet)")
    _ = try shell("echo mine > mnt/one/d1")
    let edited = try sandbox.start(sync).wait()
    #expect(edited.status == 1 && edited.error.contains(report), "\(edited)")
    #expect(edited.error.contains("1 item not uploaded yet") && !edited.error.contains("timed out"), "\(edited)")
  }

  @Test func `a provider whose process ends in the middle of a call costs that call`() throws {
    try mount("exits")
    defer { unmount() }
    #expect(try shell("ls mnt").output == "a\nempty\nfolder\nlink\n")
    #expect(try shell("cat mnt/a").error.contains("Input/output error"))
    #expect(try shell("ls mnt/folder").error.contains("Input/output error"))
    // A process that is about to end may take one more call with it.
    #expect(try eventually { try shell("ls mnt/empty && ls mnt").output == "a\nempty\nfolder\nlink\n" })
    unmount()
    #expect(try sandbox.run("check", "--domain", "crowd").status == 0)
  }

  @Test func `what makes no sense is refused`() throws {
    #expect(try sandbox.run("sync", "/folder", "--domain", "crowd", "--accept-deletions").status == 64)
    #expect(try sandbox.run("sync", "/folder", "--domain", "crowd", "--restore").status == 69)
    #expect(try sandbox.run("sync", "/folder", "--domain", "crowd", "--dry-run").status == 64)
    #expect(try sandbox.run("sync", "--domain", "crowd", "--restore", "--dry-run").status == 64)
    #expect(try sandbox.run("sync", "--domain", "crowd", "--restore", "--accept-deletions").status == 64)
    #expect(try sandbox.run("sync", "--domain", "crowd", "--restore").status == 69)
  }
}
