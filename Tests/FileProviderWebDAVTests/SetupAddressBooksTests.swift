import Foundation
import TestSupport
import Testing

/// `setup` with a CardDAV server. The servers are real.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: AddressBookServer.problem == nil, "\(AddressBookServer.problem ?? "")"), .serialized)
struct SetupAddressBooksTests {
  let server: AddressBookServer
  let sandbox: Sandbox

  init() throws {
    server = try AddressBookServer(AddressBookServer.Kind.installed[0])
    sandbox = try Sandbox()
  }

  private var password: [String] { ["--user", "me", "--password-file", server.passwordFile, "--by-hand"] }

  private func checkMount() throws {
    defer { _ = try? sandbox.run("unmount", "mnt") }
    #expect(try sandbox.shell("ls mnt").output == server.bookName + "\n")
    #expect(try sandbox.run("contacts", "list").status == 0)
  }

  @Test func `address books are mounted with options`() throws {
    let words = ["setup", "home", "--carddav", server.address, "--mountpoint", "mnt"] + password
    let first = try sandbox.run(words)
    #expect(first.status == 0 && first.lines.first?.contains("“home” is mounted on") == true, "\(first)")
    // The address that was given is not that of the home.
    let again = try sandbox.run(words)
    #expect(again.status == 0 && again.error.contains("left unchanged"), "\(again)")
    let other = try sandbox.run(["setup", "home", "--webdav", server.address] + password)
    #expect(other.status == 1 && other.error.contains("exists for another server"), "\(other)")
    try checkMount()
  }

  @Test func `address books are asked for`() throws {
    let terminal = try TerminalPair(columns: 200, rows: 24)
    let process = try terminal.start(
      [Sandbox.fileprovider, "setup", "home", "--by-hand", "--no-keyring"], in: sandbox,
      environment: sandbox.environment)
    _ = terminal.shows { $0.contains("Server to mount") }
    terminal.type("accounts.google.com\n")
    _ = terminal.shows { $0.contains("[files]") }
    terminal.type("a\n")
    #expect(terminal.shows { $0.contains("accepts only OAuth") }.contains("accepts only OAuth"))
    terminal.type(server.address + "\n")
    _ = terminal.shows { $0.contains("[files]") }
    terminal.type("address books\n")
    _ = terminal.shows { $0.contains("Where to mount it") }
    terminal.type("mnt\n")
    _ = terminal.shows { $0.contains("User:") }
    terminal.type("me\n")
    _ = terminal.shows { $0.contains("Password for") }
    #expect(eventually { !terminal.editsLines })
    terminal.type("secret\n")
    let text = terminal.shows { $0.contains("unmount it") }
    #expect(process.wait(seconds: 60).status == 0, "\(text)")
    try checkMount()
  }
}
