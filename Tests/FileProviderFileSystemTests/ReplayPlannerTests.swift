import FileProviderStore
import Testing

@testable import FileProviderFileSystem

@Suite struct ReplayPlannerTests {
  private let fixture: FileSystemFixture
  private let follower: ChangeFollower

  init() throws {
    fixture = try FileSystemFixture()
    follower = try ChangeFollower(fixture.fileSystem, fixture.following)
  }

  private func change(_ change: (Transaction) throws(StoreError) -> Void) throws {
    try fixture.store.change(author: "other", change)
  }

  private func create(
    _ name: String, in parent: InodeNumber = .root, _ kind: ItemKind = .file
  ) throws -> InodeNumber {
    var made: ItemID?
    try change { (transaction) throws(StoreError) in
      made = try TreeEditor(transaction).create(
        NewItem(parent: parent.item ?? .root, name: try FileName(name), kind: kind, mode: 0o644, owner: 0, group: 0)
      ).id
    }
    return InodeNumber(try #require(made))
  }

  private func move(_ item: InodeNumber, to parent: InodeNumber = .root, _ name: String) throws {
    try change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(item.item ?? .none, to: parent.item ?? .root, name: try FileName(name))
    }
  }

  /// What is to be replayed, one after the other, and the notices that go out without waiting.
  private func advance() throws -> (replays: [Replay], notices: [KernelNotice]) {
    var replays: [Replay] = []
    var notices: [KernelNotice] = []
    try follower.advance(fixture.following, replay: { replays += $0.replays }) { notices += $0 }
    return (replays, notices)
  }

  private func place(_ folder: InodeNumber, _ path: String, _ name: String) -> Replay.Place {
    Replay.Place(folder: folder, path: path, name: FileName(unchecked: name))
  }

  /// Things are called what they were called at each change, whatever they are called now.
  @Test func `names are those of their time`() throws {
    let folder = try create("before", .folder)
    fixture.fileSystem.watchable.note(try #require(folder.item))
    let file = try create("first", in: folder)
    try move(folder, "after")
    try move(file, to: folder, "second")
    try move(file, "third")
    try change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(file.item ?? .none) }
    #expect(
      try advance().replays == [
        Replay(.create, folder, .folder, at: place(.root, "", "before")),
        Replay(.create, file, .file, at: place(folder, "before", "first")),
        Replay(.move, folder, .folder, at: place(.root, "", "after"), from: place(.root, "", "before")),
        Replay(.move, file, .file, at: place(folder, "after", "second"), from: place(folder, "after", "first")),
        Replay(.move, file, .file, at: place(.root, "", "third"), from: place(folder, "after", "second")),
        Replay(.delete, file, .file, at: place(.root, "", "third")),
      ])
  }

  /// The same when the later changes are not looked at yet: only so many are at a time.
  @Test func `changes that are not read yet do not count`() throws {
    let file = try create("first")
    for _ in 0..<2100 {
      try change { (transaction) throws(StoreError) in
        try transaction.changeExtendedAttribute("user.x", to: [1], of: .root)
        try transaction.changeExtendedAttribute("user.x", to: [2], of: .root)
      }
    }
    try move(file, "second")
    let replays = try advance().replays.filter { $0.item == file }
    #expect(
      replays == [
        Replay(.create, file, .file, at: place(.root, "", "first")),
        Replay(.move, file, .file, at: place(.root, "", "second"), from: place(.root, "", "first")),
      ])
  }

  /// A move onto another item's name is one change.
  @Test func `a replacement is one change`() throws {
    let (new, old) = (try create("new"), try create("old"))
    _ = try advance()
    try move(new, "old")
    #expect(
      try advance().replays == [
        Replay(
          .move, new, .file, at: place(.root, "", "old"), from: place(.root, "", "new"),
          replacing: .init(item: old, kind: .file))
      ])
  }

  /// Nothing is replayed in folders that no program has looked at; the kernel is told all the same.
  @Test func `only where somebody has looked`() throws {
    let folder = try create("folder", .folder)
    _ = try advance()
    _ = try create("unseen", in: folder)
    let (replays, notices) = try advance()
    #expect(replays.isEmpty)
    #expect(notices.first == .name(parent: folder, name: FileName(unchecked: "unseen")))
    let handle = try fixture.fileSystem.openDirectory(folder, fixture.context).handle
    let seen = try create("seen", in: folder)
    #expect(try advance().replays.map(\.item) == [seen])
    fixture.fileSystem.releaseDirectory(handle)
    fixture.fileSystem.forget(folder, answers: 1)
    _ = try create("late", in: folder)
    #expect(try advance().replays.isEmpty)
  }

  /// What goes to the trash leaves what the tree shows.
  @Test func `the trash is outside`() throws {
    let file = try create("file")
    _ = try advance()
    try change { (transaction) throws(StoreError) in _ = try TreeEditor(transaction).trash(file.item ?? .none, user: 0)
    }
    #expect(
      try advance().replays == [
        Replay(.move, file, .file, at: Replay.Place(outside: file), from: place(.root, "", "file"))
      ])
  }

  /// No two changes of one name, or of one item, are under way at the same time.
  @Test func `one name at a time`() throws {
    let first = try create("name")
    try change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(first.item ?? .none) }
    _ = try create("name")
    _ = try create("other")
    var batches: [Int] = []
    try follower.advance(fixture.following, replay: { batches.append($0.replays.count) }) { _ in }
    #expect(batches == [1, 1, 2])
  }
}
