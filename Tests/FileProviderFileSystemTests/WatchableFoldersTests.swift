import FileProviderStore
import Testing

@testable import FileProviderFileSystem

@Suite struct WatchableFoldersTests {
  /// Some thousand folders are known at once, however their numbers lie.
  @Test(arguments: [1, 2, 7, 64, 2048, 4096, 100_003]) func `thousands are known`(stride: Int64) {
    let folders = WatchableFolders()
    let ids = (1...2000).map { ItemID(rawValue: 1024 + Int64($0) * stride) }
    for id in ids { folders.note(id) }
    #expect(ids.count { folders.contains($0) } >= 1990)
  }

  /// Those used last stay, those the kernel forgot go.
  @Test func `the latest stay`() {
    let folders = WatchableFolders()
    let kept = ItemID(rawValue: 5000)
    for number in 0..<200_000 as Range<Int64> {
      folders.note(ItemID(rawValue: 10_000 + number))
      if number % 1000 == 0 { folders.note(kept) }
    }
    #expect(folders.contains(kept))
    #expect((0..<200_000 as Range<Int64>).count { folders.contains(ItemID(rawValue: 10_000 + $0)) } <= 16_384)
    folders.forget(InodeNumber(kept), answers: 200)
    #expect(!folders.contains(kept) && folders.contains(.root))
  }

  /// The kernel may be told of a folder again before it is read that it has forgotten the folder.
  @Test func `what is told anew is not forgotten with what was told before`() {
    let folders = WatchableFolders()
    let folder = ItemID(rawValue: 5000)
    for _ in 0..<3 { folders.note(folder) }
    folders.note(folder, answers: 0)
    folders.note(folder)
    folders.forget(InodeNumber(folder), answers: 3)
    #expect(folders.contains(folder))
    folders.forget(InodeNumber(folder), answers: 1)
    #expect(!folders.contains(folder))
  }

  /// What only the helper has seen is not replayed in, but what the kernel forgets of it is known.
  @Test func `the helper watches nothing`() {
    let folders = WatchableFolders()
    let folder = ItemID(rawValue: 5000)
    folders.noteReplayed(folder)
    #expect(!folders.contains(folder))
    folders.note(folder)
    folders.forget(InodeNumber(folder), answers: 1)
    #expect(folders.contains(folder))
  }
}
