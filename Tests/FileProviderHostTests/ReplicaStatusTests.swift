import FileProviderInterface
import FileProviderTesting
import Foundation
import LinuxSystem
import TestSupport
import Testing

/// What commands tell, and bring, of a domain whose provider is a scripted one. What needs a mount is skipped where there is no `/dev/fuse`.
@Suite(.serialized)
struct ReplicaStatusTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileManager.default.createDirectory(at: sandbox.url("mnt"), withIntermediateDirectories: true)
  }

  private struct Status: Decodable {
    struct Problem: Decodable {
      var path: String?
      var operation: String
      var error: String
      var needsPerson: Bool
    }
    struct Download: Decodable {
      var path: String
      var totalBytes: Int
    }
    struct Domain: Decodable {
      var name: String
      var waiting: Int?
      var oldestWaiting: String?
      var lastPulled: String?
      var problems: [Problem]?
      var downloadCount: Int?
      var downloads: [Download]?
    }
    var domains: [Domain]
  }

  /// Makes the provider's domain, in which nothing was listed yet.
  private func prepare(_ faults: [Fault] = []) throws -> [String: String] {
    let script = ProviderScript(items: ProviderScript.tree, faults: faults)
    try JSONEncoder().encode(script).write(to: sandbox.url("script.json"))
    try sandbox.lines("domain", "add", "scripted")
    let variables = [
      "PROVIDER_SCRIPT": sandbox.url("script.json").path, "PROVIDER_LATER": sandbox.url("later.json").path,
    ]
    let made = try fixture("sync", variables: variables)
    try #require(made.status == 0, "\(made.error)")
    return variables
  }

  private func fixture(_ words: String..., variables: [String: String]) throws -> ProcessResult {
    try sandbox.startProgram(["ProviderFixture"] + words + ["--domain", "scripted"], variables).wait()
  }

  private func mount(_ variables: [String: String], _ options: String...) throws {
    let words = ["ProviderFixture", "mount", "--domain", "scripted"] + options + ["mnt"]
    let mounted = try sandbox.startProgram(words, variables).wait()
    try #require(mounted.status == 0, "\(mounted.error)")
  }

  private func unmount() { _ = try? sandbox.program("ProviderFixture", "unmount", "mnt") }

  private func status() throws -> Status.Domain {
    let result = try sandbox.run("status", "--json")
    let all = try JSONDecoder().decode(Status.self, from: Data(result.output.utf8))
    return try #require(all.domains.first { $0.name == "scripted" })
  }

  private func change(_ edits: [ProviderScript.Edit]) throws {
    try JSONEncoder().encode(edits).write(to: sandbox.url("later.json"))
  }

  // MARK: status

  @Test func `a domain in step is healthy, and says when it was last asked`() throws {
    let variables = try prepare()
    #expect(try fixture("sync", "--wait", variables: variables).status == 0)
    let domain = try status()
    #expect(domain.waiting == 0 && domain.oldestWaiting == nil && domain.lastPulled != nil)
    #expect(domain.problems?.isEmpty == true)
    #expect(try sandbox.run("status", "--check").status == 0)
    try sandbox.lines("domain", "add", "local")
    let local = try sandbox.lines("status", "--json").joined()
    let all = try JSONDecoder().decode(Status.self, from: Data(local.utf8))
    #expect(all.domains.first { $0.name == "local" }?.waiting == nil)
  }

  @Test func `what needs a person is told with the provider's own words, and the check fails`() throws {
    let variables = try prepare([.failing(.insufficientQuota, in: .create)])
    #expect(try fixture("mkdir", "/made", variables: variables).status == 0)
    #expect(try fixture("sync", "--wait", variables: variables).status == 1)
    let domain = try status()
    #expect(domain.waiting == 1 && domain.oldestWaiting != nil)
    let problem = try #require(domain.problems?.first)
    #expect(problem.path == "/made" && problem.operation == "create" && problem.needsPerson)
    #expect(problem.error == "as the script says")
    let check = try sandbox.run("status", "--check")
    #expect(check.status == 1)
    #expect(check.output.contains("scripted: /made: not created since"), "\(check)")
    let text = try sandbox.run("status")
    #expect(text.status == 0)
    #expect(text.output.contains("user action  /made") && text.output.contains("1 item not uploaded yet"), "\(text)")
  }

  @Test(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"))
  func `contents that are coming are told, and those that nobody may have need a person`() throws {
    let variables = try prepare([
      Fault(.never, in: .fetch, of: "b"), .failing(.notAuthenticated, in: .fetch, of: "a"),
    ])
    try mount(variables)
    defer { unmount() }
    let reading = try sandbox.startProgram(["/bin/sh", "-c", "cat mnt/folder/b"])
    defer { reading.stop() }
    #expect(eventually { (try? status().downloads?.map(\.path)) == ["/folder/b"] })
    #expect(try status().downloads?.first?.totalBytes == 5)
    #expect(try sandbox.shell("cat mnt/a").status != 0)
    let problem = try #require(try status().problems?.first)
    #expect(problem.path == "/a" && problem.operation == "read" && problem.needsPerson)
    #expect(try sandbox.run("status", "--check").status == 1)
  }

  @Test(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"))
  func `a domain whose reads all fail is not healthy until one succeeds, also when nothing is mounted any more`() throws
  {
    let variables = try prepare([.failing(.providerNotFound, in: .fetch, of: "a")])
    try mount(variables)
    defer { unmount() }
    #expect(try sandbox.run("status", "--check").status == 0)
    #expect(try sandbox.shell("cat mnt/a").status != 0)
    let check = try sandbox.run("status", "--check")
    #expect(check.status == 1 && check.output.hasPrefix("scripted: documents: not read since"), "\(check)")
    #expect(check.output.contains("as the script says"), "\(check)")
    unmount()
    #expect(try sandbox.run("status", "--check").status == 1)
    try mount(variables)
    #expect(try sandbox.shell("cat mnt/folder/b").status == 0)
    #expect(try sandbox.run("status", "--check").status == 0)
  }

  @Test func `a provider that has no root any more, and one that tells no changes, are not healthy`() throws {
    let variables = try prepare()
    #expect(try fixture("ls", "/", variables: variables).status == 0)
    #expect(try sandbox.run("status", "--check").status == 0)
    for fault in [
      Fault.failing(.noSuchItem, in: .enumerator, of: MemoryItem.root), .failing(.providerNotFound, in: .changes),
    ] {
      let script = ProviderScript(items: ProviderScript.tree, faults: [fault])
      try JSONEncoder().encode(script).write(to: sandbox.url("script.json"))
      try endProvider()
      #expect(try fixture("sync", "/", "--wait", "--timeout", "10s", variables: variables).status == 1)
      let check = try sandbox.run("status", "--check")
      #expect(check.status == 1 && check.output.contains("not "), "\(check)")
    }
    try JSONEncoder().encode(ProviderScript(items: ProviderScript.tree)).write(to: sandbox.url("script.json"))
    try endProvider()
    #expect(try fixture("sync", "/", "--wait", variables: variables).status == 0)
    let check = try sandbox.run("status", "--check")
    #expect(check.status == 0, "\(check)")
  }

  @Test func `uploads that fail make the domain unhealthy until nothing waits any more`() throws {
    let variables = try prepare([Fault(.error, in: .create, code: 500, domain: "Server")])
    #expect(try fixture("mkdir", "/made", variables: variables).status == 0)
    #expect(try fixture("sync", "--wait", variables: variables).status == 1)
    let failed = try sandbox.run("status", "--check")
    #expect(failed.status == 1 && failed.output.hasPrefix("scripted: /made: not created since"), "\(failed)")
    #expect(try fixture("rm", "-r", "/made", variables: variables).status == 0)
    #expect(try fixture("sync", "--wait", variables: variables).status == 0)
    let check = try sandbox.run("status", "--check")
    #expect(check.status == 0, "\(check)")
  }

  /// Ends the provider's process: the next one reads the script anew.
  private func endProvider() throws {
    let lock = sandbox.url("data/fileprovider/scripted/provider.lock")
    let process = (try? String(contentsOf: lock, encoding: .utf8)).flatMap { pid_t($0.prefix { $0 != "\n" }) }
    kill(try #require(process), SIGTERM)
    #expect(eventually { !ProcessState.isServing(process ?? 0) })
  }

  /// The provider's process notes later what programs change, together with what follows.
  @Test(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"))
  func `what was changed a moment ago is counted, and is listed as waiting`() throws {
    let variables = try prepare([.failing(.serverUnreachable, in: .create)])
    try mount(variables)
    defer { unmount() }
    #expect(try sandbox.shell("ls mnt > /dev/null && touch mnt/new").status == 0)
    #expect(try status().waiting == 1)
    #expect(try sandbox.shell("touch mnt/newer").status == 0)
    #expect(try fixture("pending", variables: variables).output.contains("create  /newer"))
    #expect(try sandbox.shell("mkdir -p mnt/made/inner && touch mnt/made/inner/doc").status == 0)
    let lines = try fixture("pending", variables: variables).lines
    #expect(lines.contains { $0.hasSuffix("create  /made/inner/doc  waiting for /made") }, "\(lines)")
    let objects = try fixture("pending", "/made/inner/doc", "--json", variables: variables).objects()
    #expect(objects.first?["waitsFor"] as? String == "/made")
  }

  // MARK: Commands

  @Test func `commands list what was never listed and bring what is not here`() throws {
    let variables = try prepare()
    #expect(try fixture("ls", "/folder", variables: variables).output == "b\nc\nd\ne\n")
    #expect(try fixture("cat", "/folder/b", "/a", variables: variables).output == "beta\nalpha\n")
    #expect(try fixture("stat", "/folder/c", variables: variables).output.contains("contents    not downloaded"))
    #expect(try fixture("cp", "/folder/c", "/copy", variables: variables).status == 0)
    #expect(try sandbox.lines("cat", "/copy", "--domain", "scripted") == ["gamma"])
    #expect(try fixture("export", "/folder", sandbox.url("out").path, variables: variables).status == 0)
    #expect(try sandbox.shell("cat out/folder/e").output == "epsilon\n")
    let missing = try fixture("stat", "/folder/nothing", variables: variables)
    #expect(missing.status == 1 && missing.error.contains("no such item"), "\(missing)")
  }

  @Test func `everything below is listed on request`() throws {
    let variables = try prepare()
    let listed = try fixture("ls", "-R", "/", variables: variables).output
    #expect(listed == "/:\na\nempty\nfolder\nlink\n\n/empty:\n\n/folder:\nb\nc\nd\ne\n", "\(listed)")
  }

  @Test func `what the provider does not deliver is told in its own words`() throws {
    let variables = try prepare([.failing(.notAuthenticated, in: .fetch, of: "a")])
    let refused = try fixture("cat", "/a", variables: variables)
    #expect(refused.status == 1)
    #expect(refused.error.contains("as the script says") && refused.error.contains("sign in"), "\(refused)")
  }

  // MARK: pin

  @Test func `a pinned folder is fetched with all that is below it`() throws {
    let variables = try prepare()
    #expect(try fixture("pin", "/folder", variables: variables).status == 0)
    #expect(try sandbox.lines("cat", "/folder/b", "/folder/e", "--domain", "scripted") == ["beta", "epsilon"])
    let kept = try sandbox.run("evict", "/folder/b", "--domain", "scripted")
    let reason = "“/folder” is pinned; “pin --remove /folder” unpins it\n"
    #expect(kept.status == 1 && kept.error == "fileprovider: /folder/b: \(reason)", "\(kept)")
    // One line, and not one for each document in it.
    let all = try sandbox.run("evict", "/", "--domain", "scripted")
    #expect(all.status == 1 && all.error == "fileprovider: /folder: \(reason)", "\(all)")
  }

  @Test(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"))
  func `what comes below a pinned folder later is fetched, too`() throws {
    let variables = try prepare()
    try mount(variables)
    defer { unmount() }
    #expect(try fixture("pin", "/folder", variables: variables).status == 0)
    try change([.init(put: MemoryItem("late", in: "folder", contents: "late\n"))])
    #expect(
      eventually {
        _ = try? fixture("sync", "/folder", "--wait", variables: variables)
        let text = try? sandbox.run("stat", "/folder/late", "--domain", "scripted").output
        return text.map { $0.contains("size") && !$0.contains("at the provider") } ?? false
      })
  }

  @Test func `a pin that does not come stays, and says why`() throws {
    let variables = try prepare([.failing(.notAuthenticated, in: .fetch, of: "b")])
    let partial = try fixture("pin", "/folder", variables: variables)
    #expect(partial.status == 1 && partial.error.contains("/folder/b"), "\(partial)")
    #expect(try sandbox.lines("cat", "/folder/c", "--domain", "scripted") == ["gamma"])
    #expect(try sandbox.lines("working-set", "pinned", "--domain", "scripted").count == 1)
  }

  @Test func `an interrupted pin stays`() throws {
    let variables = try prepare([Fault(.never, in: .fetch, of: "b")])
    let pinning = try sandbox.startProgram(["ProviderFixture", "pin", "/folder", "--domain", "scripted"], variables)
    #expect(eventually { (try? sandbox.lines("working-set", "pinned", "--domain", "scripted").count) == 1 })
    #expect(eventually { (try? status().downloads?.map(\.path)) == ["/folder/b"] })
    pinning.signal(SIGINT)
    let result = pinning.wait()
    #expect(result.status == 130 && result.error.contains("the items stay pinned"), "\(result)")
    #expect(try sandbox.lines("working-set", "pinned", "--domain", "scripted").count == 1)
  }

  // MARK: refresh

  @Test(
    .enabled(if: Machine.hasFUSE, "there is no /dev/fuse"),
    arguments: [("refresh=0s", true), ("refresh=off", false)])
  func `an opened folder is listed again by age, and never waits for that`(option: String, isRefreshed: Bool) throws {
    let variables = try prepare()
    try mount(variables, "-o", option)
    defer { unmount() }
    #expect(try sandbox.shell("ls mnt/folder").output == "b\nc\nd\ne\n")
    try change([.init(put: MemoryItem("late", in: "folder", contents: "late\n"))])
    let isThere = eventually(seconds: isRefreshed ? 60 : 2) {
      (try? sandbox.shell("ls mnt/folder").output) == "b\nc\nd\ne\nlate\n"
    }
    #expect(isThere == isRefreshed)
  }

  @Test func `an age that is none is refused`() throws {
    try sandbox.lines("domain", "add", "scripted")
    let refused = try sandbox.run("mount", "--domain", "scripted", "-o", "refresh=soon", "mnt")
    #expect(refused.status == 64 && refused.error.contains("refresh"), "\(refused)")
  }
}
