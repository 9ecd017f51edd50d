import Foundation
import TestSupport
import Testing

/// The command with a domain of a WebDAV server, and a mount of it. The server is a real Apache.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"), .serialized)
struct WebDAVMountTests {
  let apache: Apache
  let sandbox: Sandbox

  init() throws {
    apache = try Apache()
    sandbox = try Sandbox()
  }

  private func add() throws {
    let added = try sandbox.run(
      "domain", "add", "work", "--webdav", apache.address, "--user", Apache.user, "--password-file", apache.passwordFile
    )
    try #require(added.status == 0, "\(added.error)")
  }

  private func read(_ path: String) -> String? {
    try? String(contentsOf: apache.files.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `what is changed in a mount is changed on the server, and what others change there appears in the mount`()
    throws
  {
    try add()
    let mounted = try sandbox.run("mount", "--domain", "work", sandbox.mountpoint)
    try #require(mounted.status == 0, "\(mounted.error)")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    let made = try sandbox.shell("cd $M && mkdir folder && echo one >folder/a && echo two >b && ls")
    #expect(made.output == "b\nfolder\n", "\(made.error)")
    #expect(eventually { read("folder/a") == "one\n" && read("b") == "two\n" })
    let changed = try sandbox.shell("cd $M && echo more >>b && mv folder/a c && rmdir folder")
    #expect(changed.status == 0, "\(changed.error)")
    #expect(eventually { read("b") == "two\nmore\n" && read("c") == "one\n" && read("folder/a") == nil })
    #expect(eventually { access(apache.files.appendingPathComponent("folder").path, F_OK) != 0 })
    let theirs = apache.files.appendingPathComponent("theirs")
    try "theirs\n".write(to: theirs, atomically: true, encoding: .utf8)
    chmod(theirs.path, 0o666)
    #expect(eventually(seconds: 120) { (try? sandbox.shell("cat $M/theirs").output) == "theirs\n" })
  }

  @Test func `a password that was changed on the server is told to a domain that is mounted`() throws {
    try add()
    let mounted = try sandbox.run("mount", "--domain", "work", sandbox.mountpoint)
    try #require(mounted.status == 0, "\(mounted.error)")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    #expect(try sandbox.shell("ls $M").status == 0)
    try apache.changePassword()
    #expect(try sandbox.shell("echo one >$M/a").status == 0)
    let refused = try sandbox.run("sync", "--wait", "--domain", "work")
    #expect(refused.status == 1 && refused.error.contains("“fileprovider domain set”"), "\(refused.error)")
    #expect(try sandbox.shell("umask 077; echo another >password").status == 0)
    let set = try sandbox.run("domain", "set", "work", "--password-file", "password")
    #expect(set.status == 0 && !set.error.contains("kill"), "\(set.error)")
    let synced = try sandbox.run("sync", "--wait", "--domain", "work")
    #expect(synced.status == 0, "\(synced.error)")
    #expect(read("a") == "one\n")
  }

  /// The process of the provider was stopped, and ends when it goes on.
  @Test func `that a provider does not end which has the former settings is said`() throws {
    try add()
    let mounted = try sandbox.run("mount", "--domain", "work", sandbox.mountpoint)
    try #require(mounted.status == 0, "\(mounted.error)")
    defer { _ = try? sandbox.run("unmount", sandbox.mountpoint) }
    #expect(try sandbox.shell("echo one >$M/a").status == 0)
    let before = try sandbox.run("sync", "--wait", "--domain", "work")
    #expect(before.status == 0, "\(before.error)")
    let lock = try String(contentsOf: sandbox.url("data/fileprovider/work/provider.lock"), encoding: .utf8)
    let process = try #require(pid_t(lock.prefix { $0 != "\n" }))
    try apache.changePassword()
    #expect(try sandbox.shell("umask 077; echo another >password").status == 0)
    kill(process, SIGSTOP)
    defer { kill(process, SIGCONT) }
    let set = try sandbox.run("domain", "set", "work", "--password-file", "password")
    #expect(set.status == 0 && set.error.contains("“kill -KILL \(process)”"), "\(set)")
    kill(process, SIGCONT)
    #expect(eventually { kill(process, 0) != 0 })
    #expect(try sandbox.shell("echo two >$M/a").status == 0)
    let synced = try sandbox.run("sync", "--wait", "--domain", "work")
    #expect(synced.status == 0 && read("a") == "two\n", "\(synced.error)")
  }

  @Test func `a server that cannot be mounted is not added, and the reason is said`() throws {
    let words = ["domain", "add", "work", "--webdav"]
    let secret = try sandbox.run(words + ["http://me:secret@127.0.0.1/"])
    #expect(secret.status == 64)
    #expect(!secret.error.contains("secret@"), "\(secret.error)")
    let nobody = try sandbox.run(words + ["http://127.0.0.1:1/"])
    #expect(nobody.status == 69 && nobody.error.contains("cannot be reached"), "\(nobody.error)")
    let asked = try sandbox.run(words + [apache.address])
    #expect(asked.status == 69 && asked.error.contains("--password-file"), "\(asked.error)")
    let missing = try sandbox.run(
      words + [apache.address + "missing/", "--user", Apache.user, "--password-file", apache.passwordFile])
    #expect(missing.status == 69 && missing.error.contains("404"), "\(missing.error)")
    #expect(try sandbox.run("domain", "list").output == "")
  }

  @Test func `the command tells what the server can, and no secret`() throws {
    try add()
    let tested = try sandbox.run("domain", "test", "work", "--trace-requests")
    #expect(tested.status == 0, "\(tested.error)")
    #expect(tested.output.contains("ok  changes by others are not overwritten\n"), "\(tested.output)")
    #expect(tested.error.contains("> PROPFIND \(apache.address)"))
    #expect(!tested.error.contains(Apache.password) && !tested.error.lowercased().contains("basic "))
    let info = try sandbox.run("domain", "info", "work", "--json").output
    #expect(
      info.contains("\"server\":\"\(apache.address)\"") && info.contains("\"provider\":\"WebDAVProvider\""), "\(info)")
    let bytes = try sandbox.shell("grep -r -c \(Apache.password) data | grep -v ':0$'")
    #expect(bytes.output == "")
    #expect(try sandbox.run("domain", "set", "work", "--user", "nobody").status == 69)
    #expect(try sandbox.run("domain", "set", "work", "--proxy", "http://a:b@c/").status == 64)
    try sandbox.run("domain", "add", "local")
    #expect(try sandbox.run("domain", "test", "local").status == 69)
    #expect(try sandbox.run("domain", "set", "local", "--user", "me").status == 1)
  }
}
