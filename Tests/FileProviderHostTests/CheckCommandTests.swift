import Foundation
import Glibc
import TestSupport
import Testing

/// `check`, and what every command says of a damaged store.
@Suite struct CheckCommandTests {
  let sandbox: Sandbox
  private static let count = 100

  /// A hundred files, which are too large to lie in the database.
  init() throws {
    sandbox = try Sandbox()
    for number in 0..<Self.count {
      try sandbox.write(String(repeating: "contents of \(number)\n", count: 400), to: "tree/\(number)")
    }
    try sandbox.lines("import", "tree")
    // Unlike other commands it folds the log, as a mount does at its end.
    try sandbox.lines("check", "--repair")
  }

  private var store: URL { sandbox.url("data/fileprovider/default") }

  private func contents() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: store.appendingPathComponent("contents").path)
      .filter { $0.contains("/") && !$0.hasPrefix("sessions/") }
  }

  /// Commands end with 65 and one sentence, the check with 2, and the contents stay. A repair takes what is there.
  @Test func `a zeroed database`() throws {
    let database = store.appendingPathComponent("items.sqlite")
    try Data(count: try Data(contentsOf: database).count).write(to: database)
    for words in [["ls"], ["mkdir", "/new"], ["tail"], ["search", "--all", "1"]] {
      let result = try sandbox.start(words).wait()
      #expect(result.status == 65 && result.error.split(separator: "\n").count == 1, "\(words): \(result)")
      #expect(result.error.contains("nothing was changed"))
    }
    #expect(try sandbox.run("ls").error.contains("“fileprovider check --repair” recovers what is readable"))
    let check = try sandbox.run("check", "--json")
    #expect(try check.objects().map { $0["damage"] as? Bool } == [true])
    #expect(check.status == 2, "\(check)")
    #expect(try contents().count == Self.count)
    let repair = try sandbox.run("check", "--repair")
    #expect(repair.status == 0, "\(repair)")
    #expect(try contents().count == Self.count)
    #expect(try sandbox.lines("ls", "/lost+found").count == Self.count)
    #expect(try sandbox.lines("check").isEmpty)
  }

  /// A domain whose database is gone is still one, and is not made anew.
  @Test func `a missing database`() throws {
    try FileManager.default.removeItem(at: store.appendingPathComponent("items.sqlite"))
    #expect(try sandbox.run("ls").status == 65)
    #expect(try sandbox.lines("domain", "list").contains { $0.contains("default") })
    #expect(try sandbox.run("check").status == 2)
    #expect(try sandbox.run("check", "--repair").status == 0)
    #expect(try sandbox.lines("ls", "/lost+found").count == Self.count)
  }

  /// A check makes no domain.
  @Test func `a domain that is not there`() throws {
    #expect(try sandbox.run("check", "--domain", "none").status == 1)
    let empty = try Sandbox()
    let result = try empty.run("check")
    #expect(result.status == 0 && result.output.isEmpty && result.error.contains("does not exist yet"), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: empty.url("data").path))
  }

  /// Contents that changed at equal length are found by reading them all.
  @Test func `changed contents`() throws {
    try sandbox.lines("check", "--contents", "--repair")
    #expect(try sandbox.lines("check", "--contents").isEmpty)
    let file = store.appendingPathComponent("contents/" + (try #require(try contents().first)))
    var data = try Data(contentsOf: file)
    data[data.count / 2] ^= 1
    try data.write(to: file)
    #expect(try sandbox.run("check").status == 0)
    let check = try sandbox.run("check", "--contents")
    #expect(check.status == 2 && check.lines.count == 1 && check.output.contains("/tree/"), "\(check)")
  }
}
