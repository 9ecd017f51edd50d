import FileProvider
import FileProviderStore
import Foundation
import TestSupport
import Testing

/// A document that takes the place of one that the provider knows, and that it does not know itself, is new contents of that one.
@Suite struct SaveByRenameTests {
  private func item(_ name: String, _ capabilities: NSFileProviderItemCapabilities = .allowsAll) -> ProvidedItem {
    var item = ProvidedItem(identifier: "id of " + name, parent: "root", filename: name, kind: .file)
    item.capabilities = capabilities.rawValue
    item.contentVersion = [1]
    return item
  }

  private static func adopt(_ store: ItemStore) throws {
    try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      try transaction.setFlags(.unlisted, false, of: .root)
    }
  }

  private static func apply(_ item: ProvidedItem, _ store: ItemStore) throws -> ItemID {
    try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ApplyingEditor(transaction).apply(item, in: .root)
    }
  }

  private static func create(_ name: String, kind: ItemKind = .file, _ store: ItemStore) throws -> ItemID {
    let name = try FileName(name)
    return try store.change(author: "test") { (transaction) throws(StoreError) in
      var new = NewItem(parent: .root, name: name, kind: kind, mode: 0o644, owner: 0, group: 0)
      if kind == .symlink { new.target = [97] }
      return try TreeEditor(transaction).create(new).id
    }
  }

  private static func move(_ id: ItemID, to name: String, author: String = "test", _ store: ItemStore) throws {
    let name = try FileName(name)
    try store.change(author: author) { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).move(id, to: .root, name: name)
    }
  }

  private static func owner(of identifier: String, _ store: ItemStore) throws -> ItemID? {
    try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).provided(identifier: identifier)?.item
    }
  }

  @Test func `what the provider knows passes to the new document`() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try Self.adopt(store)
    let old = try Self.apply(item("doc"), store)
    let new = try Self.create("doc.tmp", store)
    try Self.move(new, to: "doc", store)
    try store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.item(old) == nil)
      #expect(try ProvidedReader(reader).provided(old) == nil)
      #expect(try ProvidedReader(reader).synced(old) == nil)
      #expect(try ProvidedReader(reader).provided(new)?.identifier == "id of doc")
      #expect(try ProvidedReader(reader).synced(new)?.name == FileName(unchecked: "doc"))
    }
  }

  /// What the provider allows with a document holds for what is saved in its place.
  @Test func `what is allowed passes, too`() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try Self.adopt(store)
    _ = try Self.apply(item("doc", [.allowsReading, .allowsWriting]), store)
    let new = try Self.create("doc.tmp", store)
    try Self.move(new, to: "doc", store)
    #expect(throws: StoreError.self) { try Self.move(new, to: "other", store) }
    let flags = try store.readCommitted { (reader) throws(StoreError) in try reader.item(new)?.flags }
    #expect(flags == [.restricted])
  }

  /// Two documents that the provider knows stay two, and so do a document and something else.
  @Test func `nothing passes between others`() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try Self.adopt(store)
    let (old, other) = (try Self.apply(item("doc"), store), try Self.apply(item("other"), store))
    try Self.move(other, to: "doc", store)
    #expect(try Self.owner(of: "id of other", store) == other)
    #expect(try Self.owner(of: "id of doc", store) == old)
    let link = try Self.create("link", kind: .symlink, store)
    try Self.move(link, to: "doc", store)
    #expect(try Self.owner(of: "id of other", store) == other)
  }

  /// It is one change with the rename: what was acknowledged of it before a kill is made again whole.
  @Test func `it passes though the process is killed`() throws {
    let living = FileManager.default.temporaryDirectory.appendingPathComponent("living-\(UUID().uuidString)")
    let killed = FileManager.default.temporaryDirectory.appendingPathComponent("killed-\(UUID().uuidString)")
    defer { for url in [living, killed] { try? FileManager.default.removeItem(at: url) } }
    let store = try ItemStore(
      directory: living, threads: ChangingThreads(commitsSoon: { true }, longestGroup: .max))
    try Self.adopt(store)
    let old = try Self.apply(item("doc"), store)
    let new = try Self.create("doc.tmp", store)
    try store.commitAcknowledged()
    try Self.move(new, to: "doc", store)
    #expect(store.hasUncommitted)
    try FileManager.default.createDirectory(at: killed, withIntermediateDirectories: true)
    for name in ["items.sqlite", "items.sqlite-wal", "redo"] {
      try FileManager.default.copyItem(at: living.appendingPathComponent(name), to: killed.appendingPathComponent(name))
    }
    let restored = try ItemStore(directory: killed)
    #expect(try restored.rootNames() == ["doc"])
    try restored.readCommitted { (reader) throws(StoreError) in
      #expect(try ProvidedReader(reader).provided(new)?.identifier == "id of doc")
      #expect(try ProvidedReader(reader).synced(new) != nil)
      #expect(try ProvidedReader(reader).provided(old) == nil)
    }
  }
}
