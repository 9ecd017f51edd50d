import Foundation
import TestSupport
import Testing

/// What cannot be printed is a failure, whatever the command.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
struct FailedOutputTests {
  let sandbox: Sandbox

  /// A domain with an item of every sort: tagged, trashed, with contents.
  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(String(repeating: "text", count: 2000), to: "source/a/file")
    try sandbox.lines("import", sandbox.url("source/a").path)
    try sandbox.lines("mkdir", "/b", "/c", "/d", "/e", "/f")
    try sandbox.lines("tag", "/a/file", "+red")
    try sandbox.lines("trash", "put", "/c", "/d", "/e")
    try sandbox.lines("domain", "add", "damaged")
    try sandbox.lines("import", "--domain", "damaged", sandbox.url("source/a").path)
    let contents = sandbox.url("data/fileprovider/damaged/contents")
    try FileManager.default.removeItem(at: contents)
    try FileManager.default.createDirectory(at: contents, withIntermediateDirectories: true)
  }

  private func run(_ words: String, into device: String) throws -> ProcessResult {
    try sandbox.shell("\"$F\" \(words) >\(device)")
  }

  @Test(arguments: [
    "--help", "--version", "help", "help tail", "tail --help", "trash", "ls", "ls -l /", "ls --json", "stat /a /b",
    "stat --json /a", "cat /a/file", "export /a/file -", "tag /a/file", "tail --container all", "status",
    "tail --container all --json --since begin", "status --json", "status --check", "search --all file",
    "working-set", "working-set --json", "domain list", "domain info", "domain info --json", "completions bash",
    "trash list", "trash list --json", "trash put --json /f", "trash restore --json c", "trash delete --json d",
    "trash empty --json", "tail --container all -0", "search --all --json file",
    "working-set tags", "completion zsh", "completion fish", "import --dry-run source", "import -v --into /g source",
    "export --dry-run /a out", "export -v /a out", "rm -rn /a", "rm -rv /a", "trash restore --all --json",
    "domain info default", "check --json --domain damaged",
  ])
  func `a full device`(words: String) throws {
    let result = try run(words, into: "/dev/full")
    #expect(result.status == 1 && result.error.contains("standard output: cannot be written: "), "\(result)")
    #expect(result.error.split(separator: "\n").filter { $0.contains("standard output") }.count == 1, "\(result)")
  }

  @Test func `a descriptor that is closed is no file of ours: what prints fails, what prints nothing does its work`()
    throws
  {
    for words in ["status", "--help", "ls /", "cat /a/file", "export /a/file -", "tail --container all --json"] {
      let result = try run("\(words) <&-", into: "&-")
      #expect(result.status == 1 && result.error.contains("standard output: cannot be written: "), "\(result)")
    }
    let silent = try run("mkdir /new <&- 2>&-", into: "&-")
    #expect(try silent.status == 0 && sandbox.lines("ls", "/").contains("new"), "\(silent)")
    #expect(try run("ls /none <&- 2>&-", into: "&-").status == 1)
  }

  /// A reader that stops reading is no failure.
  @Test func `a reader that leaves`() throws {
    let result = try sandbox.shell("{ \"$F\" --help; echo $? >&2; } | :")
    #expect(result.error == "0\n")
  }

  /// What a command prints of its work is not its result: it goes on, and its status is that of the work.
  @Test func `a reader that leaves a report of work`() throws {
    func run(_ words: String) throws -> Int32? {
      let result = try sandbox.shell("{ sleep 0.1; \"$F\" \(words); echo $? >&2; } | :")
      return result.error.split(separator: "\n").last.flatMap { Int32($0) }
    }
    let name = String(repeating: "n", count: 200)
    _ = try sandbox.shell("mkdir many && cd many && seq -f '\(name)%g' 6000 | xargs touch")
    #expect(try run("import -v many") == 0)
    #expect(try sandbox.lines("ls", "/many").count == 6000)
    #expect(try run("export -v /many copy") == 0)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: sandbox.url("copy").path).count >= 6000)
    #expect(try run("rm -rv /many") == 0)
    #expect(try !sandbox.lines("ls", "/").contains("many"))
    #expect(try run("check --json --domain damaged") == 2)
  }

  /// What is there is listed although something else is not.
  @Test func `ls goes on with the rest`() throws {
    let result = try sandbox.run("ls", "/a", "/none", "/b")
    #expect(result.status == 1 && result.output == "/a:\nfile\n\n/b:\n", "\(result)")
    #expect(result.error == "fileprovider: /none: no such item\n")
  }
}
