import Foundation
import Glibc
import TestSupport
import Testing

/// `export`: what is written, what is left as it is, and what stays when it fails.
@Suite struct ExportCommandTests {
  let sandbox: Sandbox

  /// `/tree` with two files and a link.
  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("one\n", to: "source/tree/one.txt")
    try sandbox.write("two\n", to: "source/tree/two.txt")
    symlink("one.txt", sandbox.url("source/tree/link").path)
    try sandbox.lines("import", sandbox.url("source/tree").path)
  }

  private func text(_ path: String) throws -> String { try String(contentsOf: sandbox.url(path), encoding: .utf8) }
  private func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sandbox.url(path).path).sorted()
  }

  /// One file goes to a file of another name, into a directory that is there or is named with a slash, or to standard output.
  @Test func `a file has a file as destination`() throws {
    try sandbox.lines("export", "/tree/one.txt", "copy.txt")
    #expect(try text("copy.txt") == "one\n")
    try sandbox.lines("export", "/tree/one.txt", "folder/")
    #expect(try text("folder/one.txt") == "one\n")
    try sandbox.lines("export", "/tree/two.txt", "folder")
    #expect(try text("folder/two.txt") == "two\n")
    let output = try sandbox.run("export", "/tree/one.txt", "-")
    #expect(output.status == 0 && output.output == "one\n" && output.error.isEmpty)
    #expect(try sandbox.run("export", "/tree", "-").status == 64)
    let missing = try sandbox.run("export", "/none", "-")
    #expect(missing.status == 1 && missing.error == "fileprovider: /none: no such item\n", "\(missing)")
    let refused = try sandbox.run("export", "/tree/one.txt", "none/copy.txt")
    #expect(
      refused.status == 1 && refused.error.contains("none: No such file or directory; create the directory first"))
  }

  /// A second run leaves existing files and writes missing ones; changed files are left unless it is forced.
  @Test func `a second run writes what is missing`() throws {
    try sandbox.lines("export", "/tree", "target")
    let before = try #require(try inode("target/tree/one.txt"))
    unlink(sandbox.url("target/tree/two.txt").path)
    let second = try sandbox.run("export", "/tree", "target")
    #expect(second.status == 0 && second.error.contains("export: 4 items seen, 1 new; "), "\(second)")
    #expect(try text("target/tree/two.txt") == "two\n" && inode("target/tree/one.txt") == before)
    try sandbox.write("mine\n", to: "target/tree/one.txt")
    let third = try sandbox.run("export", "/tree", "target")
    #expect(
      third.status == 1 && third.error.contains("/tree/one.txt: skipped: ") && third.error.contains("1 skipped"))
    #expect(try text("target/tree/one.txt") == "mine\n")
    let forced = try sandbox.run("export", "--force", "/tree", "target")
    #expect(forced.status == 0 && forced.error.contains("0 new, 1 updated"), "\(forced)")
    #expect(try text("target/tree/one.txt") == "one\n")
  }

  private func inode(_ path: String) throws -> ino_t? {
    var status = stat()
    return lstat(sandbox.url(path).path, &status) == 0 ? status.st_ino : nil
  }

  /// A file that cannot be written whole leaves the one that was there, and nothing beside it.
  @Test func `a failure leaves what was there`() throws {
    let size = 4 << 20
    try Data(repeating: 7, count: size).write(to: sandbox.url("big"))
    try sandbox.lines("import", "big")
    try sandbox.write("old\n", to: "target/big")
    let result = try limited("export --force /big target", kilobytes: 64)
    #expect(result.status == 1, "\(result)")
    #expect(try names("target") == ["big"] && text("target/big") == "old\n")
    try sandbox.lines("export", "--force", "/big", "target")
    #expect(try Data(contentsOf: sandbox.url("target/big")).count == size)
  }

  /// Runs the command with a limit for the size of the files that it writes.
  private func limited(_ words: String, kilobytes: Int) throws -> ProcessResult {
    // dash and bash count blocks of 512 or 1024 bytes: either is small. The signal that tells of the limit is ignored, so that writing fails.
    let script = "trap '' XFSZ; ulimit -f \(kilobytes); exec \"$F\" \(words)"
    return try sandbox.shell(script)
  }

  /// An interruption in the middle of a file leaves the one that was there, and ends with the status that says so.
  @Test func `an interruption leaves what was there`() throws {
    // A stretch that is copied takes a while.
    let file = try FileHandle(forWritingTo: try made("big"))
    for _ in 0..<64 { try file.write(contentsOf: Data(repeating: 1, count: 4 << 20)) }
    try file.close()
    try sandbox.lines("import", "big")
    func interrupted() throws -> ProcessResult {
      try sandbox.write("old\n", to: "target/big")
      let command = try sandbox.start("export", "--force", "/big", "target")
      try eventually { try command.hasEnded || names("target").count > 1 }
      command.signal(SIGINT)
      return command.wait()
    }
    // Now and then it is over before the signal comes.
    var result = try interrupted()
    for _ in 0..<20 where result.status == 0 { result = try interrupted() }
    try #require(result.status == 130, "\(result)")
    #expect(try names("target") == ["big"] && text("target/big") == "old\n")
    #expect(result.error.contains("interrupted; run it again"))
  }

  private func made(_ path: String) throws -> URL {
    try Data().write(to: sandbox.url(path))
    return sandbox.url(path)
  }

  /// Names, targets and destinations are bytes, also those that are not UTF-8.
  @Test func `names that are bytes`() throws {
    try sandbox.type(
      #"mkdir -p "$(printf 's/caf\351')" && cd s/caf* && printf x >"$(printf '\377')" && ln -s "$(printf '\377')" l"#)
    try sandbox.lines("import", "--contents", "s")
    try sandbox.lines("export", #"/caf\xe9"#, "out")
    #expect(try sandbox.type("diff -r --no-dereference s out").status == 0)
    try sandbox.lines("export", #"/caf\xe9/\xff"#, "text")
    #expect(try text("text") == "x")
    // Given as bytes, the destination is those bytes.
    #expect(
      try sandbox.type(#"fileprovider export '/caf\xe9/\xff' "$(printf 'new\376')" && cat "$(printf 'new\376')""#)
        .output
        == "x")
    #expect(
      try sandbox.type(#"fileprovider export '/caf\xe9/l' 'as\xfftext' && readlink 'as\xfftext' | od -An -tx1"#).output
        == " ff 0a\n")
  }
}
