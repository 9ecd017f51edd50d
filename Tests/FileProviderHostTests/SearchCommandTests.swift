import Foundation
import TestSupport
import Testing

/// `search`, `working-set`, `completions`, `open` and `watch`.
@Suite struct SearchCommandTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Puts files with these paths into the default domain.
  private func importFiles(_ paths: String...) throws {
    for path in paths { try sandbox.write("x", to: "source/" + path) }
    try sandbox.lines("import", "--contents", "source")
  }

  /// A search knows of what happened just before it, with no mount running.
  @Test func `a search knows of the last change`() throws {
    try importFiles("Apollo/report.pdf", "notes.txt")
    #expect(try sandbox.lines("search", "--all", "report") == ["/Apollo/report.pdf"])
    #expect(try sandbox.lines("search", "--all", "apollo", "report") == ["/Apollo/report.pdf"])
    try sandbox.lines("mv", "/Apollo", "/Gemini")
    #expect(try sandbox.lines("search", "--all", "gemini", "report") == ["/Gemini/report.pdf"])
    #expect(try sandbox.lines("search", "--all", "apollo").isEmpty)
    try sandbox.lines("rm", "-r", "/Gemini")
    #expect(try sandbox.lines("search", "--all", "report").isEmpty)
  }

  /// Only the working set, unless all is asked for.
  @Test func `members are searched by default`() throws {
    try importFiles("report one.txt", "report two.txt")
    #expect(try sandbox.lines("search", "report").isEmpty)
    try sandbox.lines("favorite", "/report two.txt")
    #expect(try sandbox.lines("search", "report") == ["/report two.txt"])
    #expect(try sandbox.lines("search", "--all", "-n", "1", "report") == ["/report two.txt"])
    for count in ["0", String(Int.max)] {
      #expect(try sandbox.lines("search", "--all", "-n", count, "report").count == 2)
    }
  }

  @Test func `filters narrow down`() throws {
    try importFiles("a.png", "b.pdf", "sub/c.png")
    try sandbox.lines("tag", "/b.pdf", "+very important")
    #expect(try sandbox.lines("search", "--tag", "Very Important") == ["/b.pdf"])
    #expect(try sandbox.lines("search", "--tag", "important").isEmpty)
    #expect(Set(try sandbox.lines("search", "--all", "--type", "image")) == ["/a.png", "/sub/c.png"])
    #expect(try sandbox.lines("search", "--all", "--type", "folder") == ["/sub"])
    #expect(try sandbox.lines("search", "--all", "--modified", "1h", "a") == ["/a.png"])
    #expect(try sandbox.lines("search", "--all", "--modified", "2000..2001", "a").isEmpty)
  }

  /// One JSON object a line, and paths with zero bytes between them, whatever is in a name.
  @Test func `output for programs`() throws {
    try importFiles("odd\n\"name\".txt")
    let object = try #require(try sandbox.run("search", "--all", "--json", "odd").objects().first)
    #expect(object["path"] as? String == "/odd\n\"name\".txt")
    #expect(object["kind"] as? String == "file")
    #expect(object["identifier"] as? String != nil)
    #expect(try sandbox.run("search", "--all", "-0", "odd").output == "/odd\n\"name\".txt\0")
  }

  @Test(arguments: [
    ["search"], ["search", "-n", "-1", "a"], ["search", "--modified", "someday", "a"], ["search", "--json", "-0", "a"],
    ["search", "--modified", "2024-13", "a"], ["search", "--modified", "2025..2024", "a"], ["completions", "tcsh"],
    ["working-set", "nothing"], ["trash", "empty", "--older-than", "soon"],
  ])
  func `wrong usage`(words: [String]) throws {
    #expect(try sandbox.start(words).wait().status == 64)
  }

  /// An index that is damaged costs time and nothing else.
  @Test func `a damaged index is made again`() throws {
    try importFiles("report.pdf")
    #expect(try sandbox.lines("search", "--all", "report") == ["/report.pdf"])
    try sandbox.write("this is no database", to: "data/fileprovider/default/search.sqlite")
    #expect(try sandbox.lines("search", "--all", "report") == ["/report.pdf"])
  }

  /// Each part of the working set, in the order in which a person expects it.
  @Test func `the working set and its parts`() throws {
    try importFiles("a", "b", "c")
    try sandbox.lines("favorite", "/b", "/a")
    try sandbox.lines("pin", "/c")
    try sandbox.lines("tag", "/c", "+red")
    func paths(_ words: String...) throws -> [String] {
      try sandbox.start(["working-set", "--json"] + words).wait().objects().compactMap { $0["path"] as? String }
    }
    #expect(Set(try paths()) == ["/a", "/b", "/c"])
    #expect(try paths("favorites") == ["/b", "/a"])
    #expect(try paths("pinned") == ["/c"])
    #expect(try paths("tags") == ["/c"])
    #expect(try paths("recents").isEmpty)
    try sandbox.lines("trash", "put", "/c")
    #expect(try paths("trashed").count == 1)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions for each shell`(shell: String) throws {
    let script = try sandbox.run("completions", shell)
    #expect(script.status == 0)
    #expect(script.output.contains("working-set"))
  }

  /// What is not mounted cannot be opened by other programs.
  @Test func `open wants a mount`() throws {
    try importFiles("a")
    let result = try sandbox.run("open", "/a")
    #expect(result.status == 69)
    #expect(result.error.contains("mount it first"))
  }

  /// Without a terminal, `watch` has nothing to draw on, and does not print for ever.
  @Test(.timeLimit(.minutes(1))) func `watch without a terminal names tail`() throws {
    try importFiles("a")
    let result = try sandbox.run("watch")
    #expect(result.status == 64 && result.error.contains("tail --follow”"), "\(result)")
  }

  @Test func `that recents come later is said where there is none yet`() throws {
    try importFiles("a")
    let shown = try sandbox.shell("script -qec \"'$F' working-set recents\" /dev/null", ["F": try Sandbox.fileprovider])
    #expect(shown.output.contains("nothing yet: ") && shown.output.contains("ten seconds"), "\(shown)")
    #expect(try sandbox.lines("working-set", "recents").isEmpty)
  }

  /// A type that nobody knows finds what ends so, and is said to be unknown where nothing does.
  @Test func `a type that there is not`() throws {
    try importFiles("a.bogus", "b.txt")
    #expect(try sandbox.lines("search", "--all", "--type", "bogus") == ["/a.bogus"])
    let result = try sandbox.run("search", "--all", "--type", "bogos")
    #expect(result.status == 64 && result.error.contains("type “bogos”: "), "\(result)")
    #expect(result.error.contains("folder, ") && result.error.contains("image"), "\(result)")
    for known in ["video", "folder", ".bogos", "application/pdf"] {
      let result = try sandbox.run("search", "--all", "--type", known)
      #expect(result.status == 0 && result.output.isEmpty && result.error.isEmpty, "\(known): \(result)")
    }
  }
}
