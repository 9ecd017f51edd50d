@testable import FileProviderStore
import FileProviderTesting
import Foundation
import Glibc
import FileProviderSQLite
import TestSupport
import Testing

/// Changes that are acknowledged and committed together survive a kill.
@Suite struct GroupCommitTests {
  /// A store whose groups are committed by hand.
  private final class GroupingStore {
    let temporary: TemporaryStore
    let store: ItemStore

    /// - Parameter seconds: How long a group may be open; so long that a busy machine makes no difference, where nothing else is said.
    init(seconds: Double = 600) throws {
      temporary = try TemporaryStore()
      let threads = ChangingThreads(commitsSoon: { true }, longestGroup: UInt64(seconds * 1e9))
      store = try ItemStore(directory: temporary.directory, threads: threads)
    }

    func create(_ name: String) throws {
      let name = try FileName(name)
      _ = try store.change(author: "test") { (transaction) throws(StoreError) in
        try TreeEditor(transaction).create(
          NewItem(parent: .root, name: name, kind: .file, mode: 0o644, owner: 0, group: 0))
      }
    }

    /// A copy of the store as it would be if the process were killed now.
    func killed() throws -> URL {
      let copy = temporary.directory.appendingPathComponent("copy-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
      for name in ["items.sqlite", "items.sqlite-wal", "redo"] {
        try FileManager.default.copyItem(
          at: temporary.directory.appendingPathComponent(name), to: copy.appendingPathComponent(name))
      }
      return copy
    }

    /// Everything that matters, committed or not.
    func contents() throws -> [String] {
      try store.withPresent(store.makeCommittedReader()) { (reader) throws(StoreError) in
        try GroupCommitTests.contents(reader)
      }
    }
  }

  private static func contents(_ store: ItemStore) throws -> [String] {
    try store.readCommitted { (reader) throws(StoreError) in try contents(reader) }
  }

  /// Every item, every member, every trash entry and every row of the change log, except gaps: the opening after a kill adds one.
  private static func contents(_ reader: StoreReader) throws(StoreError) -> [String] {
    var lines: [String] = []
    var folders: [ItemID] = [.root, .trash]
    var trashed: [ItemID] = []
    while let folder = folders.popLast() {
      try reader.forEachChild(of: folder, after: .none) { item, name in
        lines.append("\(folder) \(FileName(stored: name)) \(copy item)")
        if item.isFolder { folders.append(item.id) }
        if folder == .trash { trashed.append(item.id) }
        return true
      }
    }
    for item in trashed { lines.append("trashed \(String(describing: try reader.trashEntry(of: item)))") }
    try reader.forEachMember(after: .none) { record, membership in
      lines.append("member \(record.id) \(membership)")
      return true
    }
    try LogReader(reader).forEachLogRow(after: .zero) { row in
      if row.event != .gap { lines.append("log \(copy row)") }
      return true
    }
    return lines
  }

  /// A reader of what is committed sees a group when it is committed; a reader of what is there now sees it at once.
  @Test func `a group is visible when it is committed`() throws {
    let grouping = try GroupingStore()
    try grouping.create("a")
    try grouping.create("b")
    #expect(try grouping.store.rootNames().isEmpty)
    let now = try grouping.store.withPresent(grouping.store.makeCommittedReader()) { (reader) throws(StoreError) in
      try reader.generation()
    }
    #expect(now.rawValue == 2)
    try grouping.store.commitAcknowledged()
    #expect(try grouping.store.rootNames() == ["a", "b"])
    #expect(try grouping.temporary.store.rootNames() == ["a", "b"])
  }

  /// Another process that writes has to wait for the group, whose threads let it in by settling.
  @Test func `another process waits for the group`() throws {
    let grouping = try GroupingStore()
    try grouping.create("a")
    let other = grouping.temporary.store
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? other.change(author: "other") { (transaction) throws(StoreError) in
        try transaction.changeSetting("other", to: "done")
      }
      done.signal()
    }
    #expect(done.wait(timeout: .now() + 0.1) == .timedOut)
    try grouping.store.commitAcknowledged()
    #expect(done.wait(timeout: .now() + 60) == .success)
  }

  /// A group does not stay open for ever while changes come.
  @Test func `a group ends after a while`() throws {
    let grouping = try GroupingStore()
    for number in 0..<200 { try grouping.create("file \(number)") }
    #expect(try grouping.store.rootNames().count >= 128)
    let hasty = try GroupingStore(seconds: 0.02)
    // On a busy machine the change that begins a group may take all of its time, and is then committed at once.
    for number in 0..<100 where !hasty.store.hasOpenGroup { try hasty.create("before \(number)") }
    try #require(hasty.store.hasOpenGroup)
    eventually { hasty.store.isOverdue }
    try hasty.create("after")
    #expect(try hasty.store.rootNames().contains("after"))
  }

