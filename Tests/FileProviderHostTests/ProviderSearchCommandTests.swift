import FileProviderInterface
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// `search` in a provider's domain, where the provider searches, too. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
struct ProviderSearchCommandTests {
  private let sandbox: Sandbox

  private static let items: [MemoryItem] = [
    .folder("letters"), .folder("old", in: "letters"), MemoryItem("quarterly report.txt", in: "old"),
    MemoryItem("yearly report.txt"), .folder("nowhere"), MemoryItem("lost report", in: "nowhere"),
  ]

  init() throws {
    sandbox = try Sandbox()
    try FileManager.default.createDirectory(at: sandbox.url("mnt"), withIntermediateDirectories: true)
  }

  private func variables(_ faults: [Fault] = []) throws -> [String: String] {
    try JSONEncoder().encode(ProviderScript(items: Self.items, faults: faults)).write(to: sandbox.url("script.json"))
    return ["PROVIDER_SCRIPT": sandbox.url("script.json").path]
  }

  /// Mounts the domain, whose root alone is listed, searches, and unmounts it.
  private func search(_ faults: [Fault] = [], _ searches: [String]...) throws -> [ProcessResult] {
    let variables = try variables(faults)
    try sandbox.lines("domain", "add", "scripted")
    let mounted = try sandbox.startProgram(["ProviderFixture", "mount", "--domain", "scripted", "mnt"], variables)
      .wait()
    try #require(mounted.status == 0, "\(mounted)")
    defer { _ = try? sandbox.program("ProviderFixture", "unmount", "mnt", variables: variables) }
    #expect(try sandbox.shell("ls mnt").status == 0)
    return try searches.map {
      try sandbox.startProgram(["ProviderFixture", "search", "--domain", "scripted"] + $0, variables).wait()
    }
  }

  private static let missing = Fault.failing(.noSuchItem, in: .item, of: "old")

  @Test func `what the provider finds in folders that were never opened is printed after what is here, and known then`()
    throws
  {
    let results = try search(
      [], ["--all", "--local", "report"], ["--all", "report"], ["--all", "--local", "report"], ["-0", "report"],
      ["--all", "--json", "report"], ["--all", "-n", "1", "report"])
    #expect(results.allSatisfy { $0.status == 0 && $0.error.isEmpty }, "\(results)")
    let found = ["/yearly report.txt", "/letters/old/quarterly report.txt", "/nowhere/lost report"]
    #expect(results[0].output == found[0] + "\n")
    #expect(results[1].output == found.joined(separator: "\n") + "\n")
    #expect(Set(results[2].output.split(separator: "\n").map(String.init)) == Set(found))
    #expect(results[3].output.split(separator: "\0").count == 3)
    let objects = try results[4].objects()
    #expect(objects.allSatisfy { $0["foundBy"] as? String == "index" }, "\(objects)")
    #expect(results[5].output.split(separator: "\n").count == 1)
    // The command without the provider starts the provider's program for it.
    #expect(try sandbox.run("search", "--domain", "scripted", "yearly").status == 0)
  }

  @Test func `what the provider cannot say the place of is printed by its name, and not among paths`() throws {
    let results = try search(
      [Self.missing], ["--json", "quarterly"], ["quarterly"], ["-0", "quarterly"], ["--json", "yearly"])
    #expect(results[1].output == "quarterly report.txt  [only at the provider]\n")
    #expect(results[1].error.isEmpty, "\(results[1])")
    for result in [results[0], results[2]] {
      #expect(result.output.isEmpty && result.status == 0)
      #expect(result.error.contains("the provider found 1 item more that does not exist here"), "\(result)")
    }
    let yearly = try #require(try results[3].objects().first)
    #expect(yearly["path"] as? String == "/yearly report.txt" && yearly["foundBy"] as? String == "provider")
  }

  @Test func `where the provider cannot search now, one line says so, and what is here is printed`() throws {
    let results = try search(
      [.failing(.serverUnreachable, in: .search)], ["--all", "report"], ["--all", "--type", "txt"])
    #expect(results[0].status == 0 && results[0].output == "/yearly report.txt\n", "\(results)")
    #expect(results[0].error.split(separator: "\n").count == 1)
    #expect(results[0].error.contains("only items on this machine were searched: as the script says"), "\(results)")
    // The provider knows words alone, and is not asked.
    #expect(results[1].error.isEmpty, "\(results)")
  }
}
