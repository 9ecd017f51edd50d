import FileProviderInterface
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderHost
@testable import FileProviderStore

/// `sync`, with the process of a scripted provider. What needs a mount is skipped where there is no `/dev/fuse`.
@Suite(.serialized)
struct SyncCommandTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try FileManager.default.createDirectory(at: sandbox.url("mnt"), withIntermediateDirectories: true)
  }

  /// What `--json` prints.
  private struct Report: Decodable {
    struct Problem: Decodable {
      var path: String?
      var operation: String
      var error: String
      var needsPerson: Bool
    }
    var inStep: Bool?
    var waiting: Int
    var timedOut: Bool
    var problems: [Problem]
  }

  /// Makes the provider's domain, with a script.
  private func prepare(_ faults: [Fault] = []) throws -> [String: String] {
    let script = ProviderScript(items: ProviderScript.tree, faults: faults)
    try JSONEncoder().encode(script).write(to: sandbox.url("script.json"))
    try sandbox.lines("domain", "add", "scripted")
    return [
      "PROVIDER_SCRIPT": sandbox.url("script.json").path, "PROVIDER_LATER": sandbox.url("later.json").path,
    ]
  }

  private func fixture(_ words: String..., variables: [String: String]) throws -> ProcessResult {
    try sandbox.startProgram(["ProviderFixture"] + words + ["--domain", "scripted"], variables).wait()
  }

  private func report(_ result: ProcessResult) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
  }

  /// The names in a folder that are here, whatever the provider has.
  private func names(_ path: String = "/") throws -> [String] {
    try sandbox.lines("ls", path, "--domain", "scripted").sorted()
  }

  @Test func `without a mount the provider is asked and told, and nothing waits afterwards`() throws {
    let variables = try prepare()
    let first = try fixture("sync", "/", "--wait", variables: variables)
    #expect(first.status == 0, "\(first)")
    #expect(try names() == ["a", "empty", "folder", "link"])
    #expect(try fixture("mkdir", "/made", variables: variables).status == 0)
    let second = try fixture("sync", "--wait", "--json", variables: variables)
    #expect(second.status == 0, "\(second)")
    #expect(try report(second).inStep == true)
    #expect(try report(second).waiting == 0)
    #expect(try sandbox.run("pending", "--domain", "scripted").output.isEmpty)
  }

  @Test func `without waiting it returns when the provider was asked, and the work goes on`() throws {
    let variables = try prepare()
    #expect(try fixture("sync", variables: variables).status == 0)
    #expect(try fixture("mkdir", "/made", variables: variables).status == 0)
    let asked = try fixture("sync", "--json", variables: variables)
    #expect(asked.status == 0, "\(asked)")
    #expect(try report(asked).inStep == nil)
    #expect(eventually { (try? sandbox.run("pending", "--domain", "scripted").output.isEmpty) == true })
  }

  @Test func `what needs a person ends the waiting, with the provider's own words`() throws {
    let variables = try prepare([.failing(.notAuthenticated, in: .create)])
    #expect(try fixture("sync", "--wait", variables: variables).status == 0)
    #expect(try fixture("mkdir", "/made", variables: variables).status == 0)
    let refused = try fixture("sync", "--wait", "--json", variables: variables)
    #expect(refused.status == 1, "\(refused)")
    let told = try report(refused)
    #expect(told.inStep == false && told.waiting == 1 && !told.timedOut)
    #expect(told.problems.map(\.path) == ["/made"])
    #expect(told.problems.first?.operation == "create")
    #expect(told.problems.first?.error == "as the script says")
    #expect(told.problems.first?.needsPerson == true)
    let text = try fixture("sync", "--wait", variables: variables)
    #expect(text.status == 1)
    #expect(text.error.contains("/made: not created since") && text.error.contains("sign in"), "\(text.error)")
    // It does not concern what is elsewhere.
    #expect(try fixture("sync", "/folder", "--wait", variables: variables).status == 0)
  }

  @Test func `a parked item ends the waiting, and what waits for it is counted`() throws {
    let variables = try prepare([.failing(.cannotSynchronize, in: .create)])
    #expect(try fixture("sync", "--wait", variables: variables).status == 0)
    #expect(try fixture("mkdir", "-p", "/made/below", variables: variables).status == 0)
    let refused = try fixture("sync", "--wait", "--json", variables: variables)
    #expect(refused.status == 1, "\(refused)")
    #expect(try report(refused).waiting == 2)
    #expect(try report(refused).problems.map(\.path) == ["/made"])
    // Nothing in the folder comes before it.
    let below = try fixture("sync", "/made/below", "--wait", "--json", variables: variables)
    #expect(below.status == 1, "\(below)")
    #expect(try report(below).waiting == 1)
    #expect(try report(below).problems.map(\.path) == ["/made"])
    let lines = try fixture("pending", variables: variables).lines
    #expect(lines.first?.hasSuffix("create  /made  refused: as the script says") == true, "\(lines)")
    #expect(lines.last?.hasSuffix("create  /made/below  waiting for /made") == true, "\(lines)")
  }

  @Test func `changes that cannot be asked for without signing in are a problem, and the time is kept`() throws {
    let variables = try prepare([
      .failing(.notAuthenticated, in: .changes, times: 1), .failing(.serverUnreachable, in: .changes),
    ])
    // The first question comes with the process's start.
    let refused = try fixture("sync", "--wait", "--timeout", "1s", "--json", variables: variables)
    #expect(refused.status == 1, "\(refused)")
    let told = try report(refused)
    #expect(told.inStep == false)
    #expect(told.timedOut || told.problems.map(\.operation) == ["pull"], "\(refused)")
  }

  @Test func `a server that is away is said at once and asked again, and named when the time is over`() throws {
    let variables = try prepare([.failing(.serverUnreachable, in: .changes)])
    let waiting = try sandbox.startProgram(["ProviderFixture", "sync", "--wait", "--domain", "scripted"], variables)
    #expect(waiting.waitForError { $0.contains("cannot fetch the provider's changes: as the script says; retrying") })
    waiting.signal(SIGINT)
    #expect(waiting.wait().status == 130)
    // A slow machine may have no answer within the shorter time.
    var late = try fixture("sync", "--wait", "--timeout", "1s", "--json", variables: variables)
    if try report(late).problems.isEmpty {
      late = try fixture("sync", "--wait", "--timeout", "30s", "--json", variables: variables)
    }
    let told = try report(late)
    #expect(late.status == 1 && told.timedOut && told.problems.map(\.operation) == ["pull"], "\(late)")
  }

  /// A server that answers 500 to one name, for ever.
  @Test func `what fails again and again ends the waiting after some tries, and is named`() throws {
    let variables = try prepare([Fault(.error, in: .create, of: "folder", code: 500, domain: "Server")])
    #expect(try fixture("sync", "--wait", variables: variables).status == 0)
    #expect(try fixture("ls", "/folder", variables: variables).status == 0)
    for path in ["/folder/bad", "/good"] { #expect(try fixture("mkdir", path, variables: variables).status == 0) }
    for _ in 0..<2 {
      let failed = try fixture("sync", "--wait", "--json", variables: variables)
      #expect(failed.status == 1, "\(failed)")
      let told = try report(failed)
      #expect(told.inStep == false && told.waiting == 1 && !told.timedOut)
      #expect(told.problems.map(\.path) == ["/folder/bad"])
      #expect(told.problems.map(\.operation) == ["create"])
    }
  }

  @Test func `what failed before the command began does not end the waiting`() {
    func isRefused(_ error: NSError, attempts: Int64, since failures: Int64, _ state: PendingRow.State = .later) -> Bool
    {
      PendingItem(
        item: ItemID(rawValue: 2000), path: "/a", operation: .create, fields: [], state: state,
        first: Generation(rawValue: 1), since: 0, attempts: attempts, errorDomain: error.domain,
        errorCode: Int64(error.code)
      ).isRefused(after: failures)
    }
    let (server, login) = (NSError(domain: "Server", code: 500), NSFileProviderError(.notAuthenticated) as NSError)
    let away = NSFileProviderError(.serverUnreachable) as NSError
    #expect(!isRefused(server, attempts: 5, since: 0) && isRefused(server, attempts: 5, since: 1))
    #expect(!isRefused(server, attempts: 4, since: 4))
    #expect(!isRefused(login, attempts: 3, since: 0) && isRefused(login, attempts: 3, since: 1))
    #expect(!isRefused(away, attempts: 50, since: 50))
    #expect(!isRefused(server, attempts: 5, since: 1, .calling) && isRefused(server, attempts: 1, since: 0, .parked))
  }

  @Test func `a server that answers the question for changes with errors ends the waiting, too`() throws {
    let variables = try prepare([Fault(.error, in: .changes, code: 500, domain: "Server")])
    let failed = try fixture("sync", "--wait", "--json", variables: variables)
    #expect(failed.status == 1, "\(failed)")
    #expect(try report(failed).problems.map(\.operation) == ["pull"])
  }

  /// The question may be under way already when the password is right again: that of the process's start, which the command joins.
  @Test func `an error whose cause is over by the next question does not end the waiting`() throws {
    let variables = try prepare([.failing(.notAuthenticated, in: .changes, times: 1)])
    let cured = try fixture("sync", "--wait", variables: variables)
    #expect(cured.status == 0, "\(cured)")
  }

  @Test func `there is no provider, or none can be started`() throws {
    try sandbox.lines("domain", "add", "local")
    let local = try sandbox.run("sync", "--domain", "local")
    #expect(local.status == 69 && local.error.contains("local domain"), "\(local)")
    let variables = try prepare()
    #expect(try fixture("sync", "--wait", variables: variables).status == 0)
    try Data("#!/bin/sh\nexit 3\n".utf8).write(to: sandbox.url("program"))
    chmod(sandbox.url("program").path, 0o755)
    try SyncStore.setProgram(sandbox.url("program").path, of: sandbox.url("data/fileprovider/scripted"))
    let socket = sandbox.url("data/fileprovider/scripted/provider.socket").path
    #expect(eventually { access(socket, F_OK) != 0 }, "the process does not end by itself")
    let dead = try sandbox.run("sync", "--domain", "scripted")
    #expect(dead.status == 69 && dead.error.contains("status 3"), "\(dead)")
    #expect(try sandbox.run("sync", "--timeout", "1s", "--domain", "scripted").status == 64)
  }

  @Test func `an interruption ends the waiting and nothing else`() throws {
    let variables = try prepare([Fault(.never, in: .create)])
    #expect(try fixture("sync", "--wait", variables: variables).status == 0)
    #expect(try fixture("mkdir", "/made", variables: variables).status == 0)
    let waiting = try sandbox.startProgram(
      ["ProviderFixture", "sync", "--wait", "--domain", "scripted"], variables)
    #expect(eventually { (try? sandbox.run("pending", "--domain", "scripted").output.contains("sending")) == true })
    waiting.signal(SIGINT)
    #expect(waiting.wait().status == 130)
    #expect(try sandbox.run("pending", "--domain", "scripted").output.contains("/made"))
  }

  @Test(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"))
  func `a folder is listed again, also where its provider tells no changes`() throws {
    let variables = try prepare([Fault(.nothing, in: .anchor)])
    try #require(try fixture("mount", "mnt", variables: variables).status == 0)
    defer { _ = try? sandbox.program("ProviderFixture", "unmount", "mnt") }
    #expect(try sandbox.shell("ls mnt/folder").output == "b\nc\nd\ne\n")
    let edits = [ProviderScript.Edit(put: MemoryItem("late", in: "folder", contents: "late"))]
    try JSONEncoder().encode(edits).write(to: sandbox.url("later.json"))
    #expect(
      eventually {
        guard (try? fixture("sync", "/folder", "--wait", variables: variables).status) == 0 else { return false }
        return (try? sandbox.shell("ls mnt/folder").output) == "b\nc\nd\ne\nlate\n"
      })
  }
}
