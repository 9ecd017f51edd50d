import FileProviderValidation
import Foundation
import Glibc
import TestSupport
import Testing

/// The command `validate` of a provider's executable.
@Suite struct ValidateCommandTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private struct Line: Decodable {
    var rule: String?
    var verdict: String?
    var reason: String?
    var seen: [String]?
    var sentence: String?
    var advice: String?
    var documentation: String?
    var passed: Int?
    var violated: Int?
    var notApplicable: Int?
    var leftover: String?
  }

  private func lines(_ result: ProcessResult) throws -> [Line] {
    try result.output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  private func fixture(_ words: String..., variables: [String: String]) throws -> ProcessResult {
    try sandbox.startProgram(["ProviderFixture", "validate"] + words, variables).wait()
  }

  @Test(arguments: ["FolderFixture", "NumberedFixture"])
  func `a provider of a folder passes, and its folder is as it was`(program: String) throws {
    try sandbox.write("there before", to: "there/a/file")
    let folder = ["PROVIDER_FOLDER": sandbox.folder + "/there", "PROVIDER_LATENCY": "1"]
    let result = try sandbox.program(program, "validate", "--json", variables: folder)
    let found = try lines(result)
    #expect(result.status == 0 && result.error.isEmpty, "\(result)")
    #expect(found.compactMap(\.rule) == ConformanceRule.all.map(\.id))
    let skipped = found.filter { line in
      line.verdict == "not-applicable" && !Self.unsupported.contains { line.rule?.hasPrefix($0) == true }
    }
    #expect(Set(skipped.compactMap(\.rule)).isSubset(of: Self.optional), "\(skipped)")
    #expect(try sandbox.shell("cd there && find . | sort").output == ".\n./a\n./a/file\n")
  }

  /// What a provider may do without, and what depends on time.
  private static let optional: Set = [
    "trash.capability", "items.working-set", "cancellation.error", "conflicts.refusal", "deletion.refusal",
    "changes.truth", "changes.complete",
  ]

  /// What these providers do not do.
  private static let unsupported = ["search.", "thumbnails.", "parts."]

  @Test func `a read-only provider that answers on the main queue passes`() throws {
    let result = try fixture("--timeout", "20s", variables: [:])
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("not applicable  deletion.gone"))
    #expect(result.output.contains(" 0 violated, "))
  }

  @Test func `a violated rule is told with what was seen, what to do and what to read, and fails the command`() throws {
    let script = sandbox.url("script.json")
    let text = #"{"items":[{"identifier":"a"}],"faults":[{"call":"page","effect":"twice"}]}"#
    try Data(text.utf8).write(to: script)
    let result = try fixture(variables: ["PROVIDER_SCRIPT": script.path])
    #expect(result.status == 1, "\(result)")
    let rule = try #require(ConformanceRule.all.first { $0.id == "paging.end" })
    for text in [
      "VIOLATED        paging.end", rule.sentence, "seen  a page was finished", rule.advice, rule.documentation,
    ] {
      #expect(result.output.contains(text), "\(text) is not in \(result)")
    }
    let json = try lines(try fixture("--json", variables: ["PROVIDER_SCRIPT": script.path]))
    let line = try #require(json.first { $0.rule == "paging.end" })
    #expect(line.verdict == "violated" && line.seen?.isEmpty == false && line.documentation == rule.documentation)
    #expect(json.last?.violated == 1 && json.last?.rule == nil)
  }

  @Test func `a handler that is never called is named after its deadline`() throws {
    let script = sandbox.url("script.json")
    let text = #"{"items":[{"identifier":"a"}],"faults":[{"call":"fetch","effect":"never"}]}"#
    try Data(text.utf8).write(to: script)
    let result = try fixture("--timeout", "1s", variables: ["PROVIDER_SCRIPT": script.path])
    #expect(result.status == 1)
    let seen = "“fetchContents(for:version:request:completionHandler:)” was not answered in 1 s"
    #expect(result.output.contains(seen), "\(result)")
    #expect(result.output.contains(" 1 violated, "), "\(result)")
  }

  @Test func `of a provider whose server is away it says that little could be checked`() throws {
    let script = sandbox.url("script.json")
    let calls = ["enumerator", "item", "fetch", "create", "modify", "delete"]
    let faults = calls.map { #"{"call":"\#($0)","effect":"error","code":-1004}"# }.joined(separator: ",")
    try Data(#"{"items":[],"faults":[\#(faults)]}"#.utf8).write(to: script)
    let result = try fixture(variables: ["PROVIDER_SCRIPT": script.path])
    #expect(result.output.contains(" 0 violated, ") && result.output.contains("serverUnreachable"), "\(result)")
    #expect(result.status == 1 && result.error.contains("the root cannot be listed"), "\(result)")
  }

  @Test func `an interruption removes the folder, and what was found so far is printed`() throws {
    let folder = ["PROVIDER_FOLDER": sandbox.folder + "/there", "PROVIDER_LATENCY": "100"]
    try Sandbox.makeFolder(sandbox.folder + "/there")
    let process = try sandbox.startProgram(["FolderFixture", "validate"], folder)
    #expect(eventually { (try? sandbox.shell("ls there").output.contains("fileprovider-validate-")) == true })
    process.signal(SIGINT)
    let result = process.wait()
    #expect(result.status == 130, "\(result)")
    #expect(result.output.contains("answers.called"))
    #expect(try sandbox.shell("ls -A there").output == "")
  }

  @Test func `reading only changes nothing`() throws {
    try sandbox.write("there before", to: "there/a/file")
    let folder = ["PROVIDER_FOLDER": sandbox.folder + "/there"]
    _ = try sandbox.shell("touch -d @1000 there/a/file there/a there")
    let result = try sandbox.program("FolderFixture", "validate", "--read-only", variables: folder)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("nothing is changed with --read-only"))
    #expect(try sandbox.shell("find there -newermt @1001").output == "")
  }

  @Test func `a domain that there is gives the provider its identifier, and another's is refused`() throws {
    try sandbox.lines("domain", "add", "mine")
    let folder = ["PROVIDER_FOLDER": sandbox.folder + "/there"]
    try Sandbox.makeFolder(sandbox.folder + "/there")
    #expect(try sandbox.program("FolderFixture", "validate", "--domain", "mine", variables: folder).status == 0)
    let missing = try sandbox.program("FolderFixture", "validate", "--domain", "none", variables: folder)
    #expect(missing.status == 1 && missing.error.contains("no such domain"), "\(missing)")
    #expect(try sandbox.shell("ls data/fileprovider").output == "mine\n")
  }

  @Test func `the rules can be printed, also for scripts`() throws {
    let result = try sandbox.run("validate", "--rules")
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count == ConformanceRule.all.count)
    let found = try lines(try sandbox.run("validate", "--rules", "--json"))
    #expect(found.compactMap(\.rule) == ConformanceRule.all.map(\.id))
  }

  @Test func `wrong usage, and a program without a provider`() throws {
    for words in [["--timeout", "never"], ["--timeout", "0"], ["--what"], ["here"]] {
      let result = try sandbox.run(["validate"] + words)
      #expect(result.status == 64 && result.error.contains("fileprovider validate --help"), "\(result)")
    }
    let none = try sandbox.run("validate")
    #expect(none.status == 69 && none.error.contains("this program contains no provider"), "\(none)")
    #expect(try sandbox.run("validate", "--help").output.contains("--read-only"))
  }
}
