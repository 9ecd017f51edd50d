import Foundation
import Testing

/// Errors and exit statuses, as scripts see them.
@Suite struct CommandLineTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Wrong usage ends with 64 and one line.
  @Test(
    arguments: [
      ["bogus"], ["ls", "--bogus"], ["mv", "one"], ["tail", "--since", "not-an-anchor"],
      ["tail", "--fields", "nonsense"],
      ["tag", "/", "word"], ["domain", "add", ".hidden"], ["domain", "add", "a:b"], ["domain", "add", "a/b"],
      ["mount", "--trace-enumerators", "/tmp"], ["mount", "-f", "-o", "nonsense", "/tmp"],
      ["mkdir", "--author", "", "/x"],
    ])
  func wrongUsage(words: [String]) throws {
    let result = try sandbox.start(words).finish()
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("fileprovider: "))
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
  }

  /// Help goes to standard output and is no error.
  @Test func help() throws {
    let result = try sandbox.run("help")
    #expect(result.status == 0)
    #expect(result.output.contains("import"))
    #expect(result.error.isEmpty)
  }

  /// A damaged database is bad data, and no command makes it worse.
  @Test func damagedDatabase() throws {
    try sandbox.run("mkdir", "/a")
    let database = sandbox.url("data/fileprovider/default/items.sqlite")
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: database.path + suffix)
    }
    let noise = Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try noise.write(to: database)
    let result = try sandbox.run("ls")
    #expect(result.status == 65)
    #expect(result.error.contains("damaged"))
    #expect(try Data(contentsOf: database) == noise)
  }

  /// A store that is missing is named, and nothing is made.
  @Test func missingDomain() throws {
    let result = try sandbox.run("ls", "--domain", "nowhere")
    #expect(result.status == 1)
    #expect(result.error.hasPrefix("fileprovider: domain “nowhere”: there is no such domain; "))
    #expect(!FileManager.default.fileExists(atPath: sandbox.url("data/fileprovider/nowhere").path))
  }

  /// A name with a line feed does not break the one line of an error.
  @Test func oddNamesInErrors() throws {
    let result = try sandbox.run("rm", "/a\nb")
    #expect(result.error == "fileprovider: /a\\nb: there is no such item\n")
  }
}
