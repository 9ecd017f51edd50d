import Foundation
import TestSupport
import Testing

/// Two machines of which one has not seen yet what the other has changed: they look at the server every ten minutes.
@Suite(.enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"), .serialized)
struct UnseenChangesTests {
  @Test(.enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"))
  func `nothing that one has written is lost by what the other does, on a server that checks conditions`() throws {
    let apache = try Apache()
    try checkUnseenChanges(TwoMachines(apache, poll: 600))
    withExtendedLifetime(apache) {}
  }

  @Test(.enabled(if: Rclone.problem == nil, "\(Rclone.problem ?? "")"))
  func `nothing that one has written is lost by what the other does, on a server that ignores them`() throws {
    let rclone = try Rclone()
    try checkUnseenChanges(TwoMachines(rclone, poll: 600))
    withExtendedLifetime(rclone) {}
  }

  private func checkUnseenChanges(_ pair: TwoMachines) throws {
    try pair.mount()
    defer { pair.unmount() }
    try pair.runAndPush(
      0, "for f in edited deleted renamed; do echo first >$f; done && mkdir folder && echo old >folder/a")
    #expect(
      try pair.machines[1].shell("cd $M && cat edited deleted renamed folder/a").output == "first\nfirst\nfirst\nold\n")
    try pair.runAndPush(
      0, "for f in edited deleted renamed; do echo from-0-$f >$f; done && echo new >folder/b && echo from-0 >made")
    // Not asked to look first: what waits is told within some seconds.
    try pair.run(1, "echo from-1 >edited && echo from-1 >made && rm deleted && rm -r folder && mv renamed elsewhere")
    let expected = ["from-0-edited", "from-1", "from-0-deleted", "from-0-renamed", "new", "from-0", "from-1"].sorted()
    var found: [String] = []
    let isDone = try eventually(seconds: 120, every: .milliseconds(100)) {
      found = try pair.onServer.map { String($0.drop { $0 != ":" }.dropFirst(2)) }.sorted()
      return try found == expected && pair.machines[1].shell("$F pending --domain work").output.isEmpty
    }
    #expect(isDone, "\(found)")
    let elsewhere = try pair.onServer.contains("./elsewhere: from-0-renamed")
    #expect(elsewhere, "\(found)")
  }
}
