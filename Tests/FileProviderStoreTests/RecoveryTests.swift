import FileProviderStore
import Foundation
import Glibc
import FileProviderSQLite
import TestSupport
import Testing

/// A redo log applies only to the state that it was made on.
@Suite struct RecoveryTests {
  /// A store that a killed process has left: `committed` is in the database, `acknowledged` only in the redo log.
  private final class Killed {
    private let place: TestDirectory
    var directory: URL { place.url }
    var redo: URL { directory.appendingPathComponent("redo") }

    /// - Parameter prepare: Changes the store before the group.
    init(_ prepare: (ItemStore) throws -> Void = { _ in }) throws {
      place = try TestDirectory("killed")
      let living = try TemporaryStore(threads: ChangingThreads(commitsSoon: { true }, longestGroup: .max))
      let store = living.store
      try Self.create("committed", in: store)
      try store.commitAcknowledged()
      try prepare(store)
      try Self.create("acknowledged", in: store)
      for name in ["items.sqlite", "items.sqlite-wal", "redo"] {
        try FileManager.default.copyItem(
          at: living.directory.appendingPathComponent(name), to: directory.appendingPathComponent(name))
      }
    }

    private static func create(_ name: String, in store: ItemStore) throws {
      let name = try FileName(name)
      try store.change(author: "test") { (transaction) throws(StoreError) in
        _ = try TreeEditor(transaction).create(
          NewItem(parent: .root, name: name, kind: .file, mode: 0o644, owner: 0, group: 0))
      }
    }

    func forge(_ change: (inout RedoFile) -> Void) throws {
      var file = RedoFile(try Data(contentsOf: redo))
      #expect(file.records.count == 1)
      change(&file)
      try file.data.write(to: redo)
    }
  }

  /// The file that these tests write is the one that a store reads.
  @Test func `an unchanged log is made`() throws {
    let killed = try Killed()
    try killed.forge { _ in }
    let store = try ItemStore(directory: killed.directory)
    #expect(try store.rootNames() == ["committed", "acknowledged"])
    #expect(store.takeNotices().isEmpty)
  }

  /// Records that were made on another state are dropped, and that is reported.
  @Test(arguments: ["store", "boot", "epoch"])
  func `a log of another state is thrown away with a notice`(what: String) throws {
    let killed = try Killed()
    try killed.forge { file in
      switch what {
      case "store": file.store = UUID()
      case "boot": file.boot ^= 1
      default: file.epoch -= 1
      }
    }
    let store = try ItemStore(directory: killed.directory)
    #expect(try store.rootNames() == ["committed"])
    let notices = store.takeNotices()
    #expect(notices.count == 1 && notices[0].contains(killed.redo.path), "\(notices)")
    #expect(try ItemStore(directory: killed.directory).takeNotices().isEmpty)
  }

  /// A commit by a program that does not know of redo logs makes the records void, even one that adds nothing to the change log.
  @Test func `a log is void when something else was changed meanwhile`() throws {
    let killed = try Killed()
    // Kept open: at its end the last connection folds the log.
    let keeper = try Connection(killed.directory.appendingPathComponent("items.sqlite"), .writing)
    defer { withExtendedLifetime(keeper) {} }
    try keeper.execute("INSERT INTO settings(key, value) VALUES ('most', 'x')")
    let store = try ItemStore(directory: killed.directory)
    #expect(try store.rootNames() == ["committed"])
    #expect(store.takeNotices().count == 1)
  }

