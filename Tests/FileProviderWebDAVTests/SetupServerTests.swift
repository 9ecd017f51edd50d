import Foundation
import TestSupport
import Testing

/// `setup` with a server. The server and the browser are the tests' own, and the keyring is real.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct SetupServerTests {
  let server: LyingServer
  let sandbox: Sandbox

  init() throws {
    server = try LyingServer(isCloud: true)
    sandbox = try Sandbox()
    try server.lie("locked")
    try sandbox.write("#!/bin/sh\nexec curl -sS \"$1\"\n", to: "bin/xdg-open")
    chmod(sandbox.url("bin/xdg-open").path, 0o755)
  }

  private var variables: [String: String] {
    [
      "DISPLAY": ":99", "PATH": sandbox.folder + "/bin:/usr/bin:/bin",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
    ]
  }

  private func start(_ words: String..., on terminal: TerminalPair, in session: [String: String] = [:]) throws
    -> RunningProcess
  {
    let environment = sandbox.environment.merging(variables) { $1 }.merging(session) { $1 }
    return try terminal.start([Sandbox.fileprovider, "setup"] + words, in: sandbox, environment: environment)
  }

  private func secrets() throws -> String {
    try sandbox.shell("grep -rl app-password data state .config 2>/dev/null").output
  }

  @Test func `a browser logs in to a Nextcloud if the person wants it`() throws {
    let terminal = try TerminalPair(columns: 200, rows: 24)
    let process = try start("cloud", on: terminal)
    _ = terminal.shows { $0.contains("Server to mount") }
    terminal.type("ftp://example.org\n")
    #expect(terminal.shows { $0.contains("must begin with https://") }.contains("must begin with https://"))
    terminal.type(server.origin + "\n")
    _ = terminal.shows { $0.contains("[files]") }
    terminal.type("\n")
    #expect(terminal.shows { $0.contains("[Y/n]") }.contains("This is a Nextcloud"))
    terminal.type("\n")
    _ = terminal.shows { $0.contains("Where to mount it") }
    terminal.type("mnt\n")
    let text = terminal.shows { $0.contains("unmount it") }
    #expect(process.wait(seconds: 60).status == 0, "\(text)")
    // There is no session with a keyring.
    #expect(text.contains("the password is kept in a file that only you can read"), "\(text)")
    #expect(try secrets() == "data/fileprovider/cloud/webdav/password\n")
    // The tests have no password.
    try server.lie()
    try server.write("theirs\n", to: "file")
    #expect(eventually { (try? sandbox.shell("cat mnt/file").output) == "theirs\n" })
    let again = try sandbox.run("setup", "cloud", "--webdav", server.origin, "--by-hand", "--mountpoint", "mnt")
    #expect(again.status == 0 && again.error.contains("left unchanged"), "\(again)")
    let other = try sandbox.run("setup", "cloud", "--webdav", "http://127.0.0.1:1/dav/", "--by-hand")
    #expect(other.status == 1 && other.error.contains("exists for another server"), "\(other)")
    _ = try sandbox.run("unmount", "mnt")
  }

  @Test(.enabled(if: TestKeyring.problem == nil, "\(TestKeyring.problem ?? "")"))
  func `a password goes to the keyring, unless that is not wanted`() throws {
    let keyring = try TestKeyring()
    let session = variables.merging(["DBUS_SESSION_BUS_ADDRESS": keyring.address]) { $1 }
    let words = ["setup", "--webdav", server.origin, "--login", "--by-hand", "--mountpoint", "mnt"]
    let kept = try sandbox.startProgram([Sandbox.fileprovider] + words, session).wait()
    #expect(kept.status == 0, "\(kept)")
    #expect(try secrets().isEmpty)
    #expect(
      try sandbox.startProgram([Sandbox.fileprovider, "domain", "test", "127.0.0.1"], session).wait().status == 0)
    _ = try sandbox.run("unmount", "mnt")
    let file = try sandbox.startProgram([Sandbox.fileprovider] + words + ["file", "--no-keyring"], session).wait()
    #expect(file.status == 0, "\(file)")
    #expect(try secrets() == "data/fileprovider/file/webdav/password\n")
    _ = try sandbox.run("unmount", "mnt")
  }

  @Test func `what fails after the login gives the password back`() throws {
    let full = try sandbox.run("setup", "--webdav", server.origin, "--login", "--by-hand", "--mountpoint", ".")
    #expect(full.status == 1 && full.error.contains("not empty"), "\(full)")
    #expect(try server.requests().isEmpty)
    try sandbox.write("x", to: "mnt/file")
    let words = ["setup", "cloud", "--webdav", server.origin, "--login", "--by-hand", "--mountpoint", "mnt/file/x"]
    let result = try sandbox.startProgram([Sandbox.fileprovider] + words, variables).wait()
    #expect(result.status == 1 && result.error.contains("Not a directory"), "\(result)")
    #expect(try server.requests().contains("DELETE /ocs/v2.php/core/apppassword with-password"))
    #expect(try sandbox.run("domain", "list").output == "" && secrets().isEmpty)
  }

  @Test func `an interruption of the question for the password makes nothing, and the terminal echoes again`() throws {
    let terminal = try TerminalPair(columns: 200, rows: 24)
    let process = try start("cloud", "--webdav", server.address, "--user", "me", "--by-hand", on: terminal)
    _ = terminal.shows { $0.contains("Where to mount it") }
    terminal.type("mnt\n")
    #expect(terminal.shows { $0.contains("Password for") }.contains("Password for"))
    #expect(eventually { !terminal.editsLines })
    process.signal(SIGINT)
    #expect(process.wait(seconds: 60).status == 130)
    #expect(terminal.editsLines)
    #expect(try sandbox.run("domain", "list").output == "")
    #expect(access(sandbox.url("mnt").path, F_OK) != 0)
  }
}
