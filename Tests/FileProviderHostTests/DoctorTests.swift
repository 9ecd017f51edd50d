import Foundation
import Glibc
import TestSupport
import Testing

/// `doctor`, where conditions are met and where they are not.
@Suite(.timeLimit(.minutes(2))) struct DoctorTests {
  let sandbox: Sandbox
  private static let ordinaryUser = "12345"

  init() throws { sandbox = try Sandbox() }

  private struct Condition: Decodable {
    var name: String
    var state: String
    var finding: String
    var remedy: String?
  }

  private struct Report: Decodable {
    var version: Int
    var healthy: Bool
    var conditions: [Condition]

    init(_ result: ProcessResult) throws {
      self = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
      #expect(version == 1 && result.error.isEmpty, "\(result)")
      #expect(healthy == !conditions.contains { $0.state == "problem" })
      #expect(result.status == (healthy ? 0 : 1))
      #expect(conditions.allSatisfy { ["ok", "warning", "problem"].contains($0.state) && !$0.finding.isEmpty })
      #expect(conditions.allSatisfy { $0.state == "ok" || $0.remedy != nil }, "each one that is not ok has a remedy")
    }

    subscript(name: String) -> Condition? { conditions.first { $0.name == name } }
  }

  private func report(_ variables: [String: String] = [:]) throws -> Report {
    try Report(sandbox.startProgram(["fileprovider", "doctor", "--json"], variables).wait())
  }

  private func report(shell script: String) throws -> Report { try Report(sandbox.shell(script)) }

  /// Runs a script where the folder for domains is that of an ordinary user.
  private func ordinary(_ script: String) throws -> Report {
    try report(shell: "mkdir -p data; chown \(Self.ordinaryUser) data; \(script)")
  }

  private static let become = "setpriv --reuid \(ordinaryUser) --regid \(ordinaryUser) --clear-groups"

  @Test func `without a domain it finds what a new one needs, quickly, and makes nothing`() throws {
    let begun = Date()
    let report = try report()
    // 1.5 s at most, and what a busy machine adds; a call on a bus that does not answer fails after 25 s.
    #expect(Date().timeIntervalSince(begun) < 10)
    #expect(report["domains"]?.finding.hasPrefix("none yet; ") == true)
    #expect(report["SQLite"]?.state == "ok" && report["SQLite"]?.finding.first?.isNumber == true)
    #expect(report["open files"] != nil && report["inotify watches"] != nil && report["user_allow_other"] != nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder) == ["mount"])
  }

  @Test func `a line a condition, without colours where there is no terminal`() throws {
    let result = try sandbox.run("doctor")
    #expect(try result.lines.count == report().conditions.count)
    #expect(result.lines.allSatisfy { ["ok ", "war", "pro"].contains($0.prefix(3)) })
    #expect(!result.output.contains("\u{1B}"))
  }

  @Test(.enabled(if: Machine.installed("script") != nil, "it needs script(1)"))
  func `states are coloured on a terminal`() throws {
    #expect(try sandbox.shell("TERM=xterm script -qec '\"$F\" doctor' /dev/null").output.contains("\u{1B}[32mok"))
    let plain = try sandbox.shell("TERM=xterm NO_COLOR=1 script -qec '\"$F\" doctor' /dev/null")
    #expect(plain.output.contains("ok ") && !plain.output.contains("\u{1B}["))
  }

  @Test func `the store of each domain is opened, and keeps as it is`() throws {
    try sandbox.lines("mkdir", "/a", "/b")
    try sandbox.lines("domain", "add", "broken")
    // It folds the log, from which everything could be read otherwise.
    try sandbox.lines("check", "--repair", "--domain", "broken")
    try sandbox.write(String(repeating: "no database ", count: 1000), to: "data/fileprovider/broken/items.sqlite")
    let database = sandbox.url("data/fileprovider/default/items.sqlite")
    let before = try Data(contentsOf: database)
    let names = try FileManager.default.subpathsOfDirectory(atPath: sandbox.url("data").path).sorted()
    let report = try report()
    #expect(report["domain default"]?.state == "ok")
    #expect(report["domain default"]?.finding.contains("2 items, a local domain") == true)
    let broken = try #require(report["domain broken"])
    #expect(broken.state == "problem" && broken.remedy?.contains("check --repair --domain broken") == true, "\(broken)")
    #expect(try Data(contentsOf: database) == before)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: sandbox.url("data").path).sorted() == names)
  }

  @Test func `few descriptors are told, and how to have more`() throws {
    let openFiles = try #require(try report(shell: "ulimit -S -n 100; \"$F\" doctor --json")["open files"])
    #expect(openFiles.state == "warning" && openFiles.remedy?.contains("ulimit -n") == true, "\(openFiles)")
  }

  @Test func `there is no bus`() throws {
    let keyring = try #require(try report(["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(sandbox.folder)/none"])["keyring"])
    #expect(keyring.state == "warning", "\(keyring)")
  }

  @Test(.enabled(if: TestDesktop.problem == nil, "\(TestDesktop.problem ?? "")"))
  func `whether something on the bus shows notifications is asked, where there is a desktop`() throws {
    let (desktop, bus) = (try TestDesktop(), try TestKeyring(isServed: false))
    func condition(_ address: String) throws -> Condition {
      let variables = ["WAYLAND_DISPLAY": "none", "XDG_CURRENT_DESKTOP": "Test", "DBUS_SESSION_BUS_ADDRESS": address]
      return try #require(try report(variables)["desktop"])
    }
    let shows = try condition(desktop.address)
    #expect(shows.state == "ok" && shows.finding.contains("shows notifications"), "\(shows)")
    let shown = try condition(bus.address)
    #expect(shown.state == "warning" && shown.finding.contains("nothing on the session bus"), "\(shown)")
    #expect(try condition("unix:path=\(sandbox.folder)/none").finding.contains("there is no session bus"))
    #expect(desktop.shown.isEmpty)
    #expect(try report()["desktop"]?.state == "ok")
  }

  @Test func `a bus that does not answer keeps nobody waiting`() throws {
    let listener = try #require(UnixListener(at: sandbox.folder + "/bus"))
    let begun = Date()
    let report = try report(["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(sandbox.folder)/bus"])
    #expect(Date().timeIntervalSince(begun) < 10)
    #expect(report["keyring"]?.finding.hasPrefix("the session bus does not answer") == true)
    withExtendedLifetime(listener) {}
  }

  @Test func `a runtime folder that others can enter`() throws {
    try Sandbox.makeFolder(sandbox.folder + "/runtime/fileprovider", mode: 0o755)
    #expect(try report()["XDG_RUNTIME_DIR"]?.state == "problem")
  }

  @Test func `what is a file cannot hold domains`() throws {
    try sandbox.write("text", to: "data/fileprovider")
    let domains = try #require(try report()["domains"])
    #expect(domains.state == "problem", "\(domains)")
  }

  /// What only root can arrange.
  @Suite(.enabled(if: Machine.isRoot, "only root can arrange this")) struct Arranged {
    private let tests: DoctorTests
    init() throws { tests = try DoctorTests() }

    @Test func `an ordinary user needs fusermount3, with its permission`() throws {
      guard Machine.installed("fusermount3") != nil, Machine.hasFUSE else { return }
      let become = DoctorTests.become
      #expect(try tests.ordinary("\(become) \"$F\" doctor --json")["fusermount3"]?.state == "ok")
      let places = "for place in /usr/bin /bin /usr/local/bin; do [ ! -e $place/fusermount3 ] ||"
      let hidden = try tests.ordinary(
        """
        cp /bin/true plain; chmod 755 plain
        unshare -m sh -c '\(places) mount --bind plain $place/fusermount3; done; exec \(become) "$F" doctor --json'
        """)
      let helper = try #require(hidden["fusermount3"])
      #expect(helper.state == "problem" && helper.remedy?.contains("chmod 4755") == true, "\(helper)")
      let none = try tests.ordinary(
        """
        : >nothing; chmod 644 nothing
        unshare -m sh -c '\(places) mount --bind nothing $place/fusermount3; done; exec \(become) "$F" doctor --json'
        """)
      #expect(none["fusermount3"]?.finding.hasPrefix("not installed") == true)
      #expect(none["fusermount3"]?.remedy == "install the package fuse3")
    }

    @Test func `there is no device`() throws {
      guard Machine.hasFUSE else { return }
      let report = try tests.report(
        shell: "unshare -m sh -c 'mount --bind \"$F\" /dev/fuse; exec \"$F\" doctor --json'")
      let device = try #require(report["/dev/fuse"])
      #expect(device.state == "problem" && device.remedy?.contains("modprobe fuse") == true, "\(device)")
    }

    @Test func `a folder of somebody else's cannot be written`() throws {
      let report = try tests.ordinary("chown -R root data; chmod 755 data; \(DoctorTests.become) \"$F\" doctor --json")
      let domains = try #require(report["domains"])
      #expect(domains.state == "problem" && domains.finding.hasSuffix("Permission denied"), "\(domains)")
    }

    @Test func `a full disk in memory`() throws {
      let disk = try SmallDisk(at: tests.sandbox.folder + "/data", .memory, megabytes: 4)
      #expect(try tests.report()["free space"]?.state == "warning")
      try disk.fill(butFor: 100_000)
      let report = try tests.report()
      #expect(report["free space"]?.state == "problem")
      #expect(report["file system"]?.finding.hasPrefix("tmpfs, ") == true)
    }

    @Test func `a read-only disk`() throws {
      try FileManager.default.createDirectory(at: tests.sandbox.url("data"), withIntermediateDirectories: true)
      let report = try tests.report(
        shell: """
          unshare -m sh -c 'mount --bind data data && mount -o remount,ro,bind data && exec "$F" doctor --json'
          """)
      let domains = try #require(report["domains"])
      #expect(domains.state == "problem" && domains.finding.contains("Read-only file system"), "\(domains)")
    }
  }
}

/// A socket that connections wait at, and nobody answers.
private final class UnixListener {
  private let descriptor: Int32

  init?(at path: String, type: __socket_type = SOCK_STREAM) {
    descriptor = socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, type == SOCK_DGRAM || listen(descriptor, 5) == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// The next datagram.
  func receive(seconds: Int32) -> String? {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&state, 1, seconds * 1000) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}

/// A mount that a service manager started reports that it answers (sd_notify(3)).
@Suite(.enabled(if: Machine.mountingProblem == nil, "nothing can be mounted here"), .timeLimit(.minutes(1)))
struct ServiceManagerTests {
  @Test func `a mount in the foreground says that it is ready when it answers`() throws {
    let sandbox = try Sandbox()
    let listener = try #require(UnixListener(at: sandbox.folder + "/notify", type: SOCK_DGRAM))
    let mount = try sandbox.startProgram(
      ["fileprovider", "mount", "--foreground", sandbox.mountpoint],
      ["NOTIFY_SOCKET": sandbox.folder + "/notify"])
    #expect(listener.receive(seconds: 30) == "READY=1")
    #expect(sandbox.isMounted)
    mount.signal(SIGTERM)
    #expect(mount.wait().status == 0)
  }
}