  /// The records still apply after any process has folded the write-ahead log.
  @Test func `a log is still good when the database was folded`() throws {
    let killed = try Killed()
    try Connection(killed.directory.appendingPathComponent("items.sqlite"), .writing)
      .execute("PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(try ItemStore(directory: killed.directory).rootNames() == ["committed", "acknowledged"])
  }

  /// A database that lacks commits from before the records is reported as damaged.
  @Test func `a database that is older than its log is damaged`() throws {
    let killed = try Killed()
    try killed.forge { $0.generation += 1 }
    let error = #expect(throws: StoreError.self) { try ItemStore(directory: killed.directory) }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains(killed.redo.path) ?? false)
  }

  /// A record names a statement that the program knows; nothing else in it is ever run.
  @Test func `an unknown statement is refused`() throws {
    let killed = try Killed()
    try killed.forge { $0.records = [RedoFile.run(999, "x")] }
    let error = #expect(throws: StoreError.self) { try ItemStore(directory: killed.directory) }
    #expect(error?.code == .damaged)
  }

  /// A record must give each parameter of its statement one value, and no other.
  @Test func `a record with too few or too many values is refused`() throws {
    for values in [["key"], ["key", "value", "more"]] {
      let killed = try Killed()
      try killed.forge { file in
        file.records = [
          values.count == 1
            ? RedoFile.run(RedoFile.setSetting, values[0])
            : RedoFile.run(RedoFile.setSetting, values[0], values[1], values[2])
        ]
      }
      let error = #expect(throws: StoreError.self) { try ItemStore(directory: killed.directory) }
      #expect(error?.code == .damaged)
    }
  }

  /// Records that cannot be read are an error, not an empty redo log.
  @Test(.enabled(if: Machine.isRoot, "only root can mount"))
  func `a log that cannot be read is an error`() throws {
    let killed = try Killed()
    // Where nothing is mapped, reading it is an input/output error.
    try #require(Glibc.mount("/proc/\(getpid())/mem", killed.redo.path, nil, UInt(MS_BIND), nil) == 0)
    defer { umount2(killed.redo.path, Int32(MNT_DETACH)) }
    let error = #expect(throws: StoreError.self) { try ItemStore(directory: killed.directory) }
    #expect(error?.code == .inputOutput)
  }

  /// Changes that a newer version has acknowledged are not passed over.
  @Test func `a log of a newer version is refused`() throws {
    let killed = try Killed()
    var data = try Data(contentsOf: killed.redo)
    data[6] = 3
    try data.write(to: killed.redo)
    let error = #expect(throws: StoreError.self) { try ItemStore(directory: killed.directory) }
    #expect(error?.code == .newerSchema)
  }

  // MARK: The first version of the file

  /// A log of the first version: `text` and a run of it with two texts as parameters.
  private func firstVersion(_ text: String, _ values: [String], group: Int64) throws -> Data {
    var contents: [UInt8] = [1] + RedoFile.bytes(UInt16(0)) + RedoFile.bytes(UInt32(text.utf8.count)) + Array(text.utf8)
    var parameters: [UInt8] = []
    for (index, value) in values.enumerated() {
      parameters += [5, UInt8(index + 1)] + RedoFile.bytes(UInt32(value.utf8.count)) + Array(value.utf8)
    }
    contents += [2] + RedoFile.bytes(UInt16(0)) + RedoFile.bytes(UInt32(parameters.count)) + parameters
    let boot = try #require(BootIdentity.current).uuid
    let number = withUnsafeBytes(of: boot.uuid) { $0.loadUnaligned(as: UInt64.self) }
    let sum = RedoFile.sum(contents, UInt64(bitPattern: group))
    return Data(
      RedoFile.bytes(number) + RedoFile.bytes(group) + RedoFile.bytes(Int64(contents.count)) + RedoFile.bytes(sum)
        + RedoFile.bytes(UInt64(7)) + contents)
  }

  /// Changes that a killed process of the first version had acknowledged are restored by this version.
  @Test func `what the first version acknowledged is made`() throws {
    let killed = try Killed()
    let group = RedoFile(try Data(contentsOf: killed.redo)).group
    try firstVersion("INSERT OR REPLACE INTO settings(key, value) VALUES (?, ?)", ["key", "value"], group: group)
      .write(to: killed.redo)
    let store = try ItemStore(directory: killed.directory)
    #expect(try store.readCommitted { (reader) throws(StoreError) in try reader.setting("key") } == "value")
  }

  /// SQL in such a file is never run.
  @Test func `a statement in the file of the first version is not run`() throws {
    let killed = try Killed()
    let group = RedoFile(try Data(contentsOf: killed.redo)).group
    let victim = killed.directory.appendingPathComponent("victim").path
    try firstVersion("ATTACH ? AS ?", [victim, "victim"], group: group).write(to: killed.redo)
    let error = #expect(throws: StoreError.self) { try ItemStore(directory: killed.directory) }
    #expect(error?.code == .damaged)
    #expect(!FileManager.default.fileExists(atPath: victim))
  }
}