  /// Acknowledged changes survive a kill, with the same numbers, times and generations.
  @Test func `a kill takes nothing acknowledged away`() throws {
    let grouping = try GroupingStore()
    try grouping.create("committed")
    try grouping.store.commitAcknowledged()
    try grouping.create("a")
    try grouping.create("b")
    let expected = try grouping.contents()
    let copy = try grouping.killed()
    #expect(try Self.contents(try ItemStore(directory: copy)) == expected)
    // And once more: nothing is made twice.
    #expect(try Self.contents(try ItemStore(directory: copy)) == expected)
    try grouping.store.commitAcknowledged()
    #expect(try grouping.contents() == expected)
    #expect(try Self.contents(try ItemStore(directory: try grouping.killed())) == expected)
  }

  /// Small contents are in the redo log with their row: a kill, or a change that fails behind them, takes nothing of them away.
  @Test(arguments: [false, true]) func `small contents are made again`(_ isFailed: Bool) throws {
    let grouping = try GroupingStore()
    try grouping.create("doc")
    func write(_ bytes: [UInt8]) throws {
      try grouping.store.change(author: "test") { (transaction) throws(StoreError) in
        guard let item = try transaction.reader.resolve("doc") else { throw StoreError(.noSuchItem) }
        _ = try transaction.writeSmall(bytes, modified: .now, to: item, isVersion: false, session: "test")
      }
    }
    try write(Array("former".utf8))
    let bytes = (0..<SmallContents.largest).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try write(bytes)
    if isFailed {
      #expect(throws: StoreError.self) {
        try grouping.store.change(author: "test") { (_) throws(StoreError) in throw StoreError(.full) }
      }
      try grouping.store.commitAcknowledged()
    }
    let store = try ItemStore(directory: grouping.killed())
    let item = try store.readCommitted { (reader) throws(StoreError) in try reader.resolve("doc") }
    #expect(item?.size == Int64(bytes.count))
    #expect(try store.contents.bytes(of: #require(item?.content), about: 0, atMost: .max) == bytes)
  }

  /// The redo log keeps the bytes of names, paths and attributes, valid UTF-8 or not.
  @Test func `a kill takes no byte of a name away`() throws {
    let grouping = try GroupingStore()
    for name in ["caf\\xe9", "caf\\xe8", "caf\\x5cxe9", "trashed \\xff"] { try grouping.create(name) }
    try grouping.store.change(author: "test") { (transaction) throws(StoreError) in
      func item(_ name: String) throws(StoreError) -> ItemID {
        try transaction.reader.child(of: .root, named: FileName(name))?.id ?? .none
      }
      let first = try item("caf\\xe9")
      try transaction.changeExtendedAttribute("user.\\xe9", to: [1], of: first)
      try TreeEditor(transaction).move(first, to: .root, name: FileName("caf\\xe7"))
      _ = try TreeEditor(transaction).trash(item("trashed \\xff"), user: 0)
    }
    let expected = try grouping.contents()
    let restored = try ItemStore(directory: try grouping.killed())
    #expect(try Self.contents(restored) == expected)
    let names = try restored.readCommitted { (reader) throws(StoreError) in
      let item = try reader.child(of: .root, named: FileName("caf\\xe7"))
      return try reader.extendedAttributeNames(of: item?.id ?? .none)
    }
    #expect(names == ["user.\\xe9"])
  }

  /// The same for random histories, killed anywhere.
  @Test func `random histories survive a kill anywhere`() throws {
    let seed = RandomSeed.choose()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      let grouping = try GroupingStore()
      var history = RandomHistory(stores: [grouping.store])
      for step in 0..<120 {
        try history.step(&random)
        guard step % 7 == 0 else { continue }
        if Bool.random(using: &random) { try grouping.store.commitAcknowledged() }
        let expected = try grouping.contents()
        let copy = try grouping.killed()
        let left = try Self.contents(try ItemStore(directory: copy))
        try #require(left == expected, "SEED=\(seed), step \(step)")
        try FileManager.default.removeItem(at: copy)
      }
    }
  }

  /// What a group remembers of a folder is up to date, however the folder was changed.
  @Test func `a change sees what those before it left of a folder`() throws {
    let grouping = try GroupingStore()
    @discardableResult
    func change<Result>(_ body: (Transaction) throws(StoreError) -> Result) throws -> Result {
      try grouping.store.change(author: "test", body)
    }
    func new(_ name: String, _ kind: ItemKind, in parent: ItemID) throws -> NewItem {
      NewItem(parent: parent, name: try FileName(name), kind: kind, mode: 0o755, owner: 0, group: 0)
    }
    func attributes(_ id: ItemID) throws -> ItemAttributes {
      try change { (transaction) throws(StoreError) in try transaction.folder(id) }
    }
    let (newFolder, other) = (try new("folder", .folder, in: .root), try new("other", .folder, in: .root))
    let folder = try change { (transaction) throws(StoreError) in try TreeEditor(transaction).create(newFolder) }.id
    let target = try change { (transaction) throws(StoreError) in try TreeEditor(transaction).create(other) }.id
    let newChild = try new("child", .folder, in: folder)
    let child = try change { (transaction) throws(StoreError) in try TreeEditor(transaction).create(newChild) }.id
    #expect(try attributes(folder).subfolders == 1)
    var changes = AttributeChanges()
    changes.mode = 0o2700
    try change { [changes] (transaction) throws(StoreError) in try transaction.setAttributes(changes, of: folder) }
    #expect(try attributes(folder).mode == 0o2700)
    let name = try FileName("moved")
    try change { (transaction) throws(StoreError) in try TreeEditor(transaction).move(child, to: target, name: name) }
    #expect(try attributes(child).parent == target)
    #expect(try attributes(folder).subfolders == 0)
    #expect(try attributes(target).subfolders == 1)
    try change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(folder) }
    #expect(throws: StoreError.self) { try attributes(folder) }
    let row = try grouping.store.readPresent { (now) throws(StoreError) in try now.item(target) }
    #expect(try row == attributes(target))
  }

  /// A change that fails in the middle takes back what it did, and nothing of those before it.
  @Test func `a failed change leaves the group as it was`() throws {
    let grouping = try GroupingStore()
    try grouping.create("a")
    let (b, c) = (try FileName("b"), try FileName("c"))
    func fail(after change: @escaping (Transaction) throws(StoreError) -> Void) {
      #expect(throws: StoreError.self) {
        try grouping.store.change(author: "test") { (transaction) throws(StoreError) in
          try change(transaction)
          throw StoreError(.noSuchItem, "on purpose")
        }
      }
    }
    fail { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: b, kind: .file, mode: 0o644, owner: 0, group: 0))
    }
    try grouping.create("d")
    fail { _ throws(StoreError) in }
    #expect(try ItemStore(directory: try grouping.killed()).rootNames() == ["a", "d"])
    try grouping.store.commitAcknowledged()
    #expect(try grouping.store.rootNames() == ["a", "d"])
    fail { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: c, kind: .file, mode: 0o644, owner: 0, group: 0))
    }
    #expect(try grouping.store.rootNames() == ["a", "d"])
  }

  /// A record that was written in part was not acknowledged; the records before it were, and are restored.
  @Test func `a torn record ends what is restored`() throws {
    let grouping = try GroupingStore()
    try grouping.create("a")
    try grouping.create("b")
    let copy = try grouping.killed()
    var bytes = try Data(contentsOf: copy.appendingPathComponent("redo"))
    // A header of 96 bytes, and before each record its length and its sum.
    let first = 96 + 16 + bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 96, as: Int64.self)) }
    bytes[first + 16 + 10] ^= 1
    try bytes.write(to: copy.appendingPathComponent("redo"))
    #expect(try ItemStore(directory: copy).rootNames() == ["a"])
  }

  /// Records that cannot be restored are kept, and the error says where they are.
  @Test func `records that make no sense are an error that names the file`() throws {
    let grouping = try GroupingStore()
    try grouping.create("a")
    let copy = try grouping.killed()
    // Another item has taken the name meanwhile, which is impossible while all programs follow the rules.
    let connection = try Connection(copy.appendingPathComponent("items.sqlite"), .writing)
    try connection.execute(
      """
      INSERT INTO items(
        id, parent, kind, mode, uid, gid, size, mtime, ctime, atime, birthtime, flags, entered, changed, name)
      VALUES (999999, \(ItemID.root), 1, 420, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 'a')
      """)
    // The end of the write-ahead log would tell that something else was changed.
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let error = #expect(throws: StoreError.self) { try ItemStore(directory: copy) }
    #expect(error?.message.contains(copy.appendingPathComponent("redo").path) ?? false, "\(String(describing: error))")
  }
}
