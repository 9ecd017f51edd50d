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

  /// A distributor builds with it as it is.
  @Test func `the changelog of the Debian package has the program's version`() throws {
    let text = try String(
      contentsOf: Self.scripts.appendingPathComponent("packaging/debian/changelog"), encoding: .utf8)
    let version = try #require(text.prefixMatch(of: #/fileprovider \(([0-9.]+)\) /#)).1
    #expect(try sandbox.run("--version").output.contains("(OpenFileProvider) \(version),"))
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

  @Test(.enabled(if: Machine.installed("systemd-analyze") != nil, "systemd is not installed"))
  func `systemd finds nothing wrong with the unit of a shared mount`() throws {
    let name = "fileprovider@.service"
    let text = try String(contentsOf: Self.scripts.appendingPathComponent("packaging/system/\(name)"), encoding: .utf8)
    try sandbox.write(text.replacing("/usr/bin/fileprovider", with: Sandbox.fileprovider), to: "units/\(name)")
    let result = try sandbox.startProgram(
      ["systemd-analyze", "--system", "--man=no", "verify", sandbox.url("units/fileprovider@work.service").path],
      ["SYSTEMD_UNIT_PATH": sandbox.url("units").path + ":"]
    ).wait()
    #expect(result.status == 0 && result.error.isEmpty, "\(result)")
  }

  @Test(
    .enabled(if: Machine.isRoot, "only root can mount for others"),
    .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"))
  func `others can read in a shared mount what permissions allow, and its provider's domain is its owner's`() throws {
    let owner = 4711
    try sandbox.write("for all", to: "in/open")
    try sandbox.write("for one", to: "in/closed")
    let unit = try String(
      contentsOf: Self.scripts.appendingPathComponent("packaging/system/fileprovider@.service"), encoding: .utf8)
    let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
    // As the service manager replaces them.
    let command = line.dropFirst("ExecStart=".count).replacing("/usr/bin/fileprovider", with: "\"$F\"")
      .replacing("user=${OWNER},", with: "").replacing("%I", with: "default")
    let result = try sandbox.shell(
      """
      mkdir -p data; chown -R \(owner) in data; chmod 600 in/closed
      setpriv --reuid \(owner) --regid \(owner) --clear-groups "$F" import --contents in 2>/dev/null || exit 1
      MOUNTPOINT=$M; \(command) 2>/dev/null &
      for i in $(seq 300); do [ -e "$M/open" ] && break; sleep 0.1; done
      other() { setpriv --reuid 4712 --regid 4712 --clear-groups "$@" 2>/dev/null; }
      other cat "$M/open"; echo; other cat "$M/closed" || echo refused; other touch "$M/new" || echo refused
      stat -c %u "$M/open"
      "$F" unmount "$M"; wait
      """)
    #expect(result.lines == ["for all", "refused", "refused", "\(owner)"], "\(result)")
  }

  /// The part of the exposure that a user's service can do something about, without a mount namespace and without another user.
  @Test(.enabled(if: Machine.installed("systemd-analyze") != nil, "systemd is not installed"))
  func `the unit of the provider keeps its hardening`() throws {
    let name = "fileprovider-provider@.service"
    let text = try String(contentsOf: Self.scripts.appendingPathComponent("packaging/\(name)"), encoding: .utf8)
    try sandbox.write(text, to: "units/fileprovider-provider@work.service")
    try FileManager.default.createDirectory(at: sandbox.url("runtime"), withIntermediateDirectories: true)
    let result = try sandbox.program(
      "systemd-analyze", "--user", "security", "--offline=yes", "--no-pager", "--threshold=70",
      "units/fileprovider-provider@work.service")
    #expect(result.status == 0, "\(result)")
  }

  /// A macro of ours with the name of one of RPM's own has a value that nobody has set: “sources” is defined in every spec, and had all of / copied.
  @Test(.enabled(if: Machine.installed("rpmspec") != nil, "rpm is not installed"), arguments: [[], ["development"]])
  func `an RPM has only the folders that were laid out for it`(others: [String]) throws {
    let spec = Self.scripts.appendingPathComponent("packaging/fileprovider.spec").path
    let words = (["staged"] + others).flatMap { ["--define", "\($0) /of/\($0)"] } + ["--define", "package_version 1"]
    let result = try sandbox.startProgram(["rpmspec", "-P"] + words + [spec]).wait()
    #expect(result.status == 0, "\(result)")
    let copied = result.lines.compactMap { $0.wholeMatch(of: /cp -a (.*)\/\. .*/).map { String($0.1) } }
    #expect(copied == (["staged"] + others).map { "/of/\($0)" }, "\(result)")
    let packages = result.lines.filter { $0.hasPrefix("%package ") || $0.hasPrefix("%files ") }
    #expect(packages.count == 2 * others.count, "\(packages)")
  }

  /// None of the names that the package's script defines is one of RPM's own, in a spec without them.
  @Test(.enabled(if: Machine.installed("rpmspec") != nil, "rpm is not installed"))
  func `no macro of the package has the name of one of RPM's own`() throws {
    let script = try String(contentsOf: Self.scripts.appendingPathComponent("package.sh"), encoding: .utf8)
    let names = script.matches(of: #/--define "([a-z_]+) /#).map { String($0.1) }.filter { !$0.hasPrefix("_") }
    let own = names.filter { $0 != "use_source_date_epoch_as_buildtime" }
    #expect(Set(["staged", "package_version", "development", "dolphin"]).isSubset(of: own), "\(own)")
    let values = own.map { "\($0)=%{?\($0):1}" }.joined(separator: "\n")
    try sandbox.write(
      "Name: x\nVersion: 1\nRelease: 1\nSummary: x\nLicense: x\n%description\n\(values)\n", to: "empty.spec")
    let result = try sandbox.program("rpmspec", "-P", "empty.spec")
    #expect(result.status == 0 && own.allSatisfy { result.lines.contains("\($0)=") }, "\(result)")
  }

  @Test(.enabled(if: Machine.installed("appstreamcli") != nil, "appstream is not installed"))
  func `software centres can read the metadata`() throws {
    let name = "org.openfileprovider.fileprovider.metainfo.xml"
    let text = try String(contentsOf: Self.scripts.appendingPathComponent("packaging/\(name)"), encoding: .utf8)
    try sandbox.write(text.replacing("$Version$", with: "0.1").replacing("$Date$", with: "2026-11-27"), to: name)
    let result = try sandbox.program("appstreamcli", "validate", "--no-net", "--pedantic", name)
    #expect(result.status == 0, "\(result)")
  }

  @Test(.enabled(if: Machine.installed("desktop-file-validate") != nil, "desktop-file-utils is not installed"))
  func `the entry in the menu is valid, and names an icon that there is`() throws {
    let folder = Self.scripts.appendingPathComponent("packaging").path
    let result = try sandbox.program(
      "desktop-file-validate", folder + "/org.openfileprovider.fileprovider.desktop")
    #expect(result.status == 0 && result.output.isEmpty, "\(result)")
    let icon = try String(contentsOfFile: folder + "/org.openfileprovider.fileprovider.svg", encoding: .utf8)
    #expect(icon.contains("<svg xmlns=\"http://www.w3.org/2000/svg\""))
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
