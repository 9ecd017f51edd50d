import Foundation
import TestSupport
import Testing

/// `transfers`: what a server sends and gets at the moment.
@Suite(
  .enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"),
  .enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct TransfersCommandTests {
  let server: LyingServer
  let sandbox: Sandbox

  init() throws {
    server = try LyingServer()
    sandbox = try Sandbox()
  }

  private struct Transfer: Decodable {
    var direction: String
    var state: String
    var path: String
    var bytes: Int?
    var totalBytes: Int
    var bytesPerSecond: Int?
  }

  private func transfers() throws -> [Transfer] {
    let result = try sandbox.run("transfers", "--domain", "work", "--json")
    #expect(result.status == 0, "\(result)")
    return try result.lines.map { try JSONDecoder().decode(Transfer.self, from: Data($0.utf8)) }
  }

  private func mount(_ settings: String...) throws {
    let added = try sandbox.run("domain", "add", "work", "--webdav", server.address)
    try #require(added.status == 0, "\(added)")
    if !settings.isEmpty {
      let set = try sandbox.run(["domain", "set", "work"] + settings)
      try #require(set.status == 0, "\(set)")
    }
    let mounted = try sandbox.run("mount", "--domain", "work", sandbox.mountpoint)
    try #require(mounted.status == 0, "\(mounted)")
  }

  private func unmount() { _ = try? sandbox.run("unmount", sandbox.mountpoint) }

  @Test func `a download is listed with its progress and its speed`() throws {
    let size = 8 << 20
    try server.write(String(repeating: "x", count: size), to: "large")
    try mount()
    defer { unmount() }
    #expect(try transfers().isEmpty)
    try server.lie("slow-GET")
    let reading = try sandbox.startProgram(["/bin/cat", sandbox.mountpoint + "/large"])
    var seen: Transfer?
    #expect(
      try eventually {
        seen = try transfers().first { ($0.bytesPerSecond ?? 0) > 0 }; return seen != nil
      })
    let transfer = try #require(seen)
    #expect(transfer.direction == "download" && transfer.state == "running" && transfer.path == "/large")
    #expect(
      (1...size).contains(transfer.totalBytes) && (1...transfer.totalBytes).contains(transfer.bytes ?? 0), "\(transfer)"
    )
    #expect(try sandbox.run("transfers", "--domain", "work").output.hasPrefix("downloading  /large  "))
    try server.lie()
    #expect(reading.wait().output.utf8.count == size)
    #expect(try eventually { try transfers().isEmpty })
  }

  @Test func `uploads are listed with their sizes, the running ones first`() throws {
    try mount()
    defer { unmount() }
    try server.lie("slow-PUT")
    let names = (0..<30).map { "n\($0)" }
    #expect(try sandbox.shell("cd $M; for i in \(names.joined(separator: " ")); do echo $i >$i; done").status == 0)
    var seen: [Transfer] = []
    #expect(
      try eventually {
        seen = try transfers(); return seen.contains { $0.state == "running" }
      })
    #expect(seen.allSatisfy { $0.direction == "upload" && $0.bytes == nil && $0.totalBytes <= 4 }, "\(seen)")
    #expect(seen.count { $0.state == "next" } <= 20)
    let running = seen.firstIndex { $0.state == "next" } ?? seen.count
    #expect(seen[running...].allSatisfy { $0.state == "next" }, "\(seen)")
    let uploads = try sandbox.shell("cd $M; getfattr --only-values -n user.fileprovider.upload *").output
    #expect(uploads.contains("uploading") && uploads.contains("waiting"), "\(uploads)")
    try server.lie()
    #expect(try eventually(seconds: 180) { try transfers().isEmpty })
    #expect(try sandbox.shell("cd $M; getfattr -n user.fileprovider.upload n0").output.isEmpty)
    #expect(try sandbox.shell("cd $M; getfattr --only-values -n user.fileprovider.provider . n0").output.count > 2)
  }

  @Test func `another limit counts for an upload in progress`() throws {
    try mount("--limit-up", "128K")
    defer { unmount() }
    let size = 64 << 20
    // It would take more than eight minutes.
    #expect(try sandbox.shell("head -c \(size) /dev/zero >$M/large").status == 0)
    #expect(try eventually { try transfers().contains { $0.state == "running" } })
    let process = try provider()
    let unlimited = try sandbox.run("domain", "set", "work", "--limit-up", "none")
    #expect(unlimited.status == 0 && unlimited.error.isEmpty, "\(unlimited)")
    #expect(try eventually(seconds: 180) { try transfers().isEmpty })
    #expect(try provider() == process)
    #expect(try server.read("large").utf8.count == size)
  }

  /// The first line of the lock is the number of the process.
  private func provider() throws -> Substring {
    try String(contentsOf: sandbox.url("data/fileprovider/work/provider.lock"), encoding: .utf8).prefix { $0 != "\n" }
  }

  @Test func `followed, they are drawn over each other on a terminal until Ctrl-C`() throws {
    try server.write(String(repeating: "x", count: 8 << 20), to: "large")
    try mount()
    defer { unmount() }
    var environment = sandbox.environment
    (environment["TERM"], environment["NO_COLOR"]) = ("xterm", nil)
    let terminal = try TerminalPair(columns: 60, rows: 10)
    let following = try terminal.start(
      [Sandbox.fileprovider, "transfers", "--domain", "work", "--follow"], in: sandbox, environment: environment)
    defer { following.kill() }
    #expect(terminal.shows { $0.contains("no transfers") }.contains("no transfers"))
    try server.lie("slow-GET")
    let reading = try sandbox.startProgram(["/bin/cat", sandbox.mountpoint + "/large"])
    let drawn = terminal.shows { $0.contains("\u{1B}[1A\u{1B}[Jdownloading  /large") }
    #expect(drawn.contains("\u{1B}[1A\u{1B}[Jdownloading  /large"), "\(drawn)")
    try server.lie()
    _ = reading.wait()
    following.signal(SIGINT)
    #expect(following.wait().status == 0)
  }

  @Test func `followed into a pipe, each list ends with an empty line, and the command with the reader`() throws {
    try mount()
    defer { unmount() }
    let result = try sandbox.shell("\"$F\" transfers --domain work --follow --json | head -n 2")
    #expect(result.status == 0 && result.output == "\n\n", "\(result)")
  }

  @Test func `a local domain transfers nothing`() throws {
    try sandbox.run("domain", "add", "local")
    let result = try sandbox.run("transfers", "--domain", "local")
    #expect(result.status == 69 && result.error.contains("local domain: nothing to transfer"), "\(result)")
  }
}
