import Foundation
import Glibc
import TestSupport
import Testing

/// Command lines as fingers type them, and what is said of those that are wrong.
@Suite struct UsageTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(String(repeating: "x", count: 3000), to: "source/a/file")
    try sandbox.write("x", to: "source/a/b/c/deep")
    try sandbox.lines("import", sandbox.url("source/a").path)
  }

  @Test(arguments: [
    "tail -n1 --json --container all", "tail -n 1 --json --container all", "search -n1 --all file",
    "search -0n5 --all file",
    "ls -lh /a",
    "ls -lha", "ls -R -h -1 -A /a", "ls -1R", "ls -ld /a", "rm -R /a/b", "rm -rf /a/b /none", "rm -fr /a/b",
    "cp -a -f -R /a /z",
    "cp -af /a /z", "cp -rf /a/file /z", "mkdir -p /x/y", "mv -f /a/file /a/other", "mv -n /a/file /a/other", "ls -h",
  ])
  func `lines that do what they do everywhere`(line: String) throws {
    let result = try sandbox.start(line.split(separator: " ").map(String.init)).wait()
    #expect(result.status == 0 && result.error.isEmpty && !result.output.contains("USAGE"), "\(result)")
  }

  @Test(arguments: ["--log-level trace ls /a", "ls --log-level=error /a", "ls /a --log-level debug"])
  func `every command takes a log level`(line: String) throws {
    let result = try sandbox.start(line.split(separator: " ").map(String.init)).wait()
    #expect(result.status == 0 && result.output == "b\nfile\n", "\(result)")
  }

  @Test func `the log level goes to the mount that a command starts`() throws {
    guard Machine.hasFUSE else { return }
    try sandbox.lines("mount", "--log-level", "debug", sandbox.mountpoint)
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    let pid = try #require(try sandbox.status().mounts.first?.pid)
    let environment = try String(
      decoding: Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/environ")), as: UTF8.self)
    #expect(environment.split(separator: "\0").contains("FILEPROVIDER_LOG=debug"))
  }

  @Test(arguments: [
    ("rm -rfh /a", "unknown option “-h” in “-rfh”; see “fileprovider rm --help”"),
    ("cat -dash", "unknown option “-d” in “-dash”; see “fileprovider cat --help”"),
    ("rm -x", "unknown option “-x”; see “fileprovider rm --help”"),
    ("stat --jsno", "unknown option “--jsno”; see “fileprovider stat --help”"),
    ("trash restore -x --to /a", "unknown option “-x”; see “fileprovider trash restore --help”"),
    ("tail --bogus", "unknown option “--bogus”; see “fileprovider tail --help”"),
    ("tail -n x", "the value “x” is invalid for “-n N”; see “fileprovider tail --help”"),
    (
      "domain set work --limit-up 5",
      "--limit-up requires a number of bytes per second, at least 128K, such as 800K or 2M, or “none”, not “5”; see “fileprovider domain set --help”"
    ),
    ("tail -n", "missing value for “-n N”; see “fileprovider tail --help”"),
    ("mv", "missing expected argument “PATH…”; see “fileprovider mv --help”"),
    ("trash put", "missing expected argument “PATH…”; see “fileprovider trash put --help”"),
    ("help nosuch", "unknown command “nosuch”; “fileprovider help” lists the commands"),
    ("help trash nosuch", "unknown command “nosuch”; “fileprovider help trash” lists the commands"),
    (
      "tail -n1 --since begin",
      "-n cannot be combined with --since begin or --cursor-file: changes not printed would be lost; see “fileprovider tail --help”"
    ),
    (
      "rm --author remote /a",
      "the author “remote” is reserved for the provider; choose another; see “fileprovider rm --help”"
    ),
    (
      "mount --author remote /a",
      "the author “remote” is reserved for the provider; choose another; see “fileprovider mount --help”"
    ),
    (
      "--log-level loud ls",
      "unknown log level “loud”; the levels are trace, debug, info, notice, warning, error, critical"
    ),
    (
      "ls --log-level",
      "missing value for “--log-level LEVEL”; the levels are trace, debug, info, notice, warning, error, critical"
    ),
    ("--log-level debug ls --jsno", "unknown option “--jsno”; see “fileprovider ls --help”"),
    ("unmount", "missing operand: unmount requires mount points or --all; see “fileprovider unmount --help”"),
  ])
  func `wrong lines end with 64 and one line, which names the option with its dashes and the command's own help`(
    line: String, message: String
  ) throws {
    let result = try sandbox.start(line.split(separator: " ").map(String.init)).wait()
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.error == "fileprovider: usage: \(message)\n")
  }

  @Test(arguments: [
    (["cp", "--help"], "SOURCE… DEST"), (["mv", "--help"], "SOURCE… DEST"), (["export", "--help"], "SOURCE… DEST"),
    (["mount", "--help"], "-o OPTIONS"), (["trash", "empty", "--help"], "--older-than AGE"),
    (["trash", "restore", "--help"], "--to PATH"), (["tail", "--help"], "--fields FIELDS"),
    (["tail", "--help"], "--since WHEN"),
    (["domain", "set", "--help"], "--history AGE|N"), (["tag", "--help"], "  +TAG|-TAG  "),
    (["mkdir", "--help"], "  PATH                    The folders to create."),
    (["mkdir", "--help"], "  -p, --parents           Create missing parent"),
    (["trash", "--help"], "See “fileprovider help trash SUBCOMMAND” for more."),
    (["working-set", "--help"], "recents|favorites|tags|shared|trashed|pinned"),
    (["completions", "--help"], "bash|zsh|fish"), (["rm", "--help"], "PATH…"),
    (["help", "rm"], "Ignore missing items;"),
    (["ls", "--help"], "--human-readable"), (["--help"], "EXIT STATUS:"), (["help"], "FILES:"), ([], "ENVIRONMENT:"),
    (["tail", "--help"], "birthtime"), (["tail", "-h"], "with --follow, keep printing new ones"),
  ])
  func `help names things as manual pages do`(words: [String], text: String) throws {
    let result = try sandbox.start(words).wait()
    #expect(result.status == 0 && result.output.contains(text) && result.error.isEmpty, "\(result)")
    #expect(!result.output.contains("> ..."))
  }

  @Test func `ls shows what it is asked for: sizes for people, what is in folders, and a folder itself`() throws {
    #expect(try sandbox.lines("ls", "-lh", "/a").contains { $0.contains("2.9 KiB") })
    #expect(try sandbox.run("ls", "-R", "/a").output == "/a:\nb\nfile\n\n/a/b:\nc\n\n/a/b/c:\ndeep\n")
    #expect(try sandbox.lines("ls", "-d", "/a") == ["/a"])
    #expect(try sandbox.run("ls", "-R", "--json", "/").objects().count == 5)
  }

  @Test func `cp -a keeps times, -f replaces files and goes into folders that are there`() throws {
    var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
    utimensat(AT_FDCWD, sandbox.url("source/a/file").path, &times, 0)
    try sandbox.lines("import", sandbox.url("source/a").path)
    try sandbox.lines("mkdir", "-p", "/z/a/b")
    try sandbox.lines("cp", "-af", "/a", "/z")
    try sandbox.lines("cp", "-af", "/a", "/z")
    let object = try #require(try sandbox.run("stat", "--json", "/z/a/file").objects().first)
    #expect((object["mtime"] as? String)?.hasPrefix("2001-09-09T01:46:40") == true)
    #expect(try sandbox.lines("cat", "/z/a/b/c/deep") == ["x"])
    #expect(try sandbox.run("cp", "/a/file", "/z/a/file").status == 1)
    #expect(try sandbox.run("check").status == 0)
  }
}
