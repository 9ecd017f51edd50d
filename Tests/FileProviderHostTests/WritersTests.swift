import FileProviderTesting
import Foundation
import Glibc
import TestSupport
import Testing

/// What other users change under `allow_other` goes to the provider as the owner's, and the log says whose program it was.
@Suite(
  .enabled(
    if: Machine.hasFUSE && Machine.isRoot && Machine.installed("setpriv") != nil,
    "this needs /dev/fuse, root and setpriv(1)"), .serialized)
struct WritersTests {
  /// The user who is not the owner.
  private static let other = "setpriv --reuid 65534 --regid 65534 --clear-groups sh -c"

  @Test func `changes of other users have their number in the log, and the owner's have none`() throws {
    let stage = try ScriptedStage(
      [MemoryItem("a", contents: "alpha\n"), MemoryItem("b", contents: "beta\n")], "-o", "allow_other")
    defer { stage.end() }
    try stage.shell(
      """
      chmod 777 mnt; chmod 666 mnt/a; cat mnt/a mnt/b; chmod 755 . 2>/dev/null || true
      \(Self.other) 'echo theirs > mnt/theirs; echo more >> mnt/a; mkdir mnt/folder; rmdir mnt/folder'
      echo ours > mnt/ours; mv mnt/b mnt/c
      """)
    let lines = try stage.sandbox.run(
      "tail", "--domain", "scripted", "--container", "all", "--since", "1 hour ago", "--individual", "--json",
      "--exclude-author", "remote"
    ).objects()
    let items = lines.filter { $0["path"] != nil }
    func writers(_ path: String) -> Set<Int?> {
      Set(items.filter { $0["path"] as? String == path }.map { $0["uid"] as? Int })
    }
    #expect(writers("/theirs") == [65534])
    #expect(writers("/folder") == [65534])
    #expect(items.last { $0["path"] as? String == "/a" }?["uid"] as? Int == 65534)
    #expect(writers("/ours") == [nil] && writers("/c") == [nil])
    try stage.settle()
    #expect(stage.calls.contains("create theirs") && stage.calls.contains("modify a a contents"))
  }

  @Test(arguments: [false, true])
  func `other users have contents brought only where the mount wants that`(isWanted: Bool) throws {
    let stage = try ScriptedStage(
      [MemoryItem("a", contents: "alpha\n")], "-o", isWanted ? "allow_other,others_fetch" : "allow_other")
    defer { stage.end() }
    let read = try stage.sandbox.shell("\(Self.other) 'cat mnt/a'", ["LC_ALL": "C"])
    #expect(read.output == (isWanted ? "alpha\n" : ""), "\(read)")
    if !isWanted { #expect(read.error.contains("Permission denied")) }
    #expect(try stage.shell("cat mnt/a") == "alpha\n")
    // What is here anybody may read.
    #expect(try stage.shell("\(Self.other) 'cat mnt/a'") == "alpha\n")
  }
}
