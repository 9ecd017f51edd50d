import Foundation
import Glibc
import TestSupport
import Testing

/// `tail`: which changes it prints, in which order, and how long it waits for them.
@Suite struct TailSelectionTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.lines("domain", "add", "default")
  }

  private func tail(_ words: [String]) throws -> [[String: Any]] {
    try sandbox.start(["tail", "--json"] + words).wait().objects()
  }

  private func paths(_ words: String...) throws -> [String] {
    try tail(["--container", "all"] + words).compactMap { $0["path"] as? String }
  }

  private func anchor() throws -> String {
    try #require(try tail(["--since", "now"]).last?["anchor"] as? String)
  }

  // MARK: Times

  @Test func `a time is where to begin and where to end, as a person writes it, and both ends count`() throws {
    try sandbox.lines("mkdir", "/before")
    let lines = try tail(["--container", "all"])
    let time = try #require(lines.first?["time"] as? String)
    // The clock itself is meant: the next change has a later millisecond.
    usleep(2000)
    try sandbox.lines("mkdir", "/after")
    #expect(try paths("--since", "1 hour ago") == ["/before", "/after"])
    #expect(try paths("--since", "2000-01-01") == ["/before", "/after"])
    #expect(try paths("--since", time) == ["/before", "/after"])
    #expect(try paths("--until", time) == ["/before"])
    #expect(try paths("--since", "1h", "--until", time) == ["/before"])
    #expect(try paths("--until", "1 hour ago").isEmpty)
    #expect(try paths("--since", "2200-01-01").isEmpty)
    #expect(try paths("-n", "1", "--until", time) == ["/before"])
    #expect(try paths("-n", "1", "--since", "1h") == ["/after"])
  }

  /// What came and went since is told where the end is in the past.
  @Test func `what was there then`() throws {
    try sandbox.lines("mkdir", "/short")
    let time = try #require(try tail(["--container", "all"]).first?["time"] as? String)
    // The clock itself is meant: the next change has a later millisecond.
    usleep(2000)
    try sandbox.lines("rm", "-r", "/short")
    #expect(
      try tail(["--container", "all", "--since", "1h", "--until", time]).map { $0["event"] as? String }
        == ["add", "anchor"])
  }

  @Test(arguments: [
    ["--since", "soon"], ["--until", "soon"], ["--until", "today", "--since", "begin"], ["--until", "today", "-f"],
    ["--until", "today", "--cursor-file", "c"], ["--recursive"], ["-r", "-f"], ["-r", "--since", "begin"],
    ["-0", "--json"],
    ["--timeout", "1s"], ["--once", "--timeout", "soon"], ["--debounce", "1s"], ["--once", "-f"], ["--path", "/"],
  ])
  func `what is no time is wrong usage, and so is what makes no sense together`(words: [String]) throws {
    let result = try sandbox.start(["tail"] + words).wait()
    #expect(result.status == 64 && result.output.isEmpty, "\(result)")
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
  }

  /// A change log whose beginning was removed reports that to a caller who asks for an earlier time.
  @Test func `a log that begins later`() throws {
    try sandbox.lines("mkdir", "/a", "/b", "/c")
    try sandbox.lines("domain", "set", "default", "--history", "1")
    let result = try sandbox.run("tail", "--container", "all", "--since", "1h")
    #expect(result.status == 0 && result.error.contains("the log does not reach back that far"), "\(result)")
    #expect(result.lines.count == 1)
  }

  // MARK: Which items

  /// Below a folder, however deep; what is moved into it comes, what is moved out of it goes, and the rest is no business of its reader.
  @Test func `recursive`() throws {
    try sandbox.lines("mkdir", "-p", "/a/b/c", "/z", "/out")
    let anchor = try anchor()
    func events() throws -> [String] {
      try tail(["--container", "/a", "--recursive", "--since", anchor]).compactMap { line in
        (line["path"] as? String).map { "\(line["event"] ?? "") \($0)" }
      }
    }
    try sandbox.lines("mkdir", "/a/b/c/d", "/z/other")
    #expect(try events() == ["add /a/b/c/d"])
    try sandbox.lines("mv", "/out", "/a/b/in")
    try sandbox.lines("mv", "/a/b/c", "/z/c")
    #expect(try events() == ["add /a/b/in", "delete /z/c"])
    try sandbox.lines("rm", "-r", "/a/b")
    #expect(Set(try events()).isSuperset(of: ["delete /a/b", "delete /z/c"]))
    let begin = try tail(["--container", "/z", "--recursive", "--since", "begin"])
    #expect(begin.compactMap { $0["path"] as? String }.sorted() == ["/z/c", "/z/c/d", "/z/other"])
    let generations = begin.compactMap { $0["generation"] as? Int }
    #expect(zip(generations, generations.dropFirst()).dropLast().allSatisfy { $0 < $1 })
    #expect(try sandbox.run("tail", "--container", "/a", "--recursive", "-n", "1").status == 0)
  }

  /// A follower of a folder hears of what happens deep in it.
  @Test func `following a tree`() throws {
    try sandbox.lines("mkdir", "-p", "/a/b", "/z")
    let follower = try sandbox.start(["tail", "--json", "--container", "/a", "--recursive", "--since", "now", "-f"])
    defer { follower.signal(SIGKILL) }
    #expect(follower.wait { $0.contains("anchor") })
    try sandbox.lines("mkdir", "/z/no")
    try sandbox.lines("mkdir", "/a/b/yes")
    #expect(follower.wait { $0.contains("\"path\":\"/a/b/yes\"") })
    #expect(!follower.outputSoFar.contains("/z/no"))
  }

  @Test func `a pattern is about the path now or the one before; the last changes are the last ones that match`() throws
  {
    try sandbox.lines("mkdir", "-p", "/d/a.txt", "/d/deep/b.txt", "/d/c.md")
    for index in 0..<12 { try sandbox.lines("mkdir", "/noise-\(index)") }
    #expect(try paths("--path", "*.txt") == ["/d/a.txt", "/d/deep/b.txt"])
    #expect(try paths("--path", "/d/*.txt") == ["/d/a.txt"])
    #expect(
      try paths("--path", "/d/**", "--path", "noise-1") == [
        "/d/a.txt", "/d/deep", "/d/deep/b.txt", "/d/c.md", "/noise-1",
      ])
    let anchor = try anchor()
    try sandbox.lines("mv", "/d/a.txt", "/elsewhere")
    #expect(try paths("--path", "*.txt", "--since", anchor) == ["/elsewhere"])
    #expect(try paths("--path", "*.md", "--since", anchor).isEmpty)
  }

  @Test func `only one author's changes are told; an item that other authors changed later is told all the same`()
    throws
  {
    let anchor = try anchor()
    try sandbox.lines("mkdir", "/mine", "--author", "org.example.me")
    try sandbox.lines("mkdir", "/theirs", "--author", "org.example.they")
    try sandbox.lines("tag", "/mine", "+x", "--author", "org.example.they")
    #expect(try paths("--author", "org.example.me", "--since", anchor) == ["/mine"])
    #expect(try paths("--author", "org.example.me", "--since", "begin") == [])
    #expect(try paths("--author", "org.example.me", "--author", "org.example.they", "--since", anchor).count == 2)
    #expect(try paths("--author", "org.example.nobody", "--since", anchor).isEmpty)
    #expect(try paths("--author", "org.example.me", "-n", "1") == ["/mine"])
  }

  // MARK: How

  @Test func `the newest first, also of the last few`() throws {
    for name in ["a", "b", "c"] { try sandbox.lines("mkdir", "/\(name)") }
    #expect(try paths("-r") == ["/c", "/b", "/a"])
    #expect(try paths("-r", "-n", "2") == ["/c", "/b"])
    #expect(try paths("-r", "--since", "1h") == ["/c", "/b", "/a"])
  }

  @Test func `paths alone, for xargs`() throws {
    try sandbox.lines("mkdir", "/a b", "/line\nfeed")
    let result = try sandbox.run("tail", "--container", "all", "-0")
    #expect(result.output == "/a b\0/line\nfeed\0")
  }

  @Test func `one batch: what is there since the cursor, else the next change`() throws {
    try sandbox.lines("mkdir", "/a")
    let words = ["tail", "--json", "--container", "all", "--once"]
    #expect(
      try sandbox.start(words + ["--cursor-file", "c"]).wait().objects().compactMap { $0["path"] as? String } == [
        "/a"
      ])
    let waiting = try sandbox.start(words + ["--cursor-file", "c", "--timeout", "1min"])
    #expect(waiting.wait { $0.contains("anchor") })
    try sandbox.lines("mkdir", "/b")
    let result = waiting.wait()
    #expect(result.status == 0)
    #expect(try result.objects().compactMap { $0["path"] as? String } == ["/b"])
    // Without anything that says where to begin it is what comes that is waited for.
    let late = try sandbox.start(words + ["--timeout", "0.05"]).wait()
    #expect(late.status == 1 && late.error.contains("nothing changed within 0.05"), "\(late)")
    #expect(!late.output.contains("\"path\""))
  }

  /// Changes that are filtered out do not end the wait for one batch.
  @Test func `once with a filter`() throws {
    try sandbox.lines("mkdir", "/start")
    let waiting = try sandbox.start(["tail", "--json", "--container", "all", "--once", "--path", "*.txt"])
    #expect(waiting.wait { $0.contains("anchor") })
    try sandbox.lines("mkdir", "/noise")
    try sandbox.lines("mkdir", "/wanted.txt")
    let result = waiting.wait()
    #expect(
      result.status == 0 && result.output.contains("/wanted.txt") && !result.output.contains("/noise"), "\(result)")
  }

  @Test func `changes that come close together are one batch; if they never stop, the wait is ten times as long`()
    throws
  {
    try sandbox.lines("mkdir", "/start")
    let once = try sandbox.start(["tail", "--json", "--container", "all", "--once", "--debounce", "3s"])
    #expect(once.wait { $0.contains("anchor") })
    for name in ["a", "b", "c"] { try sandbox.lines("mkdir", "/\(name)") }
    #expect(try once.wait().objects().compactMap { $0["path"] as? String } == ["/a", "/b", "/c"])
    let follower = try sandbox.start([
      "tail", "--json", "--container", "all", "--since", "now", "-f", "--debounce", "30ms",
    ])
    defer { follower.signal(SIGKILL) }
    #expect(follower.wait { $0.contains("anchor") })
    var count = 0
    while count < 2000, !follower.outputSoFar.contains("/busy") {
      try sandbox.lines("mkdir", "/busy-\(count)")
      count += 1
    }
    #expect(follower.outputSoFar.contains("/busy"))
  }
}
