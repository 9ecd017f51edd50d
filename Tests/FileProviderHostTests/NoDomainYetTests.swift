import Foundation
import Glibc
import Testing

/// Where there is no domain yet, reading makes none.
@Suite struct NoDomainYetTests {
  let sandbox: Sandbox
  init() throws { sandbox = try Sandbox() }

  private var isEmpty: Bool { !FileManager.default.fileExists(atPath: sandbox.url("data").path) }

  /// `ls` and `tail` end well with a notice; a path that is not there is a failure as ever.
  @Test func readingMakesNone() throws {
    for words in [["ls"], ["ls", "/"], ["tail"], ["tail", "--json", "--container", "all", "--cursor-file", "cursor"]] {
      let result = try sandbox.start(words).finish()
      #expect(result.status == 0 && result.output.isEmpty && result.error.contains("there is none yet"), "\(result)")
      #expect(isEmpty)
    }
    #expect(try sandbox.run("ls", "/a").status == 1)
    #expect(try sandbox.run("ls", "--domain", "nosuch").status == 1)
    #expect(isEmpty)
  }

  /// One that follows waits for the domain, and prints what comes.
  @Test(.timeLimit(.minutes(1))) func followingWaits() throws {
    let tail = try sandbox.start(["tail", "--follow", "--container", "all", "--json"])
    defer { tail.signal(SIGKILL) }
    #expect(tail.waitForError { $0.contains("waiting for it") })
    #expect(isEmpty)
    try sandbox.lines("mkdir", "/made")
    #expect(tail.wait { $0.contains("\"/made\"") })
    tail.signal(SIGINT)
    #expect(try tail.finish().status == 0)
  }

  /// A wait that is interrupted ends well.
  @Test(.timeLimit(.minutes(1))) func aWaitIsInterrupted() throws {
    let tail = try sandbox.start(["tail", "--follow"])
    #expect(tail.waitForError { $0.contains("waiting for it") })
    tail.signal(SIGINT)
    #expect(try tail.finish().status == 0)
    #expect(isEmpty)
  }
}
