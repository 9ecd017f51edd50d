import Foundation
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderStore

/// What sparse contents occupy on the disk, in the rows of their documents.
@Suite struct ContentRoomTests {
  private func item(_ store: ItemStore, _ id: ItemID) throws -> ItemAttributes {
    try #require(try store.readCommitted { (reader) throws(StoreError) in try reader.item(id) })
  }

  private func blocksOnDisk(_ store: ItemStore, _ id: ItemID) throws -> Int64 {
    let content = try #require(try item(store, id).content)
    return try #require(store.contents.blocks(of: content))
  }

  /// Writes a byte into a document, far behind its end, as a mount does.
  private func write(_ temporary: TemporaryStore, _ id: ItemID, at offset: Int) throws {
    try temporary.change { (transaction) throws(StoreError) in try transaction.markChange(of: id, session: "s") }
    let content = try #require(try item(temporary.store, id).content)
    let file = try temporary.store.contents.open(content, flags: O_WRONLY)
    #expect(pwrite(file.number, "x", 1, off_t(offset)) == 1)
    try temporary.change { (transaction) throws(StoreError) in
      try transaction.closeWriting(of: id, session: "s")
      try transaction.commitContents(of: id, size: Int64(offset) + 1, isSparse: true, modified: .now, changed: .now)
    }
  }

  private func makeSparse(_ name: String) throws -> (TemporaryStore, ItemID) {
    let temporary = try TemporaryStore()
    let id = try temporary.createDocument(name, "contents")
    try write(temporary, id, at: 1 << 20)
    return (temporary, id)
  }

  private func synchronize(_ store: ItemStore) throws {
    try store.finishHousekeeping()
    try store.measureContents()
  }

  /// Noted once the contents are on the disk, forgotten when they change, and kept by every other change.
  @Test func `what sparse contents occupy is in their row`() throws {
    let (temporary, id) = try makeSparse("a")
    let store = temporary.store
    try store.measureContents()
    #expect(try item(store, id).blocks == nil, "a file system that allocates late may say too little yet")
    try synchronize(store)
    let blocks = try blocksOnDisk(store, id)
    #expect(blocks < ContentFiles.usualBlocks(1 << 20))
    #expect(try item(store, id).blocks == blocks)
    let name = try FileName("b")
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(id, to: .root, name: name)
      try TreeEditor(transaction).changeMembership(of: id) { $0.favoriteRank = 1 }
    }
    var listed: [Int64?] = []
    try store.readCommitted { (reader) throws(StoreError) in
      try reader.forEachChild(of: .root, after: .none) { item, _ in
        listed.append(item.blocks)
        return true
      }
      try reader.forEachMember(after: .none) { record, _ in
        listed.append(record.attributes.blocks)
        return true
      }
    }
    #expect(listed == [blocks, blocks])
    try write(temporary, id, at: 2 << 20)
    #expect(try item(store, id).blocks == nil)
    try synchronize(store)
    #expect(try item(store, id).blocks == blocksOnDisk(store, id))
    try temporary.change { (transaction) throws(StoreError) in try transaction.setContents(nil, size: 0, of: id) }
    #expect(try item(store, id).blocks == nil)
    #expect(try item(store, id).flags.contains(.sparse) == false)
  }

  /// The disk was asked before somebody else wrote, or began to.
  @Test func `an outdated answer is not noted`() throws {
    let (temporary, id) = try makeSparse("a")
    let store = temporary.store
    try store.finishHousekeeping()
    let before = try item(store, id)
    try write(temporary, id, at: 2 << 20)
    try store.finishHousekeeping()
    try store.recordBlocks([(before, 8)])
    #expect(try item(store, id).blocks == nil)
    try temporary.change { (transaction) throws(StoreError) in try transaction.markChange(of: id, session: "s") }
    try store.recordBlocks([(item(store, id), 8)])
    try store.measureContents()
    #expect(try item(store, id).blocks == nil)
  }

  /// What a mount had written when it was killed counts, although a program had given the document a later date.
  @Test func `a killed mount wrote into a hole`() throws {
    let (temporary, id) = try makeSparse("a")
    let store = temporary.store
    var later = AttributeChanges()
    later.modified = Timestamp(rawValue: Timestamp.now.rawValue + 1_000_000_000_000)
    try temporary.change { [later] (transaction) throws(StoreError) in try transaction.setAttributes(later, of: id) }
    try synchronize(store)
    let before = try item(store, id)
    try temporary.change { (transaction) throws(StoreError) in try transaction.markChange(of: id, session: "dead") }
    let content = try #require(before.content)
    // Closed again, as a killed process has it.
    do {
      let file = try store.contents.open(content, flags: O_WRONLY)
      #expect(pwrite(file.number, "x", 1, 1 << 19) == 1)
    }
    try store.reconcileWriters(author: "test")
    #expect(try item(store, id).blocks == nil)
    try synchronize(store)
    #expect(try item(store, id).blocks == blocksOnDisk(store, id))
    #expect(try item(store, id).blocks != before.blocks)
    #expect(try item(store, id).modified == later.modified)
  }

  /// A loss of power may take the commit of a change that left the size as it was.
  @Test func `rows are compared with the disk after a loss of power`() throws {
    let (temporary, id) = try makeSparse("a")
    let store = temporary.store
    try synchronize(store)
    let content = try #require(try item(store, id).content)
    let file = try store.contents.open(content, flags: O_WRONLY)
    #expect(pwrite(file.number, "x", 1, 1 << 19) == 1)
    #expect(fsync(file.number) == 0)
    store.uncompared.withLock { $0 = ItemID.none }
    try store.compareSizes(limit: .max)
    #expect(try item(store, id).blocks == blocksOnDisk(store, id))
  }

  /// The files of a restored store may occupy other space than those that were archived.
  @Test func `a restored store asks its own disk`() throws {
    let (temporary, id) = try makeSparse("a")
    try synchronize(temporary.store)
    let archive = temporary.directory.appendingPathComponent("../archive.\(UUID().uuidString).tar").standardizedFileURL
    let directory = archive.appendingPathExtension("store")
    defer { for url in [archive, directory] { try? FileManager.default.removeItem(at: url) } }
    try StoreBackup.write(temporary.store, to: archive)
    try StoreBackup.restore(archive, to: directory)
    let restored = try ItemStore(directory: directory)
    #expect(try item(restored, id).flags.contains(.sparse))
    #expect(try item(restored, id).blocks == nil)
    try restored.measureContents()
    #expect(try item(restored, id).blocks == blocksOnDisk(restored, id))
  }
}
