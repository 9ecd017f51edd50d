import Foundation
import Glibc
import TestSupport
import Testing

/// The mounted domains on a session bus, as the files of the package have them started there.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: TestKeyring.problem == nil, "\(TestKeyring.problem ?? "")"),
  .enabled(if: Machine.installed("gdbus") != nil, "gdbus is not installed"),
  .enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct SideBarTests {
  let server: LyingServer
  let sandbox: Sandbox
  let bus: TestKeyring

  private static let service = "org.openfileprovider.CloudProviders"
  private static let root = "/org/openfileprovider/CloudProviders"
  private static let account = "org.freedesktop.CloudProviders.Account"
  private static let packaging = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("mount-scripts/packaging/desktop")

  init() throws {
    server = try LyingServer()
    sandbox = try Sandbox()
    let unit = "\(Self.service).service"
    let text = try String(contentsOf: Self.packaging.appendingPathComponent(unit), encoding: .utf8)
    let folder = sandbox.folder
    let own = folder + "/bin/fileprovider"
    try Sandbox.makeFolder(folder + "/bin")
    if try link(Sandbox.fileprovider, own) != 0 {
      try FileManager.default.copyItem(atPath: Sandbox.fileprovider, toPath: own)
    }
    let program = """
      /usr/bin/env XDG_DATA_HOME=\(folder)/data XDG_STATE_HOME=\(folder)/state XDG_RUNTIME_DIR=\(folder)/runtime \(own)
      """
    try sandbox.write(text.replacing("/usr/bin/fileprovider", with: program), to: "services/\(unit)")
    let ini = "org.openfileprovider.fileprovider.ini"
    try sandbox.write(
      String(contentsOf: Self.packaging.appendingPathComponent(ini), encoding: .utf8),
      to: "share/cloud-providers/\(ini)")
    bus = try TestKeyring(isServed: false, services: folder + "/services")
  }

  private var variables: [String: String] {
    ["DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_DATA_DIRS": sandbox.folder + "/share"]
  }

  private func lines(_ words: String...) throws {
    let result = try sandbox.run(words)
    try #require(result.status == 0, "\(result)")
  }

  private func mount() throws {
    try lines("domain", "add", "my work", "--webdav", server.address)
    try lines("mount", "--domain", "my work", sandbox.mountpoint)
  }

  private func unmount() { _ = try? sandbox.run("unmount", sandbox.mountpoint) }

  /// Calls a method of an account, or of what has them.
  private func call(_ path: String, _ method: String, _ arguments: String...) throws -> ProcessResult {
    let words = ["gdbus", "call", "--session", "--dest", Self.service, "--object-path", path, "--method", method]
    return try sandbox.startProgram(words + arguments, variables).wait()
  }

  private func property(_ name: String) throws -> String {
    try call(Self.root + "/account_my_20work", "org.freedesktop.DBus.Properties.Get", Self.account, name).output
  }

  private func managed() throws -> String {
    try call(Self.root, "org.freedesktop.DBus.ObjectManager.GetManagedObjects").output
  }

  @Test func `there is an account for each mounted domain, with its state`() throws {
    let provider =
      "objectpath '\(Self.root)/Provider': {'org.freedesktop.CloudProviders.Provider': {'Name': <'Files on Demand'>}}"
    #expect(try managed() == "({\(provider)},)\n")
    try mount()
    defer { unmount() }
    try lines("domain", "add", "idle")
    let objects = try managed()
    #expect(
      objects.contains("'\(Self.root)/account_my_20work': {'\(Self.account)': {'Name': <'my work'>"), "\(objects)")
    #expect(objects.contains("'Icon': <'org.openfileprovider.fileprovider'>"), "\(objects)")
    #expect(objects.contains("'Path': <'\(sandbox.mountpoint)'>") && !objects.contains("idle"), "\(objects)")
    #expect(try eventually { try property("Status") == "(<1>,)\n" })
    #expect(try property("StatusDetails") == "(<'Up to date'>,)\n")
    #expect(
      try call(
        Self.root + "/Provider", "org.freedesktop.DBus.Properties.GetAll", "org.freedesktop.CloudProviders.Provider"
      )
      .output == "({'Name': <'Files on Demand'>},)\n")
    try server.lie("held-PUT")
    _ = try sandbox.shell("echo one >$M/one")
    #expect(try eventually { try property("Status") == "(<2>,)\n" })
    #expect(try property("StatusDetails").contains("Uploading changes of 1 item"))
    try server.lie()
    #expect(try eventually { try property("Status") == "(<1>,)\n" })
  }

  @Test func `the path of a mount is one to write “file:” before`() throws {
    let mountpoint = sandbox.folder + "/100% #1?"
    try Sandbox.makeFolder(mountpoint)
    try lines("mount", mountpoint)
    defer { _ = try? sandbox.run("unmount", mountpoint) }
    let path = sandbox.folder + "/100%25 %231%3F"
    #expect(
      try call(Self.root + "/account_default", "org.freedesktop.DBus.Properties.Get", Self.account, "Path").output
        == "(<'\(path)'>,)\n")
    _ = try sandbox.program("touch", mountpoint + "/one")
    let found = try sandbox.program("gio", "list", "file://" + path)
    #expect(found.output == "one\n", "\(found)")
  }

  @Test func `a name that no bus carries takes away no row`() throws {
    try mount()
    defer { unmount() }
    try lines(
      "domain", "set", "my work", "--display-name",
      String(decoding: [0x61, 0xEF, 0xBF, 0xBE, 0x62, 0xEF, 0xB7, 0x90], as: UTF8.self))
    #expect(try managed().contains("'Name': <'a\u{FFFD}b\u{FFFD}'>"))
  }

  @Test func `a mount that does not answer is a problem`() throws {
    try mount()
    defer { unmount() }
    let process = try #require(try sandbox.status().mounts.first?.pid)
    kill(pid_t(process), SIGSTOP)
    defer { kill(pid_t(process), SIGCONT) }
    #expect(try property("Status") == "(<3>,)\n")
    #expect(try property("StatusDetails") == "(<'The mount does not answer'>,)\n")
  }

  @Test func `the menu pauses a domain, synchronizes it and opens it`() throws {
    try mount()
    defer { unmount() }
    let (path, actions) = (Self.root + "/account_my_20work", "org.gtk.Actions")
    let menu = try call(path, "org.gtk.Menus.Start", "[0]").output
    #expect(menu.contains("{'label': <'Pause Transfers'>, 'action': <'cloudprovider.pause'>}"), "\(menu)")
    #expect(
      try call(path, actions + ".List").output == "(['open', 'pause', 'sync', 'status', 'notifications', 'metered'],)\n"
    )
    #expect(try call(path, actions + ".Describe", "pause").output == "((true, signature '', [<false>]),)\n")
    func isPaused() throws -> Bool { try call(path, actions + ".Describe", "pause").output.contains("[<true>]") }
    #expect(try call(path, actions + ".Activate", "pause", "[]", "{}").output == "()\n")
    #expect(try eventually { try isPaused() })
    #expect(try property("StatusDetails").contains("Paused until"))
    #expect(try property("Status") == "(<1>,)\n")
    // The state that is asked for, also where it is that one already: a pause without an end in place of one with an end.
    try lines("pause", "my work", "--for", "2h")
    #expect(try eventually { try !property("StatusDetails").contains("resume") })
    #expect(try call(path, actions + ".SetState", "pause", "<true>", "{}").output == "()\n")
    #expect(try eventually { try property("StatusDetails").contains("Paused until “fileprovider resume”") })
    #expect(try call(path, actions + ".SetState", "pause", "<false>", "{}").output == "()\n")
    #expect(try eventually { try !isPaused() })
    // What the server has new comes by itself, too. Where it has nothing new, only who asks has the changes fetched.
    func fetched() throws -> Substring? {
      try sandbox.run(["status", "--openmetrics"]).output.split(separator: "\n").first {
        $0.hasPrefix("fileprovider_") && $0.contains("last_pull_timestamp_seconds{")
      }
    }
    try lines("sync", "--domain", "my work", "--wait")
    let before = try #require(try fetched())
    #expect(try call(path, actions + ".Activate", "sync", "[]", "{}").output == "()\n")
    #expect(try eventually { try fetched() != before })
    for words in [["Activate", "none", "[]", "{}"], ["Describe", "none"], ["None"]] {
      let refused = try sandbox.startProgram(
        ["gdbus", "call", "--session", "--dest", Self.service, "--object-path", path, "--method"]
          + ["\(actions).\(words[0])"] + words.dropFirst(), variables
      ).wait()
      #expect(refused.status != 0 && !refused.error.contains("Timeout"), "\(refused)")
    }
  }

  /// The settings that a person switches on or off; the others need the command.
  @Test func `a menu below that of the domain has its settings`() throws {
    try mount()
    defer { unmount() }
    let (path, actions) = (Self.root + "/account_my_20work", "org.gtk.Actions")
    let menu = try call(path, "org.gtk.Menus.Start", "[0]").output
    let settings = """
      {'label': <'Notifications'>, 'action': <'cloudprovider.notifications'>}, \
      {'label': <'Use Metered Networks'>, 'action': <'cloudprovider.metered'>}
      """
    #expect(
      menu.contains("{'label': <'Settings'>, ':submenu': <(uint32 0, uint32 1)>}]), (0, 1, [\(settings)])"), "\(menu)")
    for name in ["notifications", "metered"] {
      #expect(menu.components(separatedBy: "cloudprovider.\(name)").count == 2, "it is in one menu: \(menu)")
      func state() throws -> String { try call(path, actions + ".Describe", name).output }
      let before = try state()
      #expect(before.contains(name == "metered" ? "[<false>]" : "[<true>]"), "\(before)")
      #expect(try call(path, actions + ".Activate", name, "[]", "{}").output == "()\n")
      #expect(try eventually { try state() != before })
    }
    let info = try sandbox.run("domain", "info", "my work", "--json").output
    #expect(info.contains("\"meteredNetworks\":\"all\"") && info.contains("\"notifications\":false"), "\(info)")
    #expect(try call(path, actions + ".SetState", "metered", "<false>", "{}").output == "()\n")
    #expect(try eventually { try call(path, actions + ".Describe", "metered").output.contains("[<false>]") })
  }

  /// A desktop that shows notifications, and has no file manager on the bus.
  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `where no file manager answers, “open” says so`() throws {
    let desktop = try TestDesktop(hasFileManager: false, services: sandbox.folder + "/services")
    try mount()
    defer { unmount() }
    let words = [
      "gdbus", "call", "--session", "--dest", Self.service, "--object-path", Self.root + "/account_my_20work",
    ]
    let opened = try sandbox.startProgram(
      words + ["--method", "org.gtk.Actions.Activate", "open", "[]", "{}"],
      variables.merging(["DBUS_SESSION_BUS_ADDRESS": desktop.address]) { $1 }
    ).wait()
    #expect(opened.output == "()\n", "\(opened)")
    let notice =
      "notice 1 0 my work | No file manager answers on the session bus. The folder is \(sandbox.mountpoint) | "
    #expect(eventually { desktop.shown.contains { $0.hasPrefix(notice) } }, "\(desktop.shown)")
  }

  @Test func `the objects describe themselves`() throws {
    try mount()
    defer { unmount() }
    let result = try sandbox.startProgram(
      ["gdbus", "introspect", "--session", "--recurse", "--dest", Self.service, "--object-path", Self.root], variables
    ).wait()
    #expect(result.status == 0, "\(result)")
    for name in [
      "interface org.freedesktop.DBus.ObjectManager {", "interface org.freedesktop.CloudProviders.Provider {",
      "node /org/openfileprovider/CloudProviders/account_my_20work {", "interface \(Self.account) {",
      "interface org.gtk.Menus {",
      "interface org.gtk.Actions {", "readonly s Path = '\(sandbox.mountpoint)';",
    ] {
      #expect(result.output.contains(name), "\(name): \(result.output)")
    }
  }

  /// The process of the version before would say of every domain that a newer version has written it.
  @Test(.enabled(if: library == nil, "\(library ?? "")"))
  func `another version of the program takes over`() throws {
    let follower = try sandbox.startProgram([Self.python, "-u", "-c", Self.follower], variables)
    defer { follower.stop() }
    func owner() throws -> String {
      try sandbox.program(
        "gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
        "org.freedesktop.DBus.GetNameOwner", Self.service, variables: variables
      ).output
    }
    #expect(try eventually { try !owner().isEmpty })
    let former = try owner()
    let own = sandbox.folder + "/bin/fileprovider"
    #expect(rename(own, own + ".new") == 0)
    try FileManager.default.copyItem(atPath: own + ".new", toPath: own)
    unlink(own + ".new")
    #expect(
      try eventually {
        let now = try owner()
        return !now.isEmpty && now != former
      })
    try mount()
    defer { unmount() }
    #expect(
      eventually(seconds: 60) { follower.outputSoFar.contains("my work | ") },
      "\(follower.outputSoFar) \(follower.errorSoFar)")
  }

  @Test func `without a session bus the command says so`() throws {
    let result = try sandbox.program(
      Sandbox.fileprovider, "side-bar", variables: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(sandbox.folder)/none"])
    #expect(result.status == 69 && result.error.hasPrefix("fileprovider: side-bar: no session bus ("), "\(result)")
  }

  @Test func `the process ends after the last program that has asked`() throws {
    #expect(try managed().hasPrefix("("))
    func isServed() throws -> Bool {
      try sandbox.program(
        "gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
        "org.freedesktop.DBus.NameHasOwner", Self.service, variables: variables
      ).output == "(true,)\n"
    }
    #expect(try eventually { try !isServed() })
    #expect(try managed().hasPrefix("("))
  }

  private static let python = "/usr/bin/python3"
  private static var library: String? {
    let check = "import gi; gi.require_version('CloudProviders', '0.3'); from gi.repository import CloudProviders"
    let result = try? RunningProcess([python, "-c", check]).wait()
    return result?.status == 0 ? nil : "gir1.2-cloudproviders-0.3.0 or python3-gi is not installed"
  }

  /// What file managers use follows the accounts. It prints a line for each account whenever something has changed.
  private static let follower = """
    import gi
    gi.require_version('CloudProviders', '0.3')
    from gi.repository import CloudProviders, GLib
    collector, last = CloudProviders.Collector.dup_singleton(), None

    def look():
        global last
        lines = []
        for provider in collector.get_providers():
            for account in provider.get_accounts():
                menu, actions, icon = account.get_menu_model(), account.get_action_group(), account.get_icon()
                paused = actions.get_action_state('pause') if actions else None
                lines.append(' | '.join([provider.get_name() or '', account.get_name() or '', account.get_path() or '',
                    str(int(account.get_status())), account.get_status_details() or '', icon.to_string() if icon else '',
                    str(menu.get_n_items() if menu else 0), str(paused)]))
        if lines != last:
            last = lines
            print('; '.join(lines) or 'none', flush=True)
        return True

    GLib.timeout_add(100, look)
    GLib.MainLoop().run()
    """

  @Test(.enabled(if: library == nil, "\(library ?? "")"))
  func `libcloudproviders lists an account, and follows it`() throws {
    let follower = try sandbox.startProgram([Self.python, "-u", "-c", Self.follower], variables)
    defer { follower.stop() }
    func shows(_ line: String) -> Bool {
      eventually(seconds: 60) { follower.outputSoFar.split(separator: "\n").last.map { $0 == line } ?? false }
    }
    func line(_ status: Int, _ details: String, isPaused: Bool = false) -> String {
      "Files on Demand | my work | \(sandbox.mountpoint) | \(status) | \(details) | org.openfileprovider.fileprovider | 5 | \(isPaused ? "true" : "false")"
    }
    #expect(shows("none"))
    try mount()
    #expect(shows(line(1, "Up to date")), "\(follower.outputSoFar) \(follower.errorSoFar)")
    try server.lie("held-PUT")
    _ = try sandbox.shell("echo one >$M/one")
    #expect(shows(line(2, "Uploading changes of 1 item")), "\(follower.outputSoFar)")
    try server.lie()
    #expect(shows(line(1, "Up to date")), "\(follower.outputSoFar)")
    try lines("pause", "my work")
    #expect(shows(line(1, "Paused until “fileprovider resume”", isPaused: true)), "\(follower.outputSoFar)")
    unmount()
    #expect(shows("none"), "\(follower.outputSoFar)")
  }
}
