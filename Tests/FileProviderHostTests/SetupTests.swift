import Foundation
import Glibc
import TestSupport
import Testing

/// `setup`: a domain of a folder or of a provider's program, mounted, now and at login.
@Suite(.enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"), .serialized)
struct SetupTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("hello", to: "papers/a")
    try sandbox.write("deep", to: "papers/b/c")
  }

  /// What there is of a domain, its mounts and its settings.
  private var left: [String] {
    get throws {
      let files = FileManager.default
      func names(_ path: String) -> [String] { (try? files.contentsOfDirectory(atPath: sandbox.url(path).path)) ?? [] }
      return try names("Files") + names(".config/fileprovider") + sandbox.lines("domain", "list")
        + sandbox.status().mounts.map(\.mountpoint)
    }
  }

  @Test func `a folder is copied and mounted, and a second time changes nothing`() throws {
    let first = try sandbox.run("setup", "--folder", "papers", "--by-hand")
    #expect(first.status == 0, "\(first)")
    #expect(try sandbox.shell("diff -r papers Files/papers").status == 0)
    #expect(first.lines.first == "The domain “papers” is mounted on \(sandbox.folder)/Files/papers.")
    // Each command that it prints does what it says.
    let commands = first.lines.dropFirst().compactMap { $0.components(separatedBy: "  fileprovider ").last }
    #expect(commands.count == 3)
    for command in commands.reversed() { #expect(try sandbox.type("fileprovider \(command)").status == 0) }
    try sandbox.write("newer", to: "papers/a")
    let second = try sandbox.run("setup", "--folder", "papers", "--by-hand")
    #expect(second.status == 0 && second.error.contains("nothing is copied"), "\(second)")
    #expect(second.output == first.output)
    #expect(try sandbox.shell("cat Files/papers/a").output == "hello")
    #expect(try sandbox.status().mounts.count == 1)
    // The name is enough.
    #expect(try sandbox.run("setup", "papers", "--by-hand").status == 0)
  }

  @Test func `without a terminal it names the options that are missing, and makes nothing`() throws {
    let both = try sandbox.run("setup")
    #expect(both.status == 64)
    #expect(
      both.error
        == "fileprovider: setup: no terminal to ask on; give --webdav, --carddav, --folder or --program, and --at-login or --by-hand\n"
    )
    #expect(try sandbox.run("setup", "--folder", "papers").error.hasSuffix("; give --at-login or --by-hand\n"))
    for words in [
      ["--by-hand", "--at-login"], ["--folder", "papers", "--webdav", "http://127.0.0.1"],
      ["--no-keyring", "--password-keyring"],
    ] { #expect(try sandbox.run(["setup"] + words).status == 64) }
    #expect(try left.isEmpty)
  }

  @Test func `what cannot be mounted leaves nothing behind`() throws {
    try sandbox.write("x", to: "Files/papers/mine")
    let full = try sandbox.run("setup", "--folder", "papers", "--by-hand")
    #expect(full.status == 1 && full.error.contains("not empty; choose another directory with --mountpoint"), "\(full)")
    #expect(try left == ["papers"])
    let blocked = try sandbox.run("setup", "--folder", "papers", "--by-hand", "--mountpoint", "papers/a/mount")
    #expect(blocked.status == 1, "\(blocked)")
    #expect(try left == ["papers"])
    #expect(try sandbox.run("setup", "--folder", "missing", "--by-hand").status != 0)
    #expect(try sandbox.run("setup", "--folder", "papers", "--by-hand", "--mountpoint", "x/y").status == 0)
    let other = try sandbox.run("setup", "more", "--folder", "papers/b", "--by-hand", "--mountpoint", "x/y")
    #expect(other.status == 1 && other.error.contains("“papers” is mounted there"), "\(other)")
    #expect(try sandbox.lines("domain", "list") == ["papers"])
  }

  @Test func `on a terminal it asks what was not said`() throws {
    let terminal = try TerminalPair(columns: 200, rows: 24)
    let process = try terminal.start([Sandbox.fileprovider, "setup"], in: sandbox)
    #expect(terminal.shows { $0.contains("Server to mount") }.contains("Server to mount"))
    terminal.type("./missing\n")
    #expect(terminal.shows { $0.contains("No such file") && $0.contains("Server") }.contains("No such file"))
    terminal.type("~/papers\n")
    #expect(terminal.shows { $0.contains("[~/Files/papers]") }.contains("Where to mount it"))
    terminal.type("\n")
    // Nothing is asked where there is no choice.
    #expect(terminal.shows { $0.contains("unmount it") }.contains("no systemd user manager is running"))
    #expect(process.wait(seconds: 60).status == 0)
    #expect(try sandbox.shell("cat Files/papers/a").output == "hello")
  }

  @Test func `an interruption of a question makes nothing`() throws {
    let terminal = try TerminalPair(columns: 200, rows: 24)
    let process = try terminal.start([Sandbox.fileprovider, "setup", "--folder", "papers"], in: sandbox)
    _ = terminal.shows { $0.contains("Where to mount it") }
    process.signal(SIGINT)
    #expect(process.wait(seconds: 60).status == 130)
    #expect(try left.isEmpty)
  }

  @Test func `where no service manager runs it is mounted, and the command that is missing is said`() throws {
    let result = try sandbox.run("setup", "my-papers", "--folder", "papers", "--at-login")
    #expect(result.status == 1, "\(result)")
    #expect(
      result.error.contains("once one runs, use “systemctl --user enable --now 'fileprovider@my\\x2dpapers.service'”"))
    #expect(try sandbox.shell("cat Files/my-papers/a").output == "hello")
    #expect(try left == ["my-papers", "my-papers", sandbox.folder + "/Files/my-papers"])
  }

  @Test func `what is mounted stays when nobody can be told`() throws {
    let result = try sandbox.shell("\"$F\" setup --folder papers --by-hand >/dev/full; cat Files/papers/a")
    #expect(result.output == "hello" && result.error.contains("No space left"), "\(result)")
  }

  /// The service manager is a script that does not return. It may have enabled the unit for a domain of that name that is gone.
  @Test(arguments: [false, true])
  func `an interruption while the unit starts takes everything back`(isEnabled: Bool) throws {
    try sandbox.write("", to: "runtime/systemd/private")
    let script = """
      #!/bin/sh
      echo "$*" >>$S/calls
      case $3 in is-enabled) exit \(isEnabled ? 0 : 1) ;; is-*) exit 1 ;; enable) exec sleep 1000 ;; esac

      """
    try sandbox.write(script, to: "bin/systemctl")
    chmod(sandbox.url("bin/systemctl").path, 0o755)
    let process = try sandbox.startProgram(
      [Sandbox.fileprovider, "setup", "--folder", "papers", "--at-login"],
      ["PATH": sandbox.folder + "/bin:/usr/bin:/bin", "S": sandbox.folder])
    func calls() -> [Substring] {
      ((try? String(contentsOf: sandbox.url("calls"), encoding: .utf8)) ?? "").split(separator: "\n")
    }
    #expect(eventually { calls().last == "--user --quiet enable --now fileprovider@papers.service" })
    #expect(try left.contains("papers.conf"))
    process.signal(SIGINT)
    #expect(process.wait(seconds: 60).status == 130)
    let last = isEnabled ? "stop" : "disable --now"
    #expect(calls().last == "--user --quiet \(last) fileprovider@papers.service")
    #expect(try left.isEmpty)
  }

  @Test func `a provider's program makes a domain that any mount serves`() throws {
    let folder = sandbox.folder
    let fixture = try #require(Machine.built("FolderFixture"))
    // Others can write to the folder of some builds.
    #expect(try sandbox.shell("mkdir bin there && cp '\(fixture)' bin/shelf && echo theirs >there/file").status == 0)
    let variables = ["PROVIDER_FOLDER": folder + "/there"]
    let made = try sandbox.shell(
      "\"$F\" setup shelf --program bin/shelf --by-hand --mountpoint mnt && cat mnt/file && \"$F\" unmount mnt",
      variables)
    #expect(made.status == 0 && made.lines.contains("theirs"), "\(made)")
    let mounted = try sandbox.shell("\"$F\" mount --domain shelf mnt && cat mnt/file && \"$F\" unmount mnt", variables)
    #expect(mounted.status == 0 && mounted.output == "theirs\n", "\(mounted)")
    let refused = try sandbox.shell("bin/shelf setup other --folder papers --by-hand", variables)
    #expect(refused.status == 64 && refused.error.contains("has a provider of its own"), "\(refused)")
  }
}

