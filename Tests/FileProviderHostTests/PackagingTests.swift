import Foundation
import TestSupport
import Testing

/// What a package has beside the command: manual pages and units.
@Suite(.timeLimit(.minutes(5))) struct PackagingTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("mount-scripts")
  private static let units = ["fileprovider@.service", "fileprovider-provider@.service"]

  private struct Command: Decodable {
    var commandName: String
    var shouldDisplay: Bool
    var subcommands: [Command]?

    /// The names of the pages of this command and of those below it.
    func pages(_ prefix: String = "") -> [String] {
      guard shouldDisplay, commandName != "help" else { return [] }
      let name = prefix + commandName
      return [name + ".1"] + (subcommands ?? []).flatMap { $0.pages(name + "-") }
    }
  }

  private struct Description: Decodable { var command: Command }

  @Test(.enabled(if: Machine.installed("python3") != nil, "python3 is not installed"))
  func `each command has a manual page with its options, its synopsis and no warning`() throws {
    let folder = sandbox.url("man").path
    let made = try sandbox.program(
      "python3", Self.scripts.appendingPathComponent("manual.py").path, Sandbox.fileprovider, folder, "2026-11-27")
    #expect(made.status == 0 && made.error.isEmpty, "\(made)")
    let description = try JSONDecoder().decode(
      Description.self, from: Data(sandbox.run("--experimental-dump-help").output.utf8))
    let pages = description.command.pages()
    #expect(pages.count > 40)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == pages.sorted())
    let mount = try String(contentsOfFile: folder + "/fileprovider-mount.1", encoding: .utf8)
    #expect(mount.contains("\\fB\\-f\\fR, \\fB\\-\\-foreground\\fR\n"))
    #expect(mount.contains("\\fBfileprovider mount\\fR [\\-\\-domain DOMAIN]"))
    #expect(!mount.contains("ready\\-descriptor"), "what is not for people is in no manual")
    #expect(
      try String(contentsOfFile: folder + "/fileprovider.1", encoding: .utf8).contains(".SH \"EXIT STATUS\"\n.TP\n"))
    guard Machine.installed("mandoc") != nil else { return }
    let written = ["fileprovider.7", "mount.fileprovider.8"].map {
      Self.scripts.appendingPathComponent("packaging/\($0)").path
    }
    let paths = pages.map { "\(folder)/\($0)" } + written
    let checked = try sandbox.startProgram(["mandoc", "-Tlint", "-Wwarning"] + paths).wait()
    #expect(checked.status == 0 && checked.output.isEmpty, "\(checked)")
  }

  @Test(.enabled(if: Machine.installed("systemd-analyze") != nil, "systemd is not installed"))
  func `systemd finds nothing wrong with the units`() throws {
    // The commands of the units exist here.
    try FileManager.default.createDirectory(at: sandbox.url("units"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: sandbox.url("runtime"), withIntermediateDirectories: true)
    for unit in Self.units {
      let text = try String(contentsOf: Self.scripts.appendingPathComponent("packaging/\(unit)"), encoding: .utf8)
      try sandbox.write(
        text.replacing("/usr/bin/fileprovider", with: Sandbox.fileprovider), to: "units/\(unit)")
    }
    let result = try sandbox.startProgram(
      ["systemd-analyze", "--user", "--man=no", "verify"]
        + Self.units.map { sandbox.url("units/" + $0.replacing("@", with: "@work")).path },
      ["SYSTEMD_UNIT_PATH": sandbox.url("units").path + ":"]
    ).wait()
    #expect(result.status == 0 && result.error.isEmpty, "\(result)")
  }

  /// Each of these makes a mount namespace, which hides the mount, or takes the set-user-ID bit of `fusermount3` away.
  @Test func `the mount's unit has no option that would keep it from mounting`() throws {
    let unit = try String(
      contentsOf: Self.scripts.appendingPathComponent("packaging/fileprovider@.service"), encoding: .utf8)
    let settings = unit.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.prefix { $0 != "=" } }
    let harmless = [
      "Description", "Documentation", "Type", "Environment", "EnvironmentFile", "ExecStartPre", "ExecStart", "Restart",
      "RestartSec", "RestartPreventExitStatus", "TimeoutStartSec", "WantedBy",
    ]
    #expect(Set(settings.filter { !$0.hasPrefix("[") }.map(String.init)) == Set(harmless))
  }
}
