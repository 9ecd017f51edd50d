import Foundation
import Glibc
import TestSupport
import Testing

/// `watch` on a terminal.
@Suite(.timeLimit(.minutes(1))) struct WatchTerminalTests {
  let sandbox: Sandbox
  let terminal: TerminalPair
  private static let (enters, leaves) = ("\u{1B}[?1049h", "\u{1B}[?1049l")
  /// The end of a picture.
  private static let drawn = "\u{1B}[?2026l"

  /// Thirty favourites on a terminal of twenty lines.
  init() throws {
    sandbox = try Sandbox()
    let names = (10..<40).map { "/item\($0)" }
    #expect(try sandbox.start(["mkdir"] + names).wait().status == 0)
    #expect(try sandbox.start(["favorite"] + names).wait().status == 0)
    terminal = try TerminalPair(columns: 80, rows: 20)
  }

  private func watch(_ setting: (String, String)? = nil) throws -> RunningProcess {
    var environment = sandbox.environment
    (environment["TERM"], environment["NO_COLOR"]) = ("xterm", nil)
    if let setting { environment[setting.0] = setting.1 }
    return try terminal.start([Sandbox.fileprovider, "watch"], in: sandbox, environment: environment)
  }

  /// The letter that says what a process does (proc(5)).
  private func state(_ process: RunningProcess) -> Character? {
    let line = try? String(contentsOfFile: "/proc/\(process.pid)/stat", encoding: .utf8)
    return line?.split(separator: ")").last?.first { $0 != " " }
  }

  private func end(_ process: RunningProcess) {
    process.kill()
  }

  /// Stopped it leaves the terminal as a shell wants it; when it goes on it draws everything again, in the size of then.
  @Test func `stopped and continued`() throws {
    let process = try watch()
    defer { end(process) }
    let first = terminal.shows { $0.hasSuffix(Self.drawn) }
    #expect(first.contains(Self.enters) && first.contains("default: 30 in the working set") && !terminal.editsLines)
    process.signal(SIGTSTP)
    let stopped = terminal.shows { $0.contains(Self.leaves) && state(process) == "T" }
    #expect(stopped.contains(Self.leaves) && terminal.editsLines, "\(stopped)")
    terminal.resize(columns: 60, rows: 12)
    process.signal(SIGCONT)
    let again = terminal.shows { $0.hasSuffix(Self.drawn) }
    #expect(again.hasPrefix(Self.enters) && again.contains("default: 30 in the working set") && !terminal.editsLines)
    #expect(again.components(separatedBy: "\u{1B}[2K").count >= 1 + 12, "\(again)")
    terminal.type("q")
    #expect(process.wait().status == 0 && terminal.editsLines)
    #expect(terminal.shows { $0.hasSuffix(Self.leaves) }.hasSuffix(Self.leaves))
  }

  @Test func `another size is drawn at once, and no line is left over or missing`() throws {
    let process = try watch()
    defer { end(process) }
    _ = terminal.shows { $0.hasSuffix(Self.drawn) }
    terminal.resize(columns: 50, rows: 9)
    process.signal(SIGWINCH)
    let picture = terminal.shows { $0.hasSuffix(Self.drawn) }
    #expect(picture.components(separatedBy: "\u{1B}[2K").count == 1 + 9, "\(picture)")
  }

  @Test(arguments: ["jjj", "\u{1B}[B\u{1B}OBj", "Gggjjj", "kkjjj"])
  func `keys that come together are all obeyed, whatever they are sent as`(keys: String) throws {
    let process = try watch()
    defer { end(process) }
    _ = terminal.shows { $0.hasSuffix(Self.drawn) }
    terminal.type(keys)
    let picture = terminal.shows { $0.contains("item13") && $0.hasSuffix(Self.drawn) }
    let last = picture.components(separatedBy: "\u{1B}[H").last ?? ""
    #expect(last.contains("item13") && !last.contains("item12 "), "\(picture)")
  }

  @Test func `with NO_COLOR it draws in place, and in one colour`() throws {
    let process = try watch(("NO_COLOR", "1"))
    defer { end(process) }
    let picture = terminal.shows { $0.hasSuffix(Self.drawn) }
    #expect(picture.contains(Self.enters) && !picture.contains("\u{1B}[7m") && !picture.contains("\u{1B}[32m"))
  }

  @Test func `a dumb terminal gets lines, and keeps its modes`() throws {
    let process = try watch(("TERM", "dumb"))
    defer { end(process) }
    let text = terminal.shows { $0.contains("/item39") }
    #expect(text.contains("/item39") && !text.contains("\u{1B}") && terminal.editsLines, "\(text)")
  }

  /// It ends when the domain is removed, and says so on the terminal as it was.
  @Test func `the domain is removed`() throws {
    let process = try watch()
    defer { end(process) }
    _ = terminal.shows { $0.hasSuffix(Self.drawn) }
    try FileManager.default.removeItem(at: sandbox.url("data/fileprovider"))
    let text = terminal.shows { $0.contains("the domain was removed") }
    #expect(text.contains(Self.leaves) && text.contains("the domain was removed") && terminal.editsLines, "\(text)")
  }
}
