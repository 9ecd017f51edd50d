import FileProviderStore
import Testing

@testable import FileProviderFileSystem

/// Which answers report a folder to the kernel: those that it forgets one day.
@Suite struct ReportedFoldersTests {
  private static func add(_ name: String, to store: ItemStore) throws -> ItemID {
    try store.change(author: "remote") { (transaction) throws(StoreError) in
      try TreeEditor(transaction).create(
        NewItem(parent: .root, name: try FileName(name), kind: .folder, mode: 0o755, owner: 0, group: 0)
      ).id
    }
  }

  @Test func `an entry that found no room in a listing is not reported with it`() throws {
    let fixture = try FileSystemFixture()
    let folders = try ["a", "b"].map { try Self.add($0, to: fixture.store) }
    #expect(try fixture.list(.root, inStepsOf: 1).count == 4)
    for folder in folders {
      #expect(fixture.fileSystem.watchable.contains(folder))
      fixture.fileSystem.forget(InodeNumber(folder), answers: 1)
      #expect(!fixture.fileSystem.watchable.contains(folder))
    }
  }

  @Test func `a folder in the trash is reported by a look there, and by its listing`() throws {
    let fixture = try FileSystemFixture()
    fixture.context.caller = Caller(user: 0, group: 0, process: 1)
    let files = try fixture.makeFolder("files", in: try fixture.makeFolder(".Trash-0"))
    let folder = try Self.add("folder", to: fixture.store)
    try fixture.store.change(author: "remote") { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).trash(folder, user: 0)
    }
    #expect(try fixture.lookup("folder", in: files)?.inode.item == folder)
    #expect(fixture.fileSystem.watchable.contains(folder))
    #expect(try fixture.list(files).contains("folder"))
    fixture.fileSystem.forget(InodeNumber(folder), answers: 1)
    #expect(fixture.fileSystem.watchable.contains(folder))
    fixture.fileSystem.forget(InodeNumber(folder), answers: 1)
    #expect(!fixture.fileSystem.watchable.contains(folder))
  }
}
