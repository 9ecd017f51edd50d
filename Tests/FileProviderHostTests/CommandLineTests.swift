import Foundation
import TestSupport
import Testing

/// Errors and exit statuses, as scripts see them.
@Suite struct CommandLineTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(
    arguments: [
      ["bogus"], ["ls", "--bogus"], ["mv", "one"], ["tail", "--since", "not-an-anchor"],
      ["tail", "--fields", "nonsense"],
      ["tag", "/", "word"], ["domain", "add", ".hidden"], ["domain", "add", "a:b"], ["domain", "add", "a/b"],
      ["mount", "--trace-enumerators", "/tmp"], ["mount", "-f", "-o", "nonsense", "/tmp"],
      ["mkdir", "--author", "", "/x"], ["tail", "--fields", ""], ["tail", "--fields", "size,"],
      ["tail", "--container", ""],
      ["ls", ""], ["mkdir", ""], ["rm", "-r", ""], ["mv", "/a", ""], ["import", "--into", "", "/etc/hostname"],
      ["trash", "put", ""], ["trash", "bogus"], ["working-set", "bogus"],
    ])
  func `wrong usage ends with 64 and one line`(words: [String]) throws {
    let result = try sandbox.start(words).wait()
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("fileprovider: "))
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
  }

  @Test(arguments: [
    (["tial"], "unknown command “tial”; did you mean “tail”?"),
    (["help", "nope"], "unknown command “nope”; “fileprovider help” lists the commands"),
    (["unmont"], "unknown command “unmont”; did you mean “unmount”?"),
    (["trash", "lsit"], "unknown command “lsit”; did you mean “list”?"),
    (["bogus"], "unknown command “bogus”; “fileprovider help” lists the commands"),
  ])
  func `a command that does not exist is named, with the one that was probably meant`(words: [String], message: String)
    throws
  {
    let result = try sandbox.start(words).wait()
    #expect(result.status == 64)
    #expect(result.error == "fileprovider: usage: \(message)\n")
  }

  @Test func `a word out of a list that it is not in: the list is in the one line`() throws {
    let result = try sandbox.run("working-set", "bogus")
    #expect(result.error.contains(": recents, favorites, tags, shared, trashed, pinned"), "\(result.error)")
  }

  /// A word that is not UTF-8 is a path in a domain as the bytes it is; as a path of the machine it is refused where only text is taken.
  @Test func `words that are not UTF8`() throws {
    func run(_ command: String) throws -> ProcessResult {
      try sandbox.type("fileprovider \(command) \"$(printf 'x\\377')\"")
    }
    #expect(try run("mkdir").status == 0)
    #expect(try sandbox.lines("ls") == [#"x\xff"#])
    for command in ["mount", "unmount", "domain backup", "tail --cursor-file"] {
      let result = try run(command)
      #expect(result.status == 64 && result.error.contains("not valid UTF-8"), "\(command): \(result)")
    }
  }

  /// What stands in the way of the domains' folder is said with the system's words, also by what only lists.
  @Test func `no place for domains`() throws {
    try sandbox.write("", to: "data/fileprovider")
    for words in [["ls"], ["status"], ["domain", "list"]] {
      let result = try sandbox.start(words).wait()
      #expect(result.status == 1)
      #expect(result.error.contains("Not a directory"), "\(result.error)")
    }
  }

  @Test func `help goes to standard output and is no error`() throws {
    let result = try sandbox.run("help")
    #expect(result.status == 0)
    #expect(result.output.contains("import"))
    #expect(result.error.isEmpty)
  }

  @Test func `a damaged database is bad data, and no command makes it worse`() throws {
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
    #expect(result.error.contains("“fileprovider domain restore”"))
    #expect(try Data(contentsOf: database) == noise)
  }

  @Test func `a store that is missing is named, and nothing is made`() throws {
    let result = try sandbox.run("ls", "--domain", "nowhere")
    #expect(result.status == 1)
    #expect(result.error.hasPrefix("fileprovider: domain “nowhere”: no such domain; "))
    #expect(!FileManager.default.fileExists(atPath: sandbox.url("data/fileprovider/nowhere").path))
  }

  /// A name with a line feed does not break the one line of an error.
  @Test func `odd names in errors`() throws {
    try sandbox.lines("mkdir", "/a")
    let result = try sandbox.run("rm", "/a\nb")
    #expect(result.error == "fileprovider: /a\\nb: no such item\n")
  }
}
