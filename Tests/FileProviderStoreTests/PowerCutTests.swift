import FileProviderStore
import Foundation
import TestSupport
import Testing

/// What a store keeps when the power goes: everything that it does to its files is recorded by `FileCallRecorder`, and what a disk may have of it
/// after any of the calls is opened, as after another start of the machine.
///
/// `SEED` in the environment repeats a run, `POWER_CUTS` says how many results each story opens.
@Suite struct PowerCutTests {
  /// Whatever of a commit, of a group, of its restoration after a kill, of an opening after a power cut, or of an upgrade has reached the disk: what was
  /// synchronized is there and whole, the rest as of one moment; `check` finds nothing, and no generation is given out twice.
  @Test(arguments: ["commit", "group", "restoration", "restart", "upgrade"])
  func `what was synchronized is there whatever reached the disk`(story: String) throws {
    let seed = RandomSeed.choose(for: "power cuts \(story)")
    let folder = try TestDirectory("cut")
    if story == "upgrade" { try makeOldStore(in: folder.appending("store")) }
    let recorder = try #require(Machine.built("FileCallRecorder"))
    let cuts = Machine.number("POWER_CUTS") ?? 50
    let result = try RunningProcess([recorder, "cut", story, "--seed", "\(seed)", "--cuts", "\(cuts)", folder.path])
      .wait(seconds: 3600)
    #expect(result.status == 0, "SEED=\(seed) \(story): \(result)")
  }

  /// A store of the first version with documents that are there whole: empty ones.
  private func makeOldStore(in directory: URL) throws {
    let old = try OldStore(steps: 1, directory: directory)
    try old.connection?.execute(
      """
      BEGIN;
      UPDATE items SET size = 0;
      INSERT INTO items(
        id, parent, kind, mode, uid, gid, size, mtime, ctime, atime, birthtime, flags, entered, changed, name)
      VALUES (1028, 1, 1, 420, 0, 0, 0, 14, 14, 14, 14, 0, 0, 0, 'document of then');
      COMMIT
      """)
    old.close()
  }
}
