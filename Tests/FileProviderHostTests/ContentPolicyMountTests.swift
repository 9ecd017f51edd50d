import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// What a provider says of when contents are here, on a mount. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
struct ContentPolicyMountTests {
  private func item(_ name: String, _ text: String, policy: Int, in folder: String = MemoryItem.root) -> MemoryItem {
    var item = MemoryItem(name, in: folder, contents: text)
    item.contentPolicy = policy
    return item
  }

  /// Whether a document is here, as people are told.
  private func isHere(_ path: String, _ stage: ScriptedStage) -> Bool {
    guard let told = try? stage.sandbox.run("stat", path, "--domain", "scripted") else { return false }
    return told.status == 0 && !told.output.contains("not downloaded")
  }

  @Test func `documents are here, stay or go as the provider says`() throws {
    var folder = MemoryItem.folder("kept")
    folder.contentPolicy = 3
    let lazy = item("lazy", "lazy\n", policy: 1)
    let evicting = item("evicting", "evicting\n", policy: 2)
    let stage = try ScriptedStage([folder, item("x", "first\n", policy: 0, in: "kept"), lazy, evicting])
    defer { stage.end() }
    #expect(eventually { isHere("/kept/x", stage) }, "nobody has read it")
    #expect(!isHere("/lazy", stage) && !isHere("/evicting", stage))
    let refused = try stage.run("evict", "/kept/x")
    #expect(refused.status == 1 && refused.error.contains("the provider keeps “x” downloaded"))
    #expect(try stage.shell("cat mnt/lazy mnt/evicting") == "lazy\nevicting\n")
    try stage.edit([
      item("x", "second\n", policy: 0, in: "kept"), item("lazy", "lazier\n", policy: 1),
      item("evicting", "new\n", policy: 2),
    ])
    // The kernel tells a mount that a document is not open any more after cat(1) has ended.
    let isPulled = eventually {
      _ = try? stage.run("sync", "--wait")
      return (try? stage.shell("stat -c %s mnt/kept/x mnt/lazy mnt/evicting")) == "7\n7\n4\n"
    }
    #expect(isPulled)
    #expect(eventually { isHere("/kept/x", stage) && isHere("/lazy", stage) })
    #expect(!isHere("/evicting", stage))
    #expect(try stage.shell("cat mnt/kept/x mnt/lazy mnt/evicting") == "second\nlazier\nnew\n")
  }
}
