import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// What no provider can hold stays on this machine: it is said once, and counted. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
struct KeptHereTests {
  private func kept(_ stage: ScriptedStage) throws -> Int? {
    let status = try stage.sandbox.run("status", "--json").objects().first
    return (status?["domains"] as? [[String: Any]])?.first?["keptHere"] as? Int
  }

  private func log(_ stage: ScriptedStage) -> String {
    (try? stage.shell("cat state/fileprovider/scripted.log")) ?? ""
  }

  @Test(
    arguments: [
      ("mkfifo mnt/pipe mnt/other", 2, "pipes stay on this machine"),
      (
        "python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"mnt/socket\")'", 1,
        "sockets stay on this machine"
      ),
      ("chmod 600 mnt/a", 1, "permissions of others than the owner, stay on this machine"),
    ]
      + (Machine.isRoot
        ? [
          ("mknod mnt/null c 1 3", 1, "device nodes stay on this machine"),
          ("chown 65534 mnt/a mnt/b", 2, "owners, and permissions"),
        ] : []))
  func `it is counted, said once, and told to nobody`(script: String, count: Int, words: String) throws {
    let stage = try ScriptedStage([MemoryItem("a", contents: "alpha\n"), MemoryItem("b", contents: "beta\n")])
    defer { stage.end() }
    #expect(try kept(stage) == 0)
    try stage.shell("cat mnt/a; " + script)
    try stage.settle()
    #expect(stage.calls.isEmpty, "\(stage.calls)")
    #expect(try kept(stage) == count)
    #expect(try stage.sandbox.run("status").output.contains("local only"))
    #expect(eventually { log(stage).components(separatedBy: words).count == 2 }, "\(log(stage))")
    // What else changes of such an item is told, and it stays counted.
    try stage.shell("echo more >> mnt/a")
    try stage.settle()
    #expect(stage.calls == ["modify a a contents"])
    #expect(try kept(stage) == count)
    #expect(log(stage).components(separatedBy: words).count == 2)
  }

  @Test func `permissions that follow from the owner's are told as they are, and nothing is said`() throws {
    let stage = try ScriptedStage([MemoryItem("a", contents: "alpha\n")])
    defer { stage.end() }
    try stage.shell("chmod 755 mnt/a")
    try stage.settle()
    #expect(stage.calls == ["modify a a"])
    #expect(try kept(stage) == 0)
  }
}
