import Foundation
import TestSupport
import Testing

/// What a shell offers: the words that matter, from the domain that the line is about.
@Suite struct CompletionTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.lines("domain", "add", "work")
    try sandbox.lines("mkdir", "-p", "/Documents/Old", "/Downloads", "/.hidden", "/gone")
    try sandbox.lines("mkdir", "--domain", "work", "/Desk")
    try sandbox.lines("tag", "/Documents", "+red")
    try sandbox.lines("trash", "put", "/gone")
  }

  /// Asks as the scripts do: for an argument of a command, with the line that was typed.
  private func offered(_ command: String, _ argument: String, _ line: [String]) throws -> [String] {
    let words =
      ["---completion"] + command.split(separator: " ").map(String.init) + [
        "--", argument, String(line.count - 1), "0",
      ]
    return try sandbox.start(words + line).wait().lines
  }

  @Test func `paths in a domain`() throws {
    #expect(try offered("ls", "positional@0", ["fileprovider", "ls", "/Do"]) == ["/Documents/", "/Downloads/"])
    #expect(try offered("rm", "positional@0", ["fileprovider", "rm", "-r", "Documents/"]) == ["Documents/Old/"])
    #expect(try offered("ls", "positional@0", ["fileprovider", "ls", "/.h"]) == ["/.hidden/"])
    #expect(
      try offered("ls", "positional@0", ["fileprovider", "ls", "--domain", "work", ""]) == ["Desk/"])
  }

  @Test func `other words`() throws {
    #expect(try offered("ls", "--domain", ["fileprovider", "ls", "--domain", ""]) == ["default", "work"])
    #expect(
      try offered("tail", "--container", ["fileprovider", "tail", "--container", "Doc"]).suffix(1) == ["Documents/"])
    #expect(try offered("tail", "--fields", ["fileprovider", "tail", "--fields", "size,mt"]).contains("size,mtime"))
    #expect(try offered("mount", "-o", ["fileprovider", "mount", "-o", "no_d"]) == ["no_download="])
    #expect(
      try offered("mount", "-o", ["fileprovider", "mount", "-o", "ro,cache_size=2G,al"]) == [
        "ro,cache_size=2G,allow_other"
      ])
    #expect(try offered("search", "--tag", ["fileprovider", "search", "--tag", ""]) == ["red"])
    #expect(try offered("tag", "positional@1", ["fileprovider", "tag", "/Documents", ""]) == ["+red", "-red"])
    #expect(try offered("trash restore", "positional@0", ["fileprovider", "trash", "restore", ""]) == ["gone"])
  }

  /// Asking makes no domain.
  @Test func `nothing is made`() throws {
    let empty = try Sandbox()
    let result = try empty.run("---completion", "ls", "--", "positional@0", "2", "0", "fileprovider", "ls", "")
    #expect(result.status == 0 && result.output.split(separator: "\n").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: empty.url("data/fileprovider").path))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `each shell has a script, and the scripts ask`(shell: String) throws {
    let result = try sandbox.run("completion", shell)
    #expect(result.status == 0 && result.output.contains("---completion"))
  }

  /// A name that would be two lines, or that moves the cursor, is not offered; one that begins otherwise is not, either.
  @Test func `what is not offered`() throws {
    try sandbox.lines("mkdir", "/Documents/a\nb", "/Documents/a\u{1B}b", "/Documents/ab")
    #expect(
      try offered("ls", "positional@0", ["fileprovider", "ls", "/Documents/"]) == ["/Documents/Old/", "/Documents/ab/"])
    #expect(try offered("ls", "--domain", ["fileprovider", "ls", "--domain", "w"]) == ["work"])
    #expect(try offered("trash restore", "positional@0", ["fileprovider", "trash", "restore", "x"]) == [])
  }

  /// The domain may be written in each of the ways in which options are.
  @Test func `the domain of a line`() throws {
    #expect(try offered("ls", "positional@0", ["fileprovider", "ls", "--domain=work", "/"]) == ["/Desk/"])
    #expect(try offered("ls", "positional@0", ["fileprovider", "ls", "--domain", "=", "work", "/"]) == ["/Desk/"])
  }
}
