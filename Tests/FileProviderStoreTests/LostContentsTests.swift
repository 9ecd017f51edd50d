import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderStore

/// Contents that a loss of power has torn, of a document that the provider has.
@Suite struct LostContentsTests {
  /// What the disk has of them.
  enum Disk: CaseIterable {
    case hole, nothing, begin, beginAndHole, everything
  }

  private final class Stage {
    let temporary: TemporaryStore
    let id: ItemID
    private(set) var key = ContentKey(rawValue: 0)
    static let text = String(repeating: "new contents ", count: 1000)

    init() throws {
      temporary = try TemporaryStore()
      try temporary.change { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
        try transaction.setFlags(.unlisted, false, of: .root)
      }
      id = try temporary.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        try ApplyingEditor(transaction).apply(PushTablesTests.item("a", "a"), in: .root)
      }
      try note()
    }

    func note() throws {
      try temporary.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
        while try !PendingEditor(transaction).notePending(PendingTests.pace) {}
      }
    }

    /// Replaces the contents, without a synchronization.
    func write() throws {
      let made = try temporary.store.contents.create()
      key = made.key
      _ = Self.text.withCString { Glibc.write(made.number, $0, Self.text.utf8.count) }
      made.keep()
      try temporary.change { [id, key] (transaction) throws(StoreError) in
        try transaction.setContents(key, size: Int64(Self.text.utf8.count), modified: .now, of: id)
      }
    }

    /// Has the provider acknowledge what was written.
    func acknowledge(size: Int = text.utf8.count, version: String = "2") throws {
      try note()
      try temporary.store.changeAsProvider(PendingTests.pace) { [id] (transaction) throws(StoreError) in
        let call = try PushEditor(transaction).beginCall(.modify, of: id, fields: [.contents, .times])
        var item = PushTablesTests.item("a", "a", version: version)
        item.size = Int64(size)
        _ = try PushEditor(transaction).acknowledge(call, PushAnswer(item: item), PendingTests.pace)
      }
    }

    private var path: String { temporary.store.contents.url(of: key).path }

    static let extended: Int64 = 1 << 20

    /// Writes at an offset beyond the end, in place; there is a hole between.
    func extend() throws { try append(at: Self.extended - 3) }

    /// Writes at the end, in place.
    func append(at offset: Int64 = Int64(text.utf8.count)) throws {
      let file = open(path, O_WRONLY | O_CLOEXEC)
      defer { close(file) }
      try #require(pwrite(file, "end", 3, off_t(offset)) == 3)
    }

    /// Allocates room beyond the end, to which nothing is written.
    func allocate() throws {
      let file = open(path, O_WRONLY | O_CLOEXEC)
      defer { close(file) }
      try #require(posix_fallocate(file, 0, off_t(Self.extended)) == 0)
    }

    /// - Returns: The store after another start of the machine.
    func cut(_ disk: Disk) throws -> ItemStore {
      let size = off_t(Self.text.utf8.count)
      var status = stat()
      try #require(stat(path, &status) == 0)
      switch disk {
      case .hole: #expect(truncate(path, 0) == 0 && truncate(path, size) == 0)
      case .nothing: #expect(truncate(path, 0) == 0)
      case .begin: #expect(truncate(path, 4096) == 0)
      case .beginAndHole: #expect(truncate(path, 4096) == 0 && truncate(path, size) == 0)
      case .everything: break
      }
      // What is lost does not change the date.
      #expect(utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0) == 0)
      return try ItemStore(directory: temporary.directory, boot: BootIdentity(uuid: UUID()), pace: .onDemand)
    }
  }

  @Test(arguments: [Disk.hole, .nothing, .begin, .beginAndHole])
  func `the provider's version comes back, and what there is of a newer one is rescued`(disk: Disk) throws {
    let stage = try Stage()
    try stage.write()
    let store = try stage.cut(disk)
    try store.readCommitted { (reader) throws(StoreError) in
      let item = try reader.item(stage.id)
      #expect(item?.flags.contains(.dataless) == true)
      #expect(item?.size == 5)
      let rescued = try reader.resolve("/Rescued/a")
      switch disk {
      case .begin: #expect(rescued?.size == 4096)
      case .beginAndHole: #expect(rescued?.size == Int64(Stage.text.utf8.count))
      default: #expect(rescued == nil)
      }
    }
  }

  /// The disk was unplugged after the last process had closed the store: nothing of the log is lost, but the contents had not reached the disk.
  @Test(arguments: [Disk.nothing, .everything])
  func `contents that a disk has lost after an orderly end are fetched again`(disk: Disk) throws {
    let directory = TestDirectory(adopting: TestDirectory.unused("closed"))
    func open() throws -> ItemStore { try ItemStore(directory: directory.url, pace: .onDemand) }
    let fetched = try fetch(open())
    if disk == .nothing { #expect(truncate(fetched.path, 0) == 0) }
    let store = try open()
    #expect(!store.isAnotherEpoch)
    let item = try store.readCommitted { (reader) throws(StoreError) in try reader.item(fetched.id) }
    #expect(item?.flags.contains(.dataless) == (disk == .nothing))
    #expect(item?.size == 5)
  }

  /// - Returns: A document whose contents have come from the provider, and where they are.
  private func fetch(_ store: ItemStore) throws -> (id: ItemID, path: String) {
    let made = try store.contents.create()
    let key = made.key
    #expect(Glibc.write(made.number, "12345", 5) == 5)
    made.keep()
    let id = try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      try transaction.setFlags(.unlisted, false, of: .root)
      let id = try ApplyingEditor(transaction).apply(PushTablesTests.item("a", "a"), in: .root)
      _ = try ApplyingEditor(transaction).takeContents(.file(key), size: 5, nil, of: id)
      return id
    }
    return (id, store.contents.url(of: key).path)
  }

  @Test func `contents that are whole stay`() throws {
    let stage = try Stage()
    try stage.write()
    let store = try stage.cut(.everything)
    try store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.item(stage.id)?.content == stage.key)
      #expect(try reader.resolve("/Rescued") == nil)
    }
  }

  /// Its end never was on the disk: what is there is what was synchronized.
  @Test func `a document that was changed in place stays what the disk has of it`() throws {
    let stage = try Stage()
    try stage.write()
    try stage.temporary.store.finishHousekeeping()
    try stage.temporary.change { (transaction) throws(StoreError) in
      try transaction.markChange(of: stage.id, session: ContentMark.closed)
    }
    let store = try stage.cut(.begin)
    try store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.item(stage.id)?.content == stage.key)
      #expect(try reader.item(stage.id)?.size == 4096)
    }
  }

  /// Contents were uploaded that the disk has lost: those that they took the place of here are older.
  @Test(arguments: [Disk.hole, .everything])
  func `what the provider has acknowledged is not taken back`(disk: Disk) throws {
    let stage = try Stage()
    try stage.write()
    try stage.temporary.store.finishHousekeeping()
    try stage.write()
    try stage.acknowledge()
    let store = try stage.cut(disk)
    try store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.item(stage.id)?.content == (disk == .hole ? nil : stage.key))
      #expect(try reader.item(stage.id)?.flags.contains(.dataless) == (disk == .hole))
      #expect(try reader.item(stage.id)?.size == Int64(Stage.text.utf8.count))
      #expect(try reader.resolve("/Rescued") == nil)
      #expect(try reader.integer("SELECT count(*) FROM replaced_contents") == 0)
    }
  }

  /// A program has emptied a document, and the provider has acknowledged that: it stays empty.
  @Test func `what the provider has as empty is not taken back`() throws {
    let stage = try Stage()
    try stage.write()
    try stage.acknowledge()
    try stage.temporary.store.finishHousekeeping()
    try stage.temporary.change { (transaction) throws(StoreError) in
      _ = try transaction.emptyContents(of: transaction.item(stage.id), session: "a mount")
      try transaction.closeSmallWriting(of: stage.id, session: "a mount")
    }
    try stage.acknowledge(size: 0, version: "3")
    let store = try stage.cut(.everything)
    try store.readCommitted { (reader) throws(StoreError) in
      let item = try reader.item(stage.id)
      #expect(item?.size == 0 && item?.content == nil)
      #expect(try reader.resolve("/Rescued") == nil)
      #expect(try reader.integer("SELECT count(*) FROM replaced_contents") == 0)
    }
  }

  /// The log tells of nothing that a program has written since it opened the document, and of nothing whose commit the power took back.
  @Test(arguments: [ContentMark.closed, "a mount"])
  func `what was written after what the provider has acknowledged is rescued`(mark: String) throws {
    let stage = try Stage()
    try stage.write()
    try stage.acknowledge()
    try stage.temporary.store.finishHousekeeping()
    try stage.temporary.change { (transaction) throws(StoreError) in
      try transaction.markChange(of: stage.id, session: mark)
    }
    try stage.extend()
    let store = try stage.cut(.everything)
    let rescued = try #require(
      try store.readCommitted { (reader) throws(StoreError) in try reader.resolve("/Rescued/a") })
    #expect(rescued.size == Stage.extended)
    #expect(store.contents.size(of: try #require(rescued.content)) == Stage.extended)
    let item = try store.readCommitted { (reader) throws(StoreError) in try reader.item(stage.id) }
    #expect(item?.flags.contains(.dataless) == true)
    #expect(item?.size == Int64(Stage.text.utf8.count))
  }

  /// It has the size and the date of before: only the mark tells.
  @Test func `what a program was writing in the place of what the provider has acknowledged is rescued`() throws {
    let stage = try Stage()
    try stage.write()
    try stage.acknowledge()
    try stage.temporary.store.finishHousekeeping()
    try stage.temporary.change { (transaction) throws(StoreError) in
      try transaction.markChange(of: stage.id, session: "a mount")
    }
    let store = try stage.cut(.beginAndHole)
    let rescued = try store.readCommitted { (reader) throws(StoreError) in try reader.resolve("/Rescued/a") }
    #expect(rescued != nil)
  }

  /// As `O_TRUNC` does it, which nobody was notified of. The program had been writing for long, and what the disk has of that may be all that there is.
  @Test(arguments: [true, false])
  func `what was there comes back where a program was writing anew, and that is rescued`(_ isSmall: Bool) throws {
    let stage = try Stage()
    try stage.write()
    try stage.acknowledge()
    try stage.temporary.store.finishHousekeeping()
    let made = try stage.temporary.store.contents.create()
    let key = made.key
    #expect(Glibc.write(made.number, "anew", 4) == 4)
    made.keep()
    try stage.temporary.change { (transaction) throws(StoreError) in
      let item = try transaction.emptyContents(of: transaction.item(stage.id), session: "a mount")
      guard let item else { return }
      if isSmall {
        _ = try transaction.writeSmall(
          Array("anew".utf8), modified: .now, to: item, isVersion: false, session: "a mount")
      } else {
        _ = try transaction.adoptContents(key, of: item, isVersion: false, session: "a mount")
      }
    }
    let store = try stage.cut(.everything)
    try store.readCommitted { (reader) throws(StoreError) in
      let item = try reader.item(stage.id)
      #expect(item?.content == stage.key)
      #expect(item?.flags.contains(.dataless) == false)
      #expect(item?.size == Int64(Stage.text.utf8.count))
      let rescued = try reader.resolve("/Rescued/a")
      #expect(isSmall ? rescued?.content?.isSmall == true : rescued?.content == key)
      #expect(rescued?.size == 4)
    }
  }

  /// It was closed, and no reader saw it before the power was cut.
  @Test func `what was there comes back in the place of what was saved, and that is rescued`() throws {
    let stage = try Stage()
    try stage.write()
    try stage.acknowledge()
    try stage.temporary.store.finishHousekeeping()
    let former = stage.key
    try stage.write()
    let store = try stage.cut(.begin)
    try store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.item(stage.id)?.content == former)
      #expect(try reader.resolve("/Rescued/a")?.content == stage.key)
      #expect(try reader.resolve("/Rescued/a")?.size == 4096)
    }
  }

  /// Programs allocate room ahead, and write to some of it.
  @Test func `a document with room that nothing was written to is whole`() throws {
    let stage = try Stage()
    try stage.write()
    try stage.allocate()
    let haveGaps = stage.temporary.store.contents.haveGaps(stage.key)
    try stage.temporary.change { (transaction) throws(StoreError) in
      _ = try transaction.commitContents(
        of: stage.id, size: Stage.extended, isSparse: haveGaps, modified: .now, changed: .now)
    }
    let store = try stage.cut(.everything)
    try store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.item(stage.id)?.content == stage.key)
      #expect(try reader.item(stage.id)?.size == Stage.extended)
      #expect(try reader.resolve("/Rescued") == nil)
    }
  }

  /// The power took the mark and the commit, and the disk has what was written.
  @Test(arguments: [true, false])
  func `what was written to a document whose mark is lost stays, or is rescued where it has a hole`(hasHole: Bool)
    throws
  {
    let stage = try Stage()
    try stage.write()
    try stage.acknowledge()
    try stage.temporary.store.finishHousekeeping()
    try hasHole ? stage.extend() : stage.append()
    let store = try stage.cut(.everything)
    try store.readCommitted { (reader) throws(StoreError) in
      let item = try reader.item(stage.id)
      #expect(item?.content == (hasHole ? nil : stage.key))
      #expect(item?.size == Int64(Stage.text.utf8.count) + (hasHole ? 0 : 3))
      #expect(try reader.resolve("/Rescued/a")?.size == (hasHole ? Stage.extended : nil))
    }
  }
}
