import Foundation
import TestSupport
import Testing

/// Where a password could be read by others: it is looked for everywhere after runs that succeed, and others that fail.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"), .serialized)
struct SecrecyTests {
  /// What tells the password: as it is, and as it goes to the server.
  private let forms = [Apache.password, "\(Apache.user):\(Apache.password)"].flatMap { text in
    [text, Data(text.utf8).base64EncodedString(), text.utf8.map { String($0, radix: 16) }.joined()]
  }

  private func expectNone(_ text: String, _ place: String) {
    for form in forms { #expect(!text.contains(form), "\(place): \(text)") }
  }

  private func check(_ result: ProcessResult, _ place: String) { expectNone(result.output + result.error, place) }

  @Test func `no output, log, file or process tells a password, whether the runs succeed or fail`() throws {
    let apache = try Apache()
    let sandbox = try Sandbox()
    let options = ["--webdav", apache.address, "--user", Apache.user]
    let file = sandbox.folder + "/password"
    // One that was typed is kept in the domain's folder: in that file, and nowhere else.
    try sandbox.write(Apache.password + "\n", to: "password")
    chmod(file, 0o644)
    check(try sandbox.run(["domain", "add", "work"] + options + ["--password-file", file]), "a file for all")
    chmod(file, 0o600)
    let wrong = ["domain", "add", "work", "--webdav", apache.address + "missing/", "--user", Apache.user]
    check(try sandbox.run(wrong + ["--password-file", file]), "nothing there")
    let added = try sandbox.run(["domain", "add", "work"] + options + ["--password-file", file])
    try #require(added.status == 0, "\(added.error)")
    check(added, "domain add")
    let tested = try sandbox.run("domain", "test", "work", "--trace-requests")
    #expect(tested.error.contains("> PROPFIND"))
    check(tested, "domain test")
    let mount = try sandbox.startProgram(
      [Sandbox.fileprovider, "mount", "--domain", "work", "--foreground", sandbox.mountpoint],
      ["FILEPROVIDER_TRACE_REQUESTS": "1"])
    defer { mount.stop() }
    #expect(eventually { sandbox.isMounted })
    check(try sandbox.shell("cd $M && echo text >a && $F sync --wait && ls -l && cat a"), "a mount")
    try checkProcesses(of: sandbox, atLeast: 1)
    // The server takes it no more.
    try "\n".write(to: apache.directory.appending("users"), atomically: true, encoding: .utf8)
    check(try sandbox.shell("cd $M && echo more >>a; $F sync; $F pending; $F status --json; ls never"), "refused")
    check(try sandbox.run("domain", "test", "work", "--trace-requests"), "refused")
    check(try sandbox.run(["domain", "add", "other"] + options + ["--password-file", file]), "refused")
    check(try sandbox.run("domain", "info", "work", "--json"), "domain info")
    try checkProcesses(of: sandbox, atLeast: 1)
    check(try sandbox.run("unmount", sandbox.mountpoint), "unmount")
    let ended = mount.wait(seconds: 60)
    #expect(ended.error.contains("> PUT"), "\(ended.error.suffix(2000))")
    check(ended, "the mount's log")
    try checkFiles(of: sandbox, except: ["password"])
  }

  /// All files of the sandbox: databases, logs, settings, sockets' neighbours.
  private func checkFiles(of sandbox: Sandbox, except: Set<String>) throws {
    var count = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: sandbox.folder) where !except.contains(path) {
      guard let bytes = try? Data(contentsOf: sandbox.url(path)) else { continue }
      count += 1
      for form in forms { #expect(bytes.range(of: Data(form.utf8)) == nil, "\(path)") }
    }
    #expect(count > 5)
  }

  /// What others may read of the processes that were started in a sandbox (proc_pid_cmdline(5), proc_pid_environ(5)).
  private func checkProcesses(of sandbox: Sandbox, atLeast least: Int) throws {
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(name) != nil {
      func read(_ file: String) -> String {
        let bytes = (try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(name)/\(file)"))) ?? Data()
        return String(decoding: bytes, as: UTF8.self)
      }
      let (words, environment) = (read("cmdline"), read("environ"))
      guard environment.contains("HOME=\(sandbox.folder)\0") else { continue }
      count += 1
      expectNone(words + environment, "process \(name)")
    }
    #expect(count >= least)
  }
}
