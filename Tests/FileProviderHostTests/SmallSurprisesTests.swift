import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderHost
@testable import FileProviderWatching

/// Small things that a person stumbles over.
@Suite struct SmallSurprisesTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The root as a favourite is `/` wherever it is printed, and once however often it is added.
  @Test func `the root as a favourite`() throws {
    try sandbox.lines("domain", "add", "default")
    for _ in 0..<2 { try sandbox.lines("favorite", "/") }
    #expect(try sandbox.lines("working-set") == ["/  [★]"])
    #expect(try sandbox.run("working-set", "--json").objects().map { $0["path"] as? String } == ["/"])
    #expect(try sandbox.lines("tail").allSatisfy { $0.contains("  /  ") })
    #expect(try sandbox.run("tail", "--json").objects().compactMap { $0["path"] as? String } == ["/"])
  }

  /// A folder is back before what was in it, in whatever order they are named.
  @Test func `restoring parents first`() throws {
    try sandbox.lines("mkdir", "-p", "/q5/in")
    try sandbox.lines("trash", "put", "/q5/in", "/q5")
    let result = try sandbox.run("trash", "restore", "in", "q5")
    #expect(result.status == 0 && result.error.isEmpty, "\(result)")
    #expect(try sandbox.lines("ls") == ["q5"])
    #expect(try sandbox.lines("ls", "/q5") == ["in"])
  }

  @Test func `everything in the trash comes back at once, folders before what was in them`() throws {
    try sandbox.lines("mkdir", "-p", "/a/b", "/c")
    try sandbox.lines("trash", "put", "/a/b", "/a", "/c")
    try sandbox.lines("trash", "restore", "--all")
    #expect(try sandbox.lines("ls", "-R") == [".:", "a", "c", "./a:", "b", "./a/b:", "./c:"])
    #expect(try sandbox.run("trash", "restore").status == 64)
    #expect(try sandbox.run("trash", "restore", "--all", "x").status == 64)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "script(1) is not installed"))
  func `a person is asked before the trash is emptied; a script is not`() throws {
    try sandbox.lines("mkdir", "/a", "/b")
    try sandbox.lines("trash", "put", "/a", "/b")
    // Answered when it has asked.
    let result = try sandbox.shell(
      """
      (for n in $(seq 600); do grep -qF '[y/N]' said && break; sleep 0.05; done; echo n) \
        | script -qec "'$F' trash empty" /dev/null > said; cat said
      """)
    #expect(result.output.contains("permanently delete 2 items in the trash of “default”? [y/N]"), "\(result)")
    #expect(try sandbox.lines("trash", "list").count == 2)
    try sandbox.lines("trash", "empty")
    #expect(try sandbox.lines("trash", "list").isEmpty)
  }

  /// A renamed domain has its items and its anchors; another is not replaced.
  @Test func `renaming a domain`() throws {
    try sandbox.lines("domain", "add", "work")
    try sandbox.lines("mkdir", "--domain", "work", "/a")
    let anchor = try #require(
      try sandbox.run("tail", "--domain", "work", "--container", "all", "--json").objects().last?["anchor"] as? String)
    try sandbox.lines("domain", "rename", "work", "home")
    #expect(try sandbox.lines("domain", "list") == ["home"])
    #expect(try sandbox.run("tail", "--domain", "home", "--container", "all", "--since", anchor).output.isEmpty)
    try sandbox.lines("domain", "add", "work")
    #expect(try sandbox.run("domain", "rename", "work", "home").status == 1)
  }

  @Test func `the version names the program and the commit, too`() throws {
    let line = try #require(try sandbox.lines("--version").first)
    let form = /fileprovider \(OpenFileProvider\) \d+\.\d+, commit (unknown|[A-Za-z0-9._-]*[0-9a-f]{7,40}(-dirty)?)/
    #expect(line.wholeMatch(of: form) != nil, "\(line)")
  }

  /// What is no file is no cursor file; nothing is read from it for ever, and it is not replaced.
  @Test(.timeLimit(.minutes(1)), arguments: ["/dev/zero", "/dev/null", "pipe", "."])
  func `no cursor file`(path: String) throws {
    mkfifo(sandbox.url("pipe").path, 0o600)
    let result = try sandbox.run("tail", "--cursor-file", path)
    #expect(result.status == 65 && result.error.contains("not a cursor file"), "\(result)")
  }

  /// The root stays where it is, and the message says so.
  @Test(arguments: [["rm", "-r", "/"], ["mv", "/", "/a"]])
  func `the root stays`(words: [String]) throws {
    try sandbox.lines("mkdir", "/a")
    let result = try sandbox.start(words).wait()
    #expect(result.status == 1 && result.error == "fileprovider: /: the root cannot be removed or moved\n", "\(result)")
  }

  /// Names for owners and groups.
  @Test func `groups have names`() throws {
    try sandbox.lines("mkdir", "/a")
    let name = try #require(getgrgid(getegid()).map { String(cString: $0.pointee.gr_name) })
    #expect(try sandbox.run("stat", "/a").output.contains(", group \(name)\n"))
  }

  /// The log goes with its domain.
  @Test func `logs go with their domain`() throws {
    try sandbox.lines("domain", "add", "work")
    try sandbox.write("x", to: "state/fileprovider/work.log")
    try sandbox.lines("domain", "remove", "-f", "work")
    #expect(!FileManager.default.fileExists(atPath: sandbox.url("state/fileprovider/work.log").path))
  }

  @Test(.timeLimit(.minutes(1)))
  func `a command whose standard descriptors are closed returns; what it cannot print is a failure`() throws {
    try sandbox.lines("mkdir", "/a")
    #expect(try sandbox.shell("$F ls >&-").status == 1)
    #expect(try sandbox.shell("$F mkdir /b <&- >&- 2>&-").status == 0)
    #expect(try sandbox.lines("ls") == ["a", "b"])
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "script(1) is not installed"),
    arguments: ["TERM=dumb", "NO_COLOR=1"])
  func `a dumb terminal and NO_COLOR get plain text, also from watch`(setting: String) throws {
    try sandbox.lines("mkdir", "/a")
    try sandbox.lines("favorite", "/a")
    let result = try sandbox.shell("\(setting) script -qec \"'$F' tail\" /dev/null < /dev/null")
    #expect(result.output.contains("add") && !result.output.contains("\u{1B}"), "\(result)")
    guard setting == "TERM=dumb" else { return }
    let watch = try sandbox.shell("TERM=dumb timeout -s INT 1 script -qec \"'$F' watch\" /dev/null < /dev/null")
    #expect(!watch.output.contains("\u{1B}"), "\(watch)")
  }

  @Test func `the list scrolls to its end and no further, and an empty one says how to fill it`() {
    let rows = (0..<30).map { WatchView.Row(name: "name\($0)", folder: "/", marks: "") }
    var view = WatchView(domain: "d", memberCount: 30, members: rows, changes: [], hasColor: false)
    view.scroll(to: 5, height: 12)
    #expect(view.lines(width: 60, height: 12)[1].hasPrefix("name5 "))
    view.scroll(to: 500, height: 12)
    #expect(view.lines(width: 60, height: 12)[9].hasPrefix("name29 "))
    view.scroll(to: -3, height: 12)
    #expect(view.lines(width: 60, height: 12)[1].hasPrefix("name0 "))
    let empty = WatchView(domain: "d", memberCount: 0, members: [], changes: [], hasColor: false)
    #expect(empty.lines(width: 120, height: 12)[2].contains("favorite PATH"))
  }

  /// `mv -v` prints what was moved and where it is; without it nothing is printed.
  @Test func `what was moved`() throws {
    let sandbox = try Sandbox()
    try sandbox.lines("mkdir", "/a", "/b", "/c")
    #expect(try sandbox.lines("mv", "-v", "a", "b", "c/") == ["/a -> /c/a", "/b -> /c/b"])
    #expect(try sandbox.lines("mv", "c/a", "d").isEmpty)
  }

  /// What a mount calls its view of the trash is understood by the command.
  @Test func `the word of the mount`() throws {
    let sandbox = try Sandbox()
    try sandbox.lines("mkdir", "/a")
    try sandbox.lines("trash", "put", "/a")
    let trashed = try sandbox.lines("working-set", "trashed")
    #expect(try !trashed.isEmpty && sandbox.lines("working-set", "recently-deleted") == trashed)
  }
}
