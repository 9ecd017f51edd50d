import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// Logging in to a Nextcloud with a browser, by the calls that it documents: the server is the tests' own, and so is the browser.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct CloudLoginTests {
  let server: LyingServer
  let sandbox: Sandbox

  init() throws {
    server = try LyingServer(isCloud: true)
    sandbox = try Sandbox()
    try server.lie("locked")
    try sandbox.write("#!/bin/sh\necho \"$1\" >>\"$S/opened\"\ncurl -sS \"$1\"\n", to: "bin/xdg-open")
    chmod(sandbox.url("bin/xdg-open").path, 0o755)
  }

  private var page: String { server.origin + "/index.php/login/v2/flow/page-4711" }

  private func start(_ words: [String] = [], desktop: Bool = false, trace: Bool = false) throws -> RunningProcess {
    var variables = ["S": sandbox.folder]
    if desktop {
      variables["DISPLAY"] = ":99"
      variables["PATH"] = sandbox.folder + "/bin:/usr/bin:/bin"
    }
    if trace { variables["FILEPROVIDER_TRACE_REQUESTS"] = "1" }
    return try sandbox.startProgram(
      [Sandbox.fileprovider, "domain", "add", "cloud", "--webdav", server.origin, "--login"] + words, variables)
  }

  private func waits() throws -> Bool { try server.requests().contains("POST /index.php/login/v2/poll") }

  @Test func `a browser opens, and the password that is given opens the person's files`() throws {
    let result = try start(desktop: true, trace: true).wait()
    #expect(result.status == 0, "\(result)")
    #expect(try String(contentsOf: sandbox.url("opened"), encoding: .utf8) == page + "\n")
    #expect(result.error.contains("20") && result.error.contains("waiting for at most"), "\(result.error)")
    let info = try sandbox.run("domain", "info", "cloud", "--json").output
    #expect(info.contains("\"server\":\"\(server.origin)/remote.php/dav/files/me/\""), "\(info)")
    #expect(try sandbox.run("domain", "test", "cloud").status == 0)
    // Nothing that opens anything is shown, or anywhere but in the one file.
    for secret in ["app-password-1", "poll-token-4711", "cookie-4711", "Basic "] {
      #expect(!result.error.contains(secret) && !result.output.contains(secret), "\(secret)")
    }
    let places = try sandbox.shell("grep -rl app-password-1 data runtime state 2>/dev/null").output
    #expect(places == "data/fileprovider/cloud/webdav/password\n", "\(places)")
    #expect(try sandbox.shell("stat -c %a data/fileprovider/cloud/webdav/password").output == "600\n")
  }

  @Test(.enabled(if: TestKeyring.problem == nil, "\(TestKeyring.problem ?? "")"))
  func `the password that is given is kept in the keyring where that is wanted, or given back`() throws {
    let words = try [Sandbox.fileprovider, "domain", "add", "cloud", "--webdav", server.origin, "--login"]
    let program = sandbox.folder + "/bin:/usr/bin:/bin"
    var variables = ["S": sandbox.folder, "DISPLAY": ":99", "PATH": program]
    variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent/bus"
    let none = try sandbox.startProgram(words + ["--password-keyring"], variables).wait()
    #expect(none.status == 69 && none.error.contains("no session bus"), "\(none)")
    #expect(try !waits())
    let keyring = try TestKeyring()
    variables["DBUS_SESSION_BUS_ADDRESS"] = keyring.address
    try keyring.lock()
    let locked = try sandbox.startProgram(words + ["--password-keyring"], variables).wait()
    #expect(locked.status == 69 && locked.error.contains("locked"), "\(locked)")
    #expect(try server.requests().contains("DELETE /ocs/v2.php/core/apppassword with-password"))
    #expect(try sandbox.run("domain", "list").output == "")
    let open = try TestKeyring()
    variables["DBUS_SESSION_BUS_ADDRESS"] = open.address
    let added = try sandbox.startProgram(words + ["--password-keyring"], variables).wait()
    #expect(added.status == 0, "\(added)")
    #expect(try sandbox.shell("grep -rl app-password data runtime state 2>/dev/null").output == "")
    let tested = try sandbox.startProgram([Sandbox.fileprovider, "domain", "test", "cloud"], variables).wait()
    #expect(tested.status == 0, "\(tested)")
  }

  @Test func `without a desktop the address is printed, and waited for`() throws {
    let process = try start()
    #expect(try eventually { try waits() })
    try server.logIn(page)
    let result = process.wait()
    #expect(result.status == 0, "\(result)")
    #expect(result.error.contains("log in with a browser at \(page)"), "\(result.error)")
  }

  @Test func `nobody who logs in in time is said, and nothing is left`() throws {
    let result = try start(["--login-timeout", "1s"]).wait()
    #expect(result.status == 69 && result.error.contains("no login within"), "\(result)")
    #expect(try sandbox.run("domain", "list").output == "")
  }

  @Test func `an interruption leaves nothing, here and there`() throws {
    let process = try start()
    #expect(try eventually { try waits() })
    process.signal(SIGINT)
    let result = process.wait()
    #expect(result.status == 130, "\(result)")
    #expect(try sandbox.run("domain", "list").output == "")
  }

  @Test func `a password that is not used is given back`() throws {
    let process = try start()
    #expect(try eventually { try waits() })
    try server.lie("locked", "status-PROPFIND:404")
    try server.logIn(page)
    let result = process.wait()
    #expect(result.status == 69 && result.error.contains("404"), "\(result)")
    #expect(try server.requests().contains("DELETE /ocs/v2.php/core/apppassword with-password"))
    #expect(try sandbox.run("domain", "list").output == "")
  }

  @Test func `a password is given back when the domain cannot be made`() throws {
    _ = try sandbox.shell("mkdir -p data && rm -rf data/fileprovider && touch data/fileprovider")
    let result = try start(desktop: true).wait()
    #expect(result.status != 0, "\(result)")
    #expect(try server.requests().contains("DELETE /ocs/v2.php/core/apppassword with-password"), "\(result)")
  }

  @Test func `a domain that cannot be made whole is not left behind as a local one`() throws {
    // Where the provider's notes are to be.
    #expect(try sandbox.shell("mkdir -p data/fileprovider/cloud && touch data/fileprovider/cloud/webdav").status == 0)
    let result = try start(desktop: true).wait()
    #expect(result.status != 0, "\(result)")
    #expect(try server.requests().contains("DELETE /ocs/v2.php/core/apppassword with-password"), "\(result)")
    #expect(try sandbox.run("domain", "list").output == "")
    #expect(try start(desktop: true).wait().status == 0)
  }

  @Test(.enabled(if: Machine.installed("sqlite3") != nil, "sqlite3 is not installed"))
  func `a login that cannot be noted leaves the former password`() throws {
    #expect(try start(desktop: true).wait().status == 0)
    let folder = sandbox.url("data/fileprovider/cloud/webdav")
    let refuse =
      "CREATE TRIGGER refuse BEFORE INSERT ON settings WHEN NEW.key = 'provider.webdav' BEGIN SELECT RAISE(ABORT, 'no'); END"
    #expect(try sandbox.shell("sqlite3 data/fileprovider/cloud/items.sqlite \"\(refuse)\"").status == 0)
    let files = FileManager.default
    func kept() throws -> [String] {
      try files.contentsOfDirectory(atPath: folder.path).sorted() + [
        sandbox.shell("cat data/fileprovider/cloud/webdav/password").output
      ]
    }
    let before = try kept()
    let variables = ["S": sandbox.folder, "DISPLAY": ":99", "PATH": sandbox.folder + "/bin:/usr/bin:/bin"]
    let words = try [Sandbox.fileprovider, "domain", "set", "cloud", "--login"]
    let refused = try sandbox.startProgram(words, variables).wait()
    #expect(refused.status != 0 && refused.error.contains("no"), "\(refused)")
    #expect(try kept() == before)
    #expect(try sandbox.shell("sqlite3 data/fileprovider/cloud/items.sqlite 'DROP TRIGGER refuse'").status == 0)
    #expect(try sandbox.run("domain", "test", "cloud").status == 0)
    #expect(try sandbox.startProgram(words, variables).wait().status == 0)
    #expect(try sandbox.run("domain", "test", "cloud").status == 0)
    #expect(try kept().dropLast() == before.dropLast() && kept().last != before.last)
  }

  @Test func `a server without logins is said, and a token goes to no other host`() throws {
    let plain = try LyingServer()
    let words = ["domain", "add", "a", "--login", "--webdav"]
    let none = try sandbox.run(words + [plain.origin])
    #expect(none.status == 69 && none.error.contains("has no Nextcloud server"), "\(none)")
    // One that wants a password for everything.
    try plain.lie("status-POST:401")
    let closed = try sandbox.run(words + [plain.origin])
    #expect(closed.status == 69 && closed.error.contains("has no Nextcloud server"), "\(closed)")
    try server.lie("poll-at:\(plain.origin)")
    let other = try sandbox.run(words + [server.origin])
    #expect(other.status == 69 && other.error.contains("redirect to \(plain.origin)"), "\(other)")
    #expect(try plain.requests().allSatisfy { $0 == "POST /index.php/login/v2" })
    #expect(try sandbox.run(words + [server.origin, "--user", "me"]).status == 64)
    #expect(try sandbox.run("domain", "add", "a", "--webdav", server.origin, "--login-timeout", "5").status == 64)
  }
}
