import FileProviderStore
import LinuxSystem
import Testing

@testable import FileProviderFileSystem

/// Which answers count as telling the kernel of a folder: those that it forgets one day.
@Suite struct ToldFoldersTests {
  /// Lists each folder as one that has the folder “inner”.
  private struct Source: ContainerSource {
    let store: ItemStore

    func begin(
      _ subject: SourceSubject, for asker: SourceAsker, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) -> SourceTicket {
      guard case .listing(let container) = subject else { return SourceTicket(number: 1) }
      NativeThread.start(name: "source") {
        whenDone(
          Result {
            try ToldFoldersTests.add("inner", in: container, to: store)
            try store.change(author: "remote") { (transaction) throws(StoreError) in
              try transaction.setFlags(.unlisted, false, of: container)
            }
          })
      }
      return SourceTicket(number: 1)
    }

    func withdraw(_ ticket: SourceTicket) {}
  }

  @discardableResult
  private static func add(
    _ name: String, _ flags: ItemFlags = [], in parent: ItemID = .root, to store: ItemStore
  ) throws -> ItemID {
    try store.change(author: "remote") { (transaction) throws(StoreError) in
      var new = NewItem(parent: parent, name: try FileName(name), kind: .folder, mode: 0o755, owner: 0, group: 0)
      new.flags = flags
      return try transaction.create(new).id
    }
  }

  @Test func `a folder is watched that was found in one which was never listed`() throws {
    let fixture = try FileSystemFixture(source: { Source(store: $0) })
    let follower = try ChangeFollower(fixture.fileSystem, fixture.following)
    let outer = try Self.add("outer", .unlisted, to: fixture.store)
    let inner = try #require(try fixture.lookup("inner", in: InodeNumber(outer))?.inode.item)
    var names: [String] = []
    func advance() throws {
      try follower.advance(fixture.following, replay: { names += $0.replays.map(\.place.name.spelling) }) { _ in }
    }
    try advance()
    names = []
    try Self.add("new", in: inner, to: fixture.store)
    try advance()
    #expect(names == ["new"])
    fixture.fileSystem.forget(InodeNumber(inner), answers: 1)
    #expect(!fixture.fileSystem.watchable.contains(inner))
  }

  @Test func `an entry that found no room in a listing is not told with it`() throws {
    let fixture = try FileSystemFixture()
    let folders = try ["a", "b"].map { try Self.add($0, to: fixture.store) }
    #expect(try fixture.list(.root, inStepsOf: 1).count == 4)
    for folder in folders {
      #expect(fixture.fileSystem.watchable.contains(folder))
      fixture.fileSystem.forget(InodeNumber(folder), answers: 1)
      #expect(!fixture.fileSystem.watchable.contains(folder))
    }
  }

  @Test func `a folder in the trash is told by a look there, and by its listing`() throws {
    let fixture = try FileSystemFixture()
    fixture.context.caller = Caller(user: 0, group: 0, process: 1)
    let files = try fixture.makeFolder("files", in: try fixture.makeFolder(".Trash-0"))
    let folder = try Self.add("folder", to: fixture.store)
    try fixture.store.change(author: "remote") { (transaction) throws(StoreError) in
      _ = try transaction.trash(folder, user: 0)
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
