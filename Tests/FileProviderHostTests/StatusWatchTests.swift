import Foundation
import Glibc
import TestSupport
import Testing

/// `status --watch`.
@Suite struct StatusWatchTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.lines("domain", "add", "work")
  }

  @Test func `on a terminal it is drawn in place until Ctrl-C, and what was above stays`() throws {
    var environment = sandbox.environment
    (environment["TERM"], environment["NO_COLOR"]) = ("xterm", nil)
    let terminal = try TerminalPair(columns: 60, rows: 8)
    let watching = try terminal.start(
      [Sandbox.fileprovider, "status", "--watch"], in: sandbox, environment: environment)
    defer { watching.kill() }
    let first = terminal.shows { $0.contains("more lines") }
    #expect(first.contains("domain work") && !first.contains("generation"), "\(first)")
    #expect(try sandbox.run("mkdir", "--domain", "work", "/a", "/b").status == 0)
    let second = terminal.shows { $0.contains("items        2") }
    #expect(second.contains("\u{1B}[7A\u{1B}[Jdomain work") && second.contains("items        2"), "\(second)")
    watching.signal(SIGINT)
    #expect(watching.wait().status == 0 && terminal.editsLines)
  }

  @Test func `elsewhere each fact is a line, and then each change`() throws {
    let watching = try sandbox.start("status", "--watch", "--domain", "work")
    defer { watching.kill() }
    #expect(eventually { watching.outputSoFar.contains("  work  items  0\n") })
    let before = watching.outputSoFar
    #expect(before.contains("  work  health  healthy\n"))
    #expect(try sandbox.run("mkdir", "--domain", "work", "/a").status == 0)
    #expect(eventually { watching.outputSoFar.contains("  work  items  1\n") })
    let lines = watching.outputSoFar.dropFirst(before.count).split(separator: "\n")
    #expect(lines.count == 1, "\(lines)")
    watching.signal(SIGINT)
    #expect(watching.wait().status == 0)
  }

  @Test func `as JSON it is the whole object, at first and after a change, and ends with its reader`() throws {
    let watching = try sandbox.start("status", "--watch", "--json")
    defer { watching.kill() }
    #expect(eventually { watching.outputSoFar.contains("\n") })
    #expect(try sandbox.run("mkdir", "--domain", "work", "/a").status == 0)
    #expect(eventually { watching.outputSoFar.split(separator: "\n").count == 2 })
    for line in watching.outputSoFar.split(separator: "\n") {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] != nil)
    }
    watching.signal(SIGTERM)
    #expect(watching.wait().status == 0)
    let ended = try sandbox.shell("\"$F\" status --watch --json | head -n 1")
    #expect(ended.status == 0 && ended.output.hasPrefix("{\"version\":1"), "\(ended)")
    #expect(try sandbox.run("status", "--watch", "--check").status == 64)
  }
}
