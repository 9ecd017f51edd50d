import Foundation
import TestSupport
import Testing

/// `--dry-run`, `--verbose` and `--exclude` of import, export and rm.
@Suite struct BulkOptionsTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("one", to: "src/one.txt")
    try sandbox.write("two", to: "src/sub/two.o")
    try sandbox.write("three", to: "src/build/three.txt")
  }

  private func tree(_ path: String = "/") throws -> [String] {
    let result = try sandbox.run("tail", "--container", "all", "--since", "begin", "-0")
    return result.output.split(separator: "\0").map(String.init).filter { $0.hasPrefix(path) }.sorted()
  }

  private func files(_ folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: sandbox.url(folder).path)?.allObjects as? [String] ?? []).sorted()
  }

  // MARK: import

  @Test
  func `a rehearsal says what would come, and what is left out; nothing is made, not even the folder to import into`()
    throws
  {
    let result = try sandbox.run("import", "--dry-run", "--into", "/new", "src")
    #expect(result.status == 0, "\(result)")
    #expect(
      Set(result.lines) == [
        "would add src", "would add src/one.txt", "would add src/sub", "would add src/sub/two.o", "would add src/build",
        "would add src/build/three.txt",
      ])
    #expect(result.error.contains("import (dry run): 6 items seen, 6 new"), "\(result.error)")
    #expect(try tree().isEmpty)
    #expect(
      files("data/fileprovider/default/contents").filter { sandbox.isFile("data/fileprovider/default/contents/" + $0) }
        .isEmpty)
    try sandbox.lines("import", "src")
    try sandbox.write("changed", to: "src/one.txt")
    try FileManager.default.removeItem(at: sandbox.url("src/build"))
    let second = try sandbox.run("import", "-n", "--delete", "src")
    #expect(
      second.lines.sorted() == [
        "would delete src/build", "would delete src/build/three.txt", "would update src/one.txt",
      ])
    #expect(try tree("/src/build").count == 2)
    #expect(try sandbox.lines("cat", "/src/one.txt") == ["one"])
  }

  @Test func `what is done to each item is said, once it is done, and nothing of what is as it was`() throws {
    #expect(try sandbox.lines("import", "-v", "src").count == 6)
    #expect(try sandbox.lines("import", "-v", "src").isEmpty)
    try sandbox.write("changed", to: "src/one.txt")
    try FileManager.default.removeItem(at: sandbox.url("src/sub"))
    #expect(
      try sandbox.lines("import", "-v", "--delete", "src").sorted()
        == ["deleted src/sub", "deleted src/sub/two.o", "updated src/one.txt"])
  }

  @Test func `what is excluded does not come, and is not deleted either`() throws {
    try sandbox.lines("import", "--exclude", "*.o", "--exclude", "build/", "src")
    #expect(try tree() == ["/src", "/src/one.txt", "/src/sub"])
    try sandbox.lines("import", "--exclude", "/src/one.txt", "src")
    try FileManager.default.removeItem(at: sandbox.url("src/build"))
    try FileManager.default.removeItem(at: sandbox.url("src/sub"))
    try sandbox.lines("import", "--delete", "--exclude", "build/", "--exclude", "*.o", "src")
    #expect(
      try tree() == ["/src", "/src/build", "/src/build/three.txt", "/src/one.txt", "/src/sub", "/src/sub/two.o"])
    try sandbox.lines("import", "--contents", "--into", "/flat", "--exclude", "/one.txt", "src")
    #expect(try tree("/flat") == ["/flat"])
  }

  // MARK: export

  @Test func `a rehearsal makes no folder; it says what would be written, and what --force is needed for`() throws {
    try sandbox.lines("import", "src")
    let result = try sandbox.run("export", "-n", "/src", "out")
    #expect(
      result.status == 0 && result.lines.count == 6 && result.lines.contains("would add /src/sub/two.o"), "\(result)")
    #expect(files("out").isEmpty && !sandbox.isFile("out"))
    #expect(result.error.contains("export (dry run)"))
    try sandbox.lines("export", "/src", "out")
    #expect(try sandbox.lines("export", "-n", "/src", "out").isEmpty)
    try sandbox.write("mine, longer", to: "out/src/one.txt")
    let refused = try sandbox.run("export", "-n", "/src", "out")
    #expect(refused.status == 1 && refused.error.contains("--force replaces it"), "\(refused)")
    #expect(try sandbox.lines("export", "-n", "--force", "/src", "out") == ["would update /src/one.txt"])
    #expect(try String(contentsOf: sandbox.url("out/src/one.txt"), encoding: .utf8) == "mine, longer")
  }

  @Test func `export reported and excluded`() throws {
    try sandbox.lines("import", "src")
    let lines = try sandbox.lines("export", "-v", "--exclude", "build/", "--exclude", "/src/sub/*", "/src", "out")
    #expect(lines.sorted() == ["added /src", "added /src/one.txt", "added /src/sub"])
    #expect(files("out") == ["src", "src/one.txt", "src/sub"])
    #expect(try sandbox.run("export", "-v", "/src/one.txt", "-").status == 64)
  }

  // MARK: rm

  @Test func `removal rehearsed and reported`() throws {
    try sandbox.lines("import", "src")
    let before = try tree()
    #expect(try sandbox.lines("rm", "-rn", "/src/sub") == ["would delete /src/sub/two.o", "would delete /src/sub"])
    #expect(try sandbox.lines("rm", "-n", "--trash", "/src/sub") == ["would trash /src/sub"])
    #expect(try sandbox.run("rm", "-n", "/src/sub").status == 1)
    #expect(try tree() == before)
    #expect(try sandbox.lines("rm", "-rv", "/src/sub") == ["deleted /src/sub/two.o", "deleted /src/sub"])
    #expect(try sandbox.lines("rm", "-v", "--trash", "/src/one.txt") == ["trashed /src/one.txt"])
    #expect(try tree("/src") == ["/src", "/src/build", "/src/build/three.txt"])
  }

  @Test func `what is excluded stays, with the folders it is in`() throws {
    try sandbox.lines("import", "src")
    try sandbox.lines("rm", "-r", "--exclude", "*.o", "/src")
    #expect(try tree() == ["/src", "/src/sub", "/src/sub/two.o"])
    #expect(try sandbox.run("rm", "--trash", "--exclude", "*.o", "/src").status == 64)
    #expect(try sandbox.run("rm", "-r", "--exclude", "", "/src").status == 64)
    #expect(try tree("/src/sub/two.o").count == 1)
  }
}

extension Sandbox {
  fileprivate func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url(path).path, isDirectory: &isFolder) && !isFolder.boolValue
  }
}
