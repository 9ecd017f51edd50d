import FileProvider
import FileProviderStore
import Foundation
import FileProviderSQLite
import TestSupport
import Testing

/// Device nodes in a store.
@Suite struct DeviceTests {
  private func create(_ name: String, _ kind: ItemKind, device: UInt64 = 0, in store: ItemStore) throws -> ItemID {
    var new = NewItem(parent: .root, name: try FileName(name), kind: kind, mode: 0o600, owner: 0, group: 0)
    new.device = device
    return try store.change(author: "test") { [new] (transaction) throws(StoreError) in
      try TreeEditor(transaction).create(new)
    }.id
  }

  private func numbers(in store: ItemStore) throws -> [Int64] {
    try store.withConnection { try $0.texts("SELECT number FROM devices ORDER BY item").compactMap { Int64($0) } }
  }

  /// A device node keeps its number as long as it is there, and no longer.
  @Test func `a number goes with its node`() throws {
    let temporary = try TemporaryStore()
    let block = try create("block", .blockDevice, device: 0x801, in: temporary.store)
    _ = try create("character", .characterDevice, device: 0x103, in: temporary.store)
    let number = try temporary.reopened().readCommitted { (reader) throws(StoreError) in try reader.device(of: block) }
    #expect(number == 0x801)
    try temporary.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(block) }
    #expect(try numbers(in: temporary.store) == [0x103])
  }

  /// A store from before there were device nodes accepts some, and none of its tables is copied for that.
  @Test func `an older store takes device nodes`() throws {
    let temporary = try TemporaryStore()
    try temporary.create("file")
    let older = temporary.directory.appendingPathComponent("older")
    try FileManager.default.createDirectory(at: older, withIntermediateDirectories: true)
    let copy = older.appendingPathComponent("items.sqlite")
    try temporary.store.withConnection { try $0.execute("VACUUM INTO '\(copy.path)'") }
    let root = try withExtendedLifetime(Connection(copy, .maintaining)) { database in
      try database.execute(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = replace(sql, 'BETWEEN 1 AND 7', 'BETWEEN 1 AND 5') WHERE name = 'items';
        PRAGMA writable_schema = RESET;
        DROP TABLE devices;
        DELETE FROM grdb_migrations WHERE identifier = 'devices'
        """)
      #expect(throws: StoreError.self) { try database.execute("UPDATE items SET kind = 7 WHERE id > 1000") }
      return try database.integer("SELECT rootpage FROM sqlite_master WHERE name = 'items'")
    }
    let store = try ItemStore(directory: older)
    _ = try create("device", .characterDevice, device: 0x103, in: store)
    #expect(try store.rootNames() == ["file", "device"])
    #expect(try numbers(in: store) == [0x103])
    let integrity = try store.withConnection { try $0.texts("PRAGMA integrity_check") }
    #expect(integrity == ["ok"])
    let rootNow = try store.withConnection {
      try $0.integer("SELECT rootpage FROM sqlite_master WHERE name = 'items'")
    }
    #expect(rootNow == root)
    #expect(throws: StoreError.self) {
      try store.withConnection { try $0.execute("UPDATE items SET kind = 8 WHERE id > 1000") }
    }
  }

  /// Providers are told nothing of device nodes, neither when they list nor when they ask for changes.
  @Test func `providers see no device nodes`() throws {
    let temporary = try TemporaryStore()
    let enumerator = try temporary.store.enumerator(for: .rootContainer)
    nonisolated(unsafe) var start: NSFileProviderSyncAnchor?
    enumerator.currentSyncAnchor { start = $0 }
    let device = try create("device", .blockDevice, device: 0x801, in: temporary.store)
    try temporary.create("file")
    let items = ItemCollector(pageSize: 10)
    enumerator.enumerateItems(
      for: items, startingAt: NSFileProviderPage.initialPageSortedByName as NSFileProviderPage)
    #expect(items.items.map(\.filename) == ["file"])
    let changes = ChangeCollector(batchSize: 10)
    enumerator.enumerateChanges(for: changes, from: try #require(start))
    #expect(changes.updated.map(\.filename) == ["file"])
    try temporary.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(device) }
    let later = ChangeCollector(batchSize: 10)
    enumerator.enumerateChanges(for: later, from: try #require(changes.anchor))
    #expect(later.deleted.isEmpty && later.updated.isEmpty && later.error == nil)
  }
}
