import Foundation
import Glibc
import TestSupport
import Testing

/// `stat`, `cat`, `cp` and `export`.
@Suite struct ContentCommandTests {
  let sandbox: Sandbox

  /// `/tree` with two files, an empty one, a link and a folder in it.
  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("one\n", to: "source/tree/one.txt")
    try sandbox.write("two, without an end", to: "source/tree/inner/two")
    try sandbox.write("", to: "source/tree/empty")
    symlink("one.txt", sandbox.url("source/tree/link").path)
    chmod(sandbox.url("source/tree/one.txt").path, 0o640)
    var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 7), timespec(tv_sec: 1_000_000_000, tv_nsec: 123_456_789)]
    utimensat(AT_FDCWD, sandbox.url("source/tree/one.txt").path, &times, 0)
    try sandbox.lines("import", sandbox.url("source/tree").path)
  }

  private func text(_ path: String) throws -> String { try String(contentsOf: sandbox.url(path), encoding: .utf8) }

  private func status(_ path: String) -> stat {
    var status = stat()
    lstat(sandbox.url(path).path, &status)
    return status
  }

  // MARK: stat

  @Test func `stat tells what is known`() throws {
    try sandbox.lines("tag", "/tree/one.txt", "+red")
    try sandbox.lines("pin", "/tree/one.txt")
    let lines = try sandbox.lines("stat", "/tree/one.txt")
    #expect(lines.first == "/tree/one.txt")
    let facts = ["file, public.plain-text", "size        4 bytes", "-rw-r-----", "tags        red", "pinned      yes"]
    for expected in facts {
      #expect(lines.contains { $0.contains(expected) }, "\(expected): \(lines)")
    }
    let object = try #require(try sandbox.run("stat", "--json", "tree/one.txt").objects().first)
    #expect(object["path"] as? String == "/tree/one.txt" && object["kind"] as? String == "file")
    #expect(object["name"] as? String == "one.txt" && object["size"] as? Int == 4)
    #expect(object["tags"] as? [String] == ["red"] && object["pinned"] as? Bool == true)
    #expect((object["mtime"] as? String)?.hasPrefix("2001-09-09T01:46:40.123456") == true, "\(object)")
    let parent = try #require(try sandbox.run("stat", "--json", "/tree").objects().first)
    #expect(object["parent"] as? String == parent["identifier"] as? String)
  }

  @Test func `stat of what is missing is listed and the rest is done`() throws {
    let result = try sandbox.run("stat", "--json", "/missing", "/tree")
    #expect(result.status == 1 && result.error == "fileprovider: /missing: no such item\n")
    #expect(try result.objects().map { $0["path"] as? String } == ["/tree"])
  }

  // MARK: cat

  @Test func `cat prints contents one after the other`() throws {
    let result = try sandbox.run("cat", "/tree/inner/two", "/tree/empty", "/tree/one.txt")
    #expect(result.status == 0 && result.output == "two, without an endone\n" && result.error.isEmpty)
  }

  @Test func `cat refuses what has no contents`() throws {
    let result = try sandbox.run("cat", "/tree", "/tree/link", "/none", "/tree/one.txt")
    #expect(result.status == 1 && result.output == "one\n")
    let errors = result.error.split(separator: "\n")
    #expect(errors.count == 3, "\(result.error)")
    #expect(errors[0] == "fileprovider: /tree: a folder has no contents")
    #expect(errors[2] == "fileprovider: /none: no such item")
  }

  // MARK: cp

  @Test func `copies have the contents and are their own`() throws {
    try sandbox.lines("cp", "/tree/one.txt", "/copy")
    try sandbox.lines("cp", "/tree/one.txt", "/tree/link", "/tree/inner")
    #expect(try sandbox.lines("cat", "/copy") == ["one"])
    #expect(try sandbox.lines("ls", "/tree/inner").sorted() == ["link", "one.txt", "two"])
  }

  @Test func `folders are copied with all that is in them`() throws {
    let refused = try sandbox.run("cp", "/tree", "/other")
    #expect(refused.status == 1 && refused.error == "fileprovider: /tree: is a folder; use -r to copy it\n")
    try sandbox.lines("cp", "-r", "/tree", "/other")
    #expect(try sandbox.lines("ls", "-a", "/other") == ["empty", "inner", "link", "one.txt"])
    #expect(try sandbox.run("cat", "/other/inner/two").output == "two, without an end")
    try sandbox.lines("rm", "-r", "/tree")
    #expect(try sandbox.lines("cat", "/other/one.txt") == ["one"])
    #expect(try sandbox.run("check").status == 0)
  }

  @Test func `copying into itself or over something is refused`() throws {
    #expect(try sandbox.run("cp", "-r", "/tree", "/tree/inner").error.contains("cannot be copied into itself"))
    let taken = try sandbox.run("cp", "/tree/one.txt", "/tree/empty")
    #expect(taken.status == 1 && taken.error == "fileprovider: /tree/empty: already exists\n")
    #expect(try sandbox.run("cp", "/tree/one.txt", "/none/copy").error.contains("no such folder"))
    #expect(try sandbox.run("cp", "/none", "/copy").error == "fileprovider: /none: no such item\n")
    #expect(try sandbox.run("cp", "/tree/one.txt").status == 64)
    #expect(try sandbox.run("cat", "/tree/empty").output.isEmpty)
  }

  // MARK: export

  @Test func `export is the way back of import`() throws {
    try sandbox.lines("export", "/tree", sandbox.url("target").path)
    #expect(try text("target/tree/inner/two") == "two, without an end")
    let (before, after) = (status("source/tree/one.txt"), status("target/tree/one.txt"))
    #expect(after.st_mode == before.st_mode && after.st_size == 4)
    #expect(after.st_mtim.tv_sec == 1_000_000_000 && after.st_mtim.tv_nsec == 123_456_789)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: sandbox.url("target/tree/link").path) == "one.txt")
    try sandbox.lines("export", "--contents", "/tree", sandbox.url("flat").path)
    #expect(try text("flat/one.txt") == "one\n")
  }

  @Test func `export replaces only when forced`() throws {
    try sandbox.write("mine\n", to: "target/one.txt")
    let refused = try sandbox.run("export", "/tree/one.txt", "/tree/empty", sandbox.url("target").path)
    #expect(refused.status == 1 && refused.error.contains("/tree/one.txt"), "\(refused)")
    #expect(refused.error.contains("--force replaces it"), "\(refused)")
    #expect(try text("target/one.txt") == "mine\n" && status("target/empty").st_mode & S_IFMT == S_IFREG)
    try sandbox.lines("export", "--force", "/tree/one.txt", sandbox.url("target").path)
    #expect(try text("target/one.txt") == "one\n")
  }

  @Test func `export of what is missing or into a file is refused`() throws {
    let missing = try sandbox.run("export", "/none", "/tree/one.txt", sandbox.url("target").path)
    #expect(missing.status == 1 && missing.error.hasPrefix("fileprovider: /none: no such item\n"))
    #expect(try text("target/one.txt") == "one\n")
    try sandbox.write("x", to: "file")
    let file = try sandbox.run("export", "/tree", sandbox.url("file").path)
    #expect(file.status == 1 && file.error.contains("Not a directory"), "\(file)")
    #expect(try sandbox.run("export", "--contents", "/tree/one.txt", sandbox.url("target").path).status == 64)
    #expect(try sandbox.run("export", "/tree").status == 64)
  }
}
