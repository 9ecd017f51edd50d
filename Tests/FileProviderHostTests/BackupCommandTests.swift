import Foundation
import Glibc
import TestSupport
import Testing

/// `domain backup` and `domain restore`, as a person meets them.
@Suite struct BackupCommandTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("text", to: "source/file")
    try sandbox.lines("import", "--contents", sandbox.url("source").path)
  }

  private func left() throws -> [String] {
    let manager = FileManager.default
    return try
      (manager.contentsOfDirectory(atPath: sandbox.root.path)
      + manager.contentsOfDirectory(atPath: sandbox.url("data/fileprovider").path)
      + manager.contentsOfDirectory(atPath: sandbox.url("data/fileprovider/default").path))
      .filter { $0.contains("backup") || $0.contains("restore") }
  }

  @Test func `- is standard output, and a full disk behind it is a failure`() throws {
    #expect(
      try sandbox.type("fileprovider domain backup - | cat > file.tar; fileprovider domain restore file.tar copy")
        .status == 0)
    #expect(try sandbox.lines("cat", "--domain", "copy", "/file") == ["text"])
    let full = try sandbox.type("fileprovider domain backup - > /dev/full")
    #expect(full.status == 1 && full.error.contains("No space left on device"), "\(full)")
    let closed = try sandbox.type("fileprovider domain backup - >&-")
    #expect(closed.status == 1 && closed.error.contains("standard output: "), "\(closed)")
    #expect(try left().isEmpty)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [SIGINT, SIGTERM])
  func `interrupted while the archive is written: nothing is left, and the file is as it was`(signal: Int32) throws {
    try sandbox.write("old", to: "backup-file")
    mkfifo(sandbox.url("pipe").path, 0o600)
    // A pipe that no program reads: tar stays in the middle of the archive.
    let reader = open(sandbox.url("pipe").path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let command = try sandbox.startProgram(
      ["/bin/sh", "-c", "exec \"$F\" domain backup - > pipe"], ["F": Sandbox.fileprovider])
    defer { command.kill() }
    eventually {
      var waiting: Int32 = 0
      _ = ioctl(reader, UInt(FIONREAD), &waiting)
      return waiting >= 4096 || command.hasEnded
    }
    #expect(try left() != ["backup-file"])
    command.signal(signal)
    #expect(command.wait().status == 130)
    #expect(try left() == ["backup-file"])
    #expect(try String(contentsOf: sandbox.url("backup-file"), encoding: .utf8) == "old")
  }

  /// A full disk is a failure of the disk and not of the domain, and whatever was there before is there still.
  @Test(.enabled(if: geteuid() == 0, "only root can mount")) func `a full disk`() throws {
    try sandbox.write(String(repeating: "contents ", count: 200_000), to: "source/large")
    try sandbox.lines("import", "--contents", sandbox.url("source").path)
    try sandbox.write("", to: "small/mountpoint")
    let result = try sandbox.program(
      "unshare", "-m", "/bin/sh", "-c",
      """
      mount --make-rprivate / && mount -t tmpfs -o size=1m none small && echo old | tee small/file > small/large
      for words in 'domain backup small/file' 'export --force /large small/large'; do "$F" $words; echo $?; done
      cat small/file small/large; ls -A small
      """, variables: ["F": Sandbox.fileprovider])
    #expect(result.output == "1\n1\nold\nold\nfile\nlarge\n", "\(result)")
    #expect(try left().isEmpty)
  }

  @Test func `what is no archive is told once, and makes nothing`() throws {
    try sandbox.write("no archive", to: "archive")
    let result = try sandbox.run("domain", "restore", "archive", "copy")
    #expect(result.status == 65 && result.error.contains("tar: ") && !result.error.contains("tar: tar:"), "\(result)")
    #expect(try left().isEmpty && sandbox.lines("domain", "list") == ["default"])
  }
}
