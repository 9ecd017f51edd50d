import FileProviderStore
import Foundation
import Glibc
import FileProviderSQLite
import LinuxSystem
import TestSupport
import Testing

/// Stores of earlier versions are upgraded by a process that has them alone, whole or not at all.
@Suite struct UpgradeTests {
  /// The schema as each earlier version left it: names of the steps and what they added.
  static let steps = [
    ("v1", OldSchema.v1),
    ("recents", "CREATE INDEX members_by_use ON members(last_used) WHERE last_used IS NOT NULL"),
    ("trash by user", "CREATE INDEX trash_by_user ON trash(uid)"),
    ("trash by path", "CREATE INDEX trash_by_path ON trash(original_path, date)"),
    (
      "devices",
      """
      CREATE TABLE devices(item INTEGER PRIMARY KEY NOT NULL, number INTEGER NOT NULL) STRICT;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(sql, 'CHECK (kind BETWEEN 1 AND 5)', 'CHECK (kind BETWEEN 1 AND 7)')
      WHERE type = 'table' AND name = 'items';
      PRAGMA schema_version = 1000;
      PRAGMA writable_schema = OFF
      """
    ),
    (
      "replaced contents",
      """
      CREATE TABLE replaced_contents(
        item INTEGER PRIMARY KEY NOT NULL, content INTEGER NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL
      ) STRICT
      """
    ),
  ]

  static func expectWhole(_ store: ItemStore) throws {
    #expect(try store.rootNames() == ["folder"])
    try store.readCommitted { (reader) throws(StoreError) in
      let file = try reader.resolve("/folder/file")
      #expect(file?.size == 7)
      #expect(try reader.extendedAttribute("user.a", of: ItemID(rawValue: 1026)) == [1, 2])
      #expect(try reader.membership(of: ItemID(rawValue: 1026))?.favoriteRank == 3)
      #expect(try reader.trashEntry(of: ItemID(rawValue: 1027))?.originalPath == "/gone")
      #expect(try reader.coversChanges(since: Generation(rawValue: 2)))
      #expect(try reader.itemTrashedLast(from: "/gone") == ItemID(rawValue: 1027))
    }
  }

  /// A store of each earlier version opens, with all that was in it, and anchors hold.
  @Test(arguments: 1...steps.count) func `a store of an earlier version opens`(steps: Int) throws {
    let old = try OldStore(steps: steps)
    old.close()
    try Self.expectWhole(try ItemStore(directory: old.directory))
    try Self.expectWhole(try ItemStore(directory: old.directory))
  }

  /// The power may be cut at any moment of an upgrade: whatever of it is on the disk, the next opening completes it.
  @Test func `an upgrade that was cut anywhere is ended`() throws {
    let old = try OldStore(steps: 1)
    old.close()
    let database = old.directory.appendingPathComponent("items.sqlite")
    let before = try Data(contentsOf: database)
    let store = try ItemStore(directory: old.directory)
    let log = try Data(contentsOf: old.directory.appendingPathComponent("items.sqlite-wal"))
    #expect(try Data(contentsOf: database) == before, "the log was folded, so that this test shows nothing")
    let frames = (log.count - 32) / (24 + 4096)
    #expect(frames > 6)
    for count in 0...frames {
      let copy = old.directory.appendingPathComponent("copy")
      try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: copy) }
      try before.write(to: copy.appendingPathComponent("items.sqlite"))
      // The last frame is torn, unless nothing is left of it.
      let end = 32 + count * (24 + 4096) + (count % 2) * 512
      try log.prefix(end).write(to: copy.appendingPathComponent("items.sqlite-wal"))
      try Self.expectWhole(try ItemStore(directory: copy))
    }
    try Self.expectWhole(store)
  }

  /// A program of an earlier version that has the store open, and holds no open lock, keeps the store from being upgraded.
  @Test func `an older program that has the store open is noticed`() throws {
    let old = try OldStore(steps: 2)
    old.close()
    let child = try OlderProgram(reading: old.directory.appendingPathComponent("items.sqlite"))
    let error = #expect(throws: StoreError.self) { try ItemStore(directory: old.directory) }
    #expect(error?.code == .inUse)
    #expect(error?.message.contains("unmount") ?? false)
    #expect(try old.applied() == ["recents", "v1"])
    child.end()
    try Self.expectWhole(try ItemStore(directory: old.directory))
  }

  /// So does a program that holds the open lock.
  @Test func `whoever has the store open is noticed`() throws {
    let old = try OldStore(steps: 3)
    old.close()
    let holder = open(old.directory.appendingPathComponent("open.lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(flock(holder, LOCK_SH) == 0)
    let error = #expect(throws: StoreError.self) { try ItemStore(directory: old.directory) }
    #expect(error?.code == .inUse)
    close(holder)
    try Self.expectWhole(try ItemStore(directory: old.directory))
  }
}

extension OldStore {
  /// The steps that were taken.
  fileprivate func applied() throws -> [String] {
    let connection = try Connection(directory.appendingPathComponent("items.sqlite"), .reading)
    return try connection.texts("SELECT identifier FROM grdb_migrations ORDER BY identifier")
  }
}

/// A process that has only a connection to a database. SQLite's own shell would do, but it may not be installed.
private final class OlderProgram {
  private let process: RunningProcess
  private var input: Descriptor?

  init(reading database: URL) throws {
    guard let pipe = LinuxSystem.Pipe() else { throw POSIXError(.EMFILE) }
    let fixture = try #require(Machine.built("MountFixture"))
    process = try RunningProcess([fixture, "connect", database.path], input: .descriptor(pipe.reading.number))
    input = pipe.writing.duplicate()
    #expect(process.wait { !$0.isEmpty })
  }

  func end() {
    input = nil
    _ = process.wait()
  }
}
