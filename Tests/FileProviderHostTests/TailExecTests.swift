import Foundation
import TestSupport
import Testing

/// `tail --exec`: a command for each batch, and a cursor that moves only when it succeeded.
@Suite struct TailExecTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.lines("mkdir", "/a", "/b")
  }

  private var cursor: String { (try? String(contentsOf: sandbox.url("cursor"), encoding: .utf8)) ?? "" }
  private func text(_ name: String) -> String { (try? String(contentsOf: sandbox.url(name), encoding: .utf8)) ?? "" }

  private func start(_ command: String, _ words: String...) throws -> RunningProcess {
    try sandbox.start(["tail", "--container", "all", "--cursor-file", "cursor", "--exec", command] + words)
  }

  private func paths(_ text: String) throws -> [String] {
    try text.split(separator: "\n").compactMap {
      let object = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      return object?["path"] as? String
    }
  }

  @Test func `the command gets the batch, its anchor and the domain`() throws {
    let result = try start("cat > got; echo $FILEPROVIDER_DOMAIN $FILEPROVIDER_ANCHOR $FILEPROVIDER_ATTEMPT").wait()
    #expect(result.status == 0, "\(result.error)")
    #expect(try paths(text("got")) == ["/a", "/b"])
    let last = try #require(text("got").split(separator: "\n").last)
    #expect(last.contains(#""event":"anchor""#))
    let anchor = cursor.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(last.contains(anchor))
    // Its output is its own; the batch is not printed.
    #expect(result.output == "default \(anchor) 1\n")
  }

  @Test func `a batch without a change runs nothing`() throws {
    #expect(try start("cat > got").wait().status == 0)
    let result = try start("touch ran").wait()
    #expect(result.status == 0)
    #expect(!FileManager.default.fileExists(atPath: sandbox.url("ran").path))
  }

  @Test func `a command that fails gets the same batch again, then the next`() throws {
    let command = try start(
      "cat > got.$FILEPROVIDER_ATTEMPT; test $FILEPROVIDER_ATTEMPT = 2 && cat got.2 >> all && mv got.2 done", "--follow"
    )
    #expect(command.waitForError { $0.contains("exited with status 1; retrying the batch in 1 s") })
    #expect(cursor == "")
    #expect(command.wait { _ in cursor != "" })
    #expect(text("got.1") == text("done"))
    try sandbox.lines("mkdir", "/c")
    #expect(command.wait { _ in (try? paths(text("all"))) == ["/a", "/b", "/c"] }, "\(text("all"))")
    command.signal(SIGINT)
    #expect(command.wait().status == 0)
  }

  @Test func `an interruption ends what the command started, and the batch comes again`() throws {
    let command = try start("echo $$ > pid; sleep 1000 & echo $! >> pid; wait", "--follow")
    #expect(command.wait { _ in text("pid").split(separator: "\n").count == 2 })
    let children = text("pid").split(separator: "\n").compactMap { pid_t($0) }
    command.signal(SIGTERM)
    #expect(command.wait().status == 0)
    #expect(cursor == "")
    for child in children { #expect(command.wait { _ in !Self.isRunning(child) }) }
    #expect(try start("cat > got").wait().status == 0)
    #expect(try paths(text("got")) == ["/a", "/b"])
  }

  @Test func `a tail that is killed in the middle of the command brings the batch again`() throws {
    let command = try start("echo $$ > pid; sleep 1000", "--follow")
    #expect(command.wait { _ in text("pid").hasSuffix("\n") })
    command.signal(SIGKILL)
    // What it started goes on; it also has what our waiting for the end goes by.
    if let child = pid_t(text("pid").trimmingCharacters(in: .whitespacesAndNewlines)) { kill(-child, SIGKILL) }
    _ = command.wait()
    #expect(cursor == "")
    #expect(try start("cat > got").wait().status == 0)
    #expect(try paths(text("got")) == ["/a", "/b"])
    #expect(cursor != "")
  }

  @Test func `a command that reads nothing, and one that dies, do no harm`() throws {
    let result = try start("test $FILEPROVIDER_ATTEMPT = 2 || kill -9 $$").wait()
    #expect(result.status == 0)
    #expect(result.error.contains("killed by signal 9"))
    #expect(cursor != "")
  }

  private static func isRunning(_ process: pid_t) -> Bool {
    guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    return line.split(separator: ")").last?.hasPrefix(" Z") == false
  }
}
