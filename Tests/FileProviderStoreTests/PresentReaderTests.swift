import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// Readers of what is there now, and of what is committed.
@Suite struct PresentReaderTests {
  private let temporary: TemporaryStore
  private let store: ItemStore

  init() throws {
    temporary = try TemporaryStore()
    store = try ItemStore(
      directory: temporary.directory, threads: ChangingThreads(commitsSoon: { true }, longestGroup: .max / 4))
  }

  private func create(_ name: String) throws -> ItemID {
    var new = NewItem(
      parent: .root, name: try FileName(name), kind: .characterDevice, mode: 0o644, owner: 0, group: 0)
    new.device = 7
    return try store.change(author: "test") { [new] (transaction) throws(StoreError) in
      try TreeEditor(transaction).create(new).id
    }
  }

  /// An acknowledged row is read without a commit, and a reader of what is committed does not see it.
  @Test func `one row is read in the open transaction`() throws {
    let (now, committed) = (try PresentReader(store), try store.makeCommittedReader())
    let id = try create("device")
    #expect(try now.item(id)?.id == id)
    #expect(try now.record(id)?.name == FileName("device"))
    let child = try Array("device".utf8).withUnsafeBytes { try now.child(of: .root, named: $0) }
    #expect(child?.id == id)
    #expect(try now.device(of: id) == 7)
    #expect(try store.readPresent { (now) throws(StoreError) in try now.item(id) } != nil)
    #expect(store.hasOpenGroup)
    #expect(try committed.item(id) == nil)
    #expect(try store.readCommitted { (reader) throws(StoreError) in try reader.item(id) } == nil)
  }

  /// Any other question commits the acknowledged changes first.
  @Test func `other questions are asked after committing`() throws {
    let (now, committed) = (try PresentReader(store), try store.makeCommittedReader())
    let id = try create("device")
    #expect(try now.readAfterCommitting { (reader) throws(StoreError) in try reader.path(of: id) } == "/device")
    #expect(!store.hasOpenGroup)
    #expect(try committed.item(id)?.id == id)
  }
}
