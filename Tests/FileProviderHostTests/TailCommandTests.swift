import Foundation
import Glibc
import TestSupport
import Testing

/// `tail`: the lines that scripts and programs live on.
@Suite struct TailCommandTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func tail(_ words: String...) throws -> [[String: Any]] {
    try sandbox.start(["tail", "--json", "--container", "all"] + words).wait().objects()
  }

  private func anchor() throws -> String {
    try #require(try tail("--since", "now").last?["anchor"] as? String)
  }

  /// A line has what the contract says, and an anchor closes the batch.
  @Test func `a line of JSON`() throws {
    try sandbox.lines("mkdir", "/start")
    let anchor = try anchor()
    #expect(anchor.wholeMatch(of: /[A-Za-z0-9_-]{1,700}/) != nil)
    try sandbox.lines("mkdir", "/a", "--author", "org.example.test")
    let lines = try tail("--since", anchor)
    #expect(lines.count == 2)
    let line = try #require(lines.first)
    #expect(line["event"] as? String == "add")
    #expect(line["author"] as? String == "org.example.test")
    #expect(line["kind"] as? String == "folder")
    #expect(line["path"] as? String == "/a")
    #expect(line["parent"] as? String == "NSFileProviderRootContainerItemIdentifier")
    let number = try #require(line["item"] as? Int)
    #expect(line["identifier"] as? String == String(number))
    let time = try #require(line["time"] as? String)
    #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/) != nil)
    #expect(lines[1]["event"] as? String == "anchor")
    #expect(try tail("--since", lines[1]["anchor"] as? String ?? "").map { $0["event"] as? String } == ["anchor"])
  }

  /// Any line's anchor resumes right behind it.
  @Test func `every anchor resumes`() throws {
    try sandbox.lines("mkdir", "/start")
    let anchor = try anchor()
    for name in ["a", "b", "c"] { try sandbox.lines("mkdir", "/\(name)") }
    let lines = try tail("--since", anchor)
    #expect(lines.compactMap { $0["path"] as? String } == ["/a", "/b", "/c"])
    for (index, line) in lines.enumerated() {
      let rest = try tail("--since", line["anchor"] as? String ?? "")
      #expect(rest.compactMap { $0["path"] as? String } == ["/a", "/b", "/c"].suffix(max(0, 2 - index)))
    }
  }

  /// As many as there are, however many are asked for.
  @Test func `many more than there are`() throws {
    try sandbox.lines("mkdir", "/a", "/b")
    let lines = try tail("-n", String(Int.max))
    #expect(lines.compactMap { $0["path"] as? String } == ["/a", "/b"])
  }

  /// A field that is asked for twice is one key.
  @Test func `fields asked for twice`() throws {
    try sandbox.lines("mkdir", "/a")
    let result = try sandbox.run("tail", "--container", "all", "--json", "--fields", "size,size")
    #expect(result.output.contains("\"fields\":{\"size\":0}"), "\(result.output)")
  }

  /// A cursor that cannot be kept is said before any line is printed.
  @Test func `a cursor file in no folder`() throws {
    try sandbox.lines("mkdir", "/a")
    let result = try sandbox.run("tail", "--container", "all", "--cursor-file", "missing/cursor")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("fileprovider: missing/cursor: cannot write the cursor file: "))
  }

  /// A follower of a domain that is removed is told, even if another domain takes its place at once.
  @Test func `a domain that is removed`() throws {
    try sandbox.lines("domain", "add", "other")
    let follower = try sandbox.start(["tail", "--domain", "other", "--container", "all", "--follow"])
    #expect(follower.waitForError { $0.contains("anchor: ") })
    // By hand: a domain that is in use is not removed.
    try FileManager.default.removeItem(at: sandbox.url("data/fileprovider/other"))
    try sandbox.lines("domain", "add", "other")
    #expect(follower.waitForError { $0.contains(": the domain was removed") })
    follower.signal(SIGINT)
    #expect(follower.wait().status == 1)
  }

  /// Moving tells where it was; the folder's members say nothing.
  @Test func `a move is one event`() throws {
    try sandbox.lines("mkdir", "-p", "/a/b/c")
    let anchor = try anchor()
    try sandbox.lines("mv", "/a", "/z")
    let lines = try tail("--since", anchor)
    #expect(lines.count == 2)
    #expect(lines[0]["event"] as? String == "update")
    #expect(lines[0]["path"] as? String == "/z")
    #expect(lines[0]["previousPath"] as? String == "/a")
    #expect(lines[0]["changed"] as? [String] == ["filename"])
  }

  @Test func `begin says to forget everything, then tells all items, parents first`() throws {
    try sandbox.lines("mkdir", "-p", "/a/b", "/c")
    try sandbox.lines("mv", "/a", "/c/a")
    let lines = try tail("--since", "begin")
    #expect(lines.map { $0["event"] as? String } == ["drop-everything", "add", "add", "add", "anchor"])
    #expect(lines.compactMap { $0["path"] as? String } == ["/c", "/c/a", "/c/a/b"])
    let generations = lines.dropLast().compactMap { $0["generation"] as? Int }
    #expect(generations == generations.sorted())
    #expect(Set(generations).count == generations.count)
  }

  /// An anchor of another store has expired: everything is told again, and that is no error.
  @Test func `a foreign anchor begins again`() throws {
    try sandbox.lines("mkdir", "/a")
    try sandbox.lines("domain", "add", "other")
    try sandbox.lines("mkdir", "/b", "--domain", "other")
    let foreign =
      try sandbox.run("tail", "--json", "--domain", "other", "--since", "now").objects()[0]["anchor"] as? String
    let lines = try tail("--since", try #require(foreign))
    #expect(lines.map { $0["event"] as? String } == ["drop-everything", "add", "anchor"])
  }

  @Test func `authors folders and fields`() throws {
    try sandbox.write("hello", to: "source/file.txt")
    try sandbox.lines("mkdir", "/start")
    let anchor = try anchor()
    try sandbox.lines("mkdir", "/quiet", "--author", "org.example.quiet")
    try sandbox.lines("import", "source")
    #expect(
      try tail("--since", anchor, "--exclude-author", "org.example.quiet").compactMap { $0["path"] as? String }
        == ["/source", "/source/file.txt"])
    let lines = try tail("--since", anchor, "--no-folders", "--fields", "size,tags,mode")
    #expect(lines.compactMap { $0["path"] as? String } == ["/source/file.txt"])
    let fields = try #require(lines[0]["fields"] as? [String: Any])
    #expect(Set(fields.keys) == ["size", "tags", "mode"])
    #expect(fields["size"] as? Int == 5)
  }

  @Test func `individual changes`() throws {
    try sandbox.lines("mkdir", "/start")
    let anchor = try anchor()
    try sandbox.lines("mkdir", "/a")
    try sandbox.lines("tag", "/a", "+x")
    #expect(try tail("--since", anchor).map { $0["event"] as? String } == ["add", "anchor"])
    let all = try tail("--since", anchor, "--individual")
    #expect(all.map { $0["event"] as? String } == ["add", "update", "anchor"])
    #expect(all[1]["changed"] as? [String] == ["tags"])
  }

  /// Without a place to begin, the last changes are told, ten or as many as asked for.
  @Test func `the last changes`() throws {
    for index in 0..<15 { try sandbox.lines("mkdir", "/d\(index)") }
    #expect(try tail().compactMap { $0["path"] as? String } == (5..<15).map { "/d\($0)" })
    #expect(try tail("-n", "2").compactMap { $0["path"] as? String } == ["/d13", "/d14"])
  }

  /// What -n leaves out would never be told: from the beginning and with a cursor there is no -n.
  @Test(arguments: [["--since", "begin"], ["--cursor-file", "cursor"], ["--follow", "--cursor-file", "cursor"]])
  func `no count where all is wanted`(words: [String]) throws {
    let result = try sandbox.start(["tail", "--container", "all", "-n", "1"] + words).wait()
    #expect(result.status == 64 && result.error.contains("-n cannot be combined with"), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.url("cursor").path))
  }

  /// A folder that is deleted while it is followed ends the command, as a fresh start would, when its deletion has been told.
  @Test func `a container that is deleted`() throws {
    try sandbox.lines("mkdir", "-p", "/a/b")
    let tail = try sandbox.start(["tail", "--container", "/a", "--follow", "--json"])
    defer { tail.signal(SIGKILL) }
    #expect(tail.wait { $0.contains("\"anchor\"") })
    try sandbox.lines("rm", "-r", "/a")
    let result = tail.wait()
    #expect(result.status == 1 && result.error.contains("--container /a: the container was deleted"), "\(result)")
    #expect(result.output.contains("\"delete\""))
  }

  /// An empty working set says what to do about it.
  @Test func `the empty working set`() throws {
    try sandbox.lines("mkdir", "/folder")
    let result = try sandbox.run("tail")
    #expect(result.status == 0)
    #expect(result.error.contains("--container all"))
    #expect(result.error.contains("favorite"))
  }

  /// Members that enter and leave are additions and deletions to the working set's reader.
  @Test func `the working set`() throws {
    try sandbox.lines("mkdir", "/a")
    try sandbox.lines("favorite", "/a")
    let first = try sandbox.run("tail", "--json").objects()
    #expect(first.map { $0["event"] as? String } == ["add", "anchor"])
    let anchor = try #require(first[1]["anchor"] as? String)
    try sandbox.lines("favorite", "/a", "--remove")
    let second = try sandbox.run("tail", "--json", "--since", anchor).objects()
    #expect(second.map { $0["event"] as? String } == ["delete", "anchor"])
    #expect(second[0]["path"] as? String == "/a")
  }

  @Test func `the cursor file carries on; empty and damaged ones are refused and left as they are`() throws {
    try sandbox.lines("mkdir", "/a")
    let file = sandbox.url("cursor").path
    #expect(try tail("--cursor-file", file).map { $0["event"] as? String } == ["drop-everything", "add", "anchor"])
    try sandbox.lines("mkdir", "/b")
    #expect(try tail("--cursor-file", file).compactMap { $0["path"] as? String } == ["/b"])
    #expect(try tail("--cursor-file", file).map { $0["event"] as? String } == ["anchor"])
    for damage in ["", "garbage", "AQIB"] {
      try sandbox.write(damage, to: "cursor")
      let result = try sandbox.run("tail", "--container", "all", "--cursor-file", file)
      #expect(result.status == 65)
      #expect(try String(contentsOf: sandbox.url("cursor"), encoding: .utf8) == damage)
    }
  }

  @Test func `a follower is woken by another process's commit, and interrupting it is no failure`() throws {
    try sandbox.lines("mkdir", "/start")
    let follower = try sandbox.start(["tail", "--json", "--container", "all", "--since", "now", "--follow"])
    #expect(follower.wait { $0.contains("anchor") })
    try sandbox.lines("mkdir", "/later")
    #expect(follower.wait { $0.contains("\"path\":\"/later\"") })
    follower.signal(SIGINT)
    let result = follower.wait()
    #expect(result.status == 0)
    #expect(result.lines.filter { $0.contains("/later\"") }.count == 1)
  }

  @Test func `names of every kind stay one line of valid JSON`() throws {
    let names = [
      "line\nfeed", "quote\"back\\slash", "tab\t", "bell\u{7}", "Ünïcödé 🎉", "del\u{7f}", "-dash", " space ",
    ]
    for name in names { try sandbox.lines("mkdir", "/\(name)") }
    #expect(try tail("-n", "100").compactMap { $0["path"] as? String } == names.map { "/" + $0 })
  }

  @Test func `text for people, without colours where there is no terminal`() throws {
    try sandbox.lines("mkdir", "/a")
    try sandbox.lines("mv", "/a", "/b")
    let result = try sandbox.run("tail", "--container", "all", "--individual")
    let plain = result.output.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, with: "TIME")
    #expect(
      plain == """
        TIME  add     /b/  org.openfileprovider.cli
        TIME  update  /a → /b/  filename  org.openfileprovider.cli

        """)
    #expect(result.error.hasPrefix("anchor: "))
  }

  /// It is in the trash no more, so the store does not know whose it was there.
  @Test func `what comes back from the trash was in the owner's trash`() throws {
    try sandbox.lines("mkdir", "/a")
    try sandbox.lines("trash", "put", "/a")
    let anchor = try anchor()
    try sandbox.lines("trash", "restore", "a")
    let line = try #require(try tail("--since", anchor).first)
    #expect(line["path"] as? String == "/a")
    #expect(line["previousPath"] as? String == "/.Trash-\(geteuid())/files/a", "\(line)")
  }
}