/// `setup` with a service manager of a user, which is real: systemd in namespaces of its own.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: Machine.isRoot, "only root can make the namespaces"),
  .enabled(if: access("/lib/systemd/systemd", X_OK) == 0, "systemd is not installed"))
struct SetupAtLoginTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("hello", to: "papers/a")
    try Sandbox.makeFolder(sandbox.folder + "/runtime", mode: 0o700)
    let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("mount-scripts/packaging")
    for unit in ["fileprovider@.service", "fileprovider-provider@.service"] {
      let text = try String(contentsOf: scripts.appendingPathComponent(unit), encoding: .utf8)
      try sandbox.write(text.replacing("/usr/bin/fileprovider", with: Sandbox.fileprovider), to: "units/\(unit)")
    }
  }

  /// Runs a script with the manager, which has ended afterwards.
  private func session(_ script: String) throws -> ProcessResult {
    try sandbox.write(
      """
      mount -t tmpfs none /run && mkdir -p /run/systemd/system && mount -t cgroup2 none /sys/fs/cgroup || exit 99
      /lib/systemd/systemd --user >manager.log 2>&1 &
      for i in $(seq 300); do [ -e "$XDG_RUNTIME_DIR/systemd/private" ] && break; sleep 0.1; done
      \(script)
      "$F" unmount --all
      kill $!
      wait
      """, to: "session.sh")
    return try sandbox.shell(
      "exec unshare -mC sh session.sh", ["SYSTEMD_UNIT_PATH": sandbox.folder + "/units:"], seconds: 120)
  }

  private static let unit = "'fileprovider@my\\x2dpapers.service'"

  @Test func `the unit mounts it now and at login, until that is set up otherwise`() throws {
    let result = try session(
      """
      "$F" setup my-papers --folder papers --at-login >/dev/null || exit 1
      cat Files/my-papers/a; echo
      systemctl --user is-enabled \(Self.unit); systemctl --user is-active \(Self.unit)
      # It stays as it is.
      "$F" setup my-papers --at-login >/dev/null; echo $?
      "$F" setup my-papers --at-login --mountpoint elsewhere >/dev/null; echo $?
      systemctl --user restart \(Self.unit); cat Files/my-papers/a; echo
      "$F" setup my-papers --by-hand >/dev/null; echo $?
      systemctl --user is-enabled \(Self.unit); systemctl --user is-active \(Self.unit)
      """)
    try #require(result.status != 99, "\(result)")
    let expected = ["hello", "enabled", "active", "0", "1", "hello", "0", "disabled", "active"]
    #expect(result.lines == expected, "\(result)")
    #expect(result.error.contains("its unit mounts it elsewhere"), "\(result)")
  }

  @Test func `what the unit cannot mount leaves nothing behind`() throws {
    try sandbox.write("OPTIONS=-o nonsense\n", to: ".config/fileprovider/my-papers.conf")
    let result = try session(
      """
      "$F" setup my-papers --folder papers --at-login; echo $?
      systemctl --user is-enabled \(Self.unit); "$F" domain list; ls Files; cat .config/fileprovider/my-papers.conf
      """)
    try #require(result.status != 99, "\(result)")
    #expect(result.lines == ["69", "disabled", "OPTIONS=-o nonsense"], "\(result)")
    #expect(result.error.contains("journalctl --user -u \(Self.unit)"), "\(result)")
  }

  /// A shell may have another folder for configuration than the service manager.
  @Test func `a unit that mounts it elsewhere leaves nothing behind`() throws {
    let result = try session(
      """
      XDG_CONFIG_HOME=$PWD/other "$F" setup my-papers --folder papers --at-login --mountpoint there; echo $?
      systemctl --user is-enabled \(Self.unit); systemctl --user is-active \(Self.unit); "$F" domain list; ls there
      """)
    try #require(result.status != 99, "\(result)")
    #expect(result.lines == ["1", "disabled", "inactive"], "\(result)")
    #expect(result.error.contains("its unit does not mount it on"), "\(result)")
  }
}
