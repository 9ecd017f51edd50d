import Foundation
import TestSupport
import Testing

/// How a conflict copy is known in a mount.
@Suite(.enabled(if: Machine.mountingProblem == nil, "\(Machine.mountingProblem ?? "")"), .serialized)
struct ConflictMarkTests {
  /// A document that was changed on both sides gets a copy that is marked until somebody gives it another name. Its name alone marks nothing.
  @Test func `a conflict copy is marked until it is renamed`() throws {
    let stage = try FolderStage(.numbers)
    defer { stage.end() }
    try stage.shell("echo first >mnt/one")
    stage.eventually("cmp mnt/one there/one")
    try stage.shell("$F pause folder; echo ours >mnt/one; echo theirs, longer >there/one; $F resume folder")
    stage.eventually("grep theirs mnt/one && grep ours mnt/one*conflict*")
    stage.eventually("grep ours there/one*conflict*")
    let mark = "getfattr --absolute-names --only-values -n user.fileprovider.conflict"
    #expect(try stage.shell("\(mark) mnt/one*conflict*") == "1")
    #expect(try stage.shell("! \(mark) mnt/one 2>&1").contains("No such attribute"))
    #expect(
      try stage.shell("! setfattr -x user.fileprovider.conflict mnt/one*conflict* 2>&1").contains("not permitted"))
    try stage.shell("echo x >'mnt/x (conflict here 2026-01-01)'; ! \(mark) mnt/x* 2>/dev/null")
    try stage.shell("copy=$(ls mnt/one*conflict*); echo more >>\"$copy\"; \(mark) \"$copy\"; mv \"$copy\" mnt/two")
    #expect(try stage.shell("! \(mark) mnt/two 2>&1").contains("No such attribute"))
    try stage.shell("mv mnt/two 'mnt/one (conflict here 2026-01-01)'; ! \(mark) mnt/one*conflict* 2>/dev/null")
  }

  /// Nobody has looked at it then.
  @Test func `a conflict copy that is rescued stays marked`() throws {
    let stage = try FolderStage(.numbers)
    defer { stage.end() }
    try stage.shell("mkdir mnt/f; echo first >mnt/f/one")
    stage.eventually("cmp mnt/f/one there/f/one")
    try stage.shell("$F pause folder; echo ours >mnt/f/one; echo theirs, longer >there/f/one; $F resume folder")
    stage.eventually("grep theirs mnt/f/one && grep ours there/f/one*conflict*")
    try stage.shell(
      "$F pause folder; for copy in mnt/f/*conflict*; do echo more >>\"$copy\"; done; rm -r there/f; $F resume folder")
    stage.eventually("grep more mnt/Rescued/f/one*conflict*")
    #expect(
      try stage.shell(
        "getfattr --absolute-names --only-values -n user.fileprovider.conflict mnt/Rescued/f/one*conflict*") == "1")
  }
}
