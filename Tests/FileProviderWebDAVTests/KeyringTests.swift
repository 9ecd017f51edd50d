import Foundation
import SecretService
import TestSupport
import Testing

/// A domain whose password is in the keyring of the session. Server, bus and keyring are real.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"),
  .enabled(if: TestKeyring.problem == nil, "\(TestKeyring.problem ?? "")"), .serialized)
struct KeyringTests {
  let apache: Apache
  let keyring: TestKeyring
  let sandbox: Sandbox

  init() throws {
    apache = try Apache()
    keyring = try TestKeyring()
    sandbox = try Sandbox()
  }

  private var session: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": keyring.address] }
  private var attributes: [String: String] {
    ["application": "fileprovider", "server": apache.address, "user": Apache.user]
  }

  private func run(_ words: String..., in session: [String: String]? = nil) throws -> ProcessResult {
    try sandbox.startProgram([Sandbox.fileprovider] + words, session ?? self.session).wait()
  }

  private func add(in session: [String: String]? = nil) throws -> ProcessResult {
    try run(
      "domain", "add", "work", "--webdav", apache.address, "--user", Apache.user, "--password-keyring", in: session)
  }

  private func store(_ password: String) throws {
    try SecretService.$address.withValue(keyring.address) {
      _ = try SecretService(isInteractive: false).store(Array(password.utf8), label: "l", attributes: attributes)
    }
  }

  private func stored() throws -> [String] {
    try SecretService.$address.withValue(keyring.address) {
      let service = try SecretService(isInteractive: false)
      return try service.search(attributes).map { String(decoding: try service.secret(of: $0), as: UTF8.self) }
    }
  }

  @Test func `a mount takes the password from the keyring, and it is nowhere else`() throws {
    try store(Apache.password)
    let added = try add()
    try #require(added.status == 0, "\(added.error)")
    try "there\n".write(to: apache.files.appendingPathComponent("theirs"), atomically: true, encoding: .utf8)
    let mounted = try run("mount", "--domain", "work", sandbox.mountpoint)
    try #require(mounted.status == 0, "\(mounted.error)")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    #expect(try sandbox.shell("cat $M/theirs").output == "there\n")
    let traces = try sandbox.shell("grep -r -l \(Apache.password) data state runtime; ls data/fileprovider/work/webdav")
    #expect(!traces.output.contains("/") && !traces.output.contains("password"), "\(traces.output)")
  }

  @Test func `a password that is typed is kept in the keyring, in place of a wrong one`() throws {
    try store("wrong")
    let terminal = try TerminalPair(columns: 200, rows: 24)
    let adding = try terminal.start(
      [
        Sandbox.fileprovider, "domain", "add", "work", "--webdav", apache.address, "--user", Apache.user,
        "--password-keyring",
      ], in: sandbox, environment: sandbox.environment.merging(session) { $1 })
    #expect(terminal.shows { $0.contains("Password for") }.contains("Password for"))
    #expect(eventually { !terminal.editsLines })
    terminal.type(Apache.password + "\n")
    let ended = adding.wait(seconds: 60)
    let text = terminal.shows { _ in true }
    #expect(ended.status == 0, "\(text)")
    #expect(!text.contains(Apache.password))
    #expect(try stored() == [Apache.password])
    #expect(try sandbox.shell("grep -r -l \(Apache.password) data").output == "")
    #expect(try run("domain", "test", "work").status == 0)
  }

  @Test func `without a session, a service or the password the reason is said, and nothing is added`() throws {
    let none = try add(in: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
    #expect(none.status == 69 && none.error.contains("no session bus"), "\(none.error)")
    let bus = try TestKeyring(isServed: false)
    let unserved = try add(in: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    #expect(unserved.status == 69 && unserved.error.contains("no Secret Service"), "\(unserved.error)")
    let missing = try add()
    #expect(missing.status == 69 && missing.error.contains("requires a password"), "\(missing.error)")
    try store(Apache.password)
    try keyring.lock()
    let locked = try add()
    #expect(locked.status == 69 && locked.error.contains("the keyring is locked"), "\(locked.error)")
    let two = try run(
      "domain", "add", "work", "--webdav", apache.address, "--password-keyring", "--password-file", "f")
    #expect(two.status == 64, "\(two.error)")
    #expect(try sandbox.run("domain", "list").output == "")
  }

  @Test func `another name for the server is another password`() throws {
    try store(Apache.password)
    try #require(try add().status == 0)
    let other = try run("domain", "set", "work", "--user", "nobody")
    #expect(other.status == 69 && other.error.contains("requires a password"), "\(other.error)")
    #expect(try run("domain", "test", "work").status == 0)
  }
}
