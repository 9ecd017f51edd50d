import FileProvider
import Foundation
import FileProviderSQLite
import TestSupport
import Testing

@testable import FileProviderStore

/// What a store keeps of a provider's items while changes are pending.
@Suite struct PushTablesTests {
  static func item(_ identifier: String, _ name: String, kind: ItemKind = .file, version: String = "1") -> ProvidedItem
  {
    var item = ProvidedItem(identifier: identifier, parent: "root", filename: name, kind: kind)
    item.contentVersion = Array(version.utf8)
    item.metadataVersion = [1]
    item.size = 5
    item.modified = Timestamp(rawValue: 1_000)
    item.extendedAttributes = [ExactText("user.é"): [1, 2], ExactText("user.b"): []]
    return item
  }

  private func stage() throws -> TemporaryStore {
    let store = try TemporaryStore()
    try store.change { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
    }
    return store
  }

  /// What the provider said last is synced, each field of it, also the attributes.
  @Test func `what a provider says is synced`() throws {
    let stage = try stage()
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let id = try ApplyingEditor(transaction).apply(Self.item("a", "a/b"), in: .root)
      let synced = try ProvidedReader(transaction.reader).synced(id)
      #expect(synced?.name == FileName(unchecked: "a%2Fb"))
      #expect(synced?.parent == .root)
      #expect(synced?.modified == Timestamp(rawValue: 1_000))
      #expect(synced?.extendedAttributes == [ExactText("user.é"): [1, 2], ExactText("user.b"): []])
      #expect(synced?.generation == (try transaction.item(id).lastChange))
    }
  }

  /// An item that is deleted here leaves what the provider knows of it until that is acknowledged; one that the provider deletes leaves nothing.
  @Test func `a local deletion keeps what is synced`() throws {
    let stage = try stage()
    var ids: [ItemID] = []
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      ids = try ["a", "b"].map { (name) throws(StoreError) in
        try ApplyingEditor(transaction).apply(Self.item(name, name), in: .root)
      }
    }
    try stage.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(ids[0]) }
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).delete(ids[1])
    }
    try stage.store.readCommitted { (reader) throws(StoreError) in
      #expect(try ProvidedReader(reader).provided(ids[0])?.identifier == "a")
      #expect(try ProvidedReader(reader).synced(ids[0])?.name == FileName(unchecked: "a"))
      #expect(try reader.item(identifiedBy: .init("a")) == nil)
      #expect(try ProvidedReader(reader).provided(ids[1]) == nil)
      #expect(try ProvidedReader(reader).synced(ids[1]) == nil)
    }
  }

  /// What the provider says of an item that is deleted here is noted; only other contents restore it.
  @Test func `a deleted item comes back with other contents only`() throws {
    let stage = try stage()
    var id = ItemID.none
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      id = try ApplyingEditor(transaction).apply(Self.item("a", "a"), in: .root)
    }
    try stage.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(id) }
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      var renamed = Self.item("a", "b")
      renamed.metadataVersion = [2]
      #expect(try ApplyingEditor(transaction).apply(renamed, in: .root) == id)
    }
    #expect(try stage.store.rootNames() == [])
    try stage.store.readCommitted { (reader) throws(StoreError) in
      #expect(try ProvidedReader(reader).provided(id)?.metadataVersion == [2])
      #expect(try ProvidedReader(reader).synced(id)?.name == FileName(unchecked: "b"))
    }
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      #expect(try ApplyingEditor(transaction).apply(Self.item("a", "b", version: "2"), in: .root) != id)
      #expect(try ProvidedReader(transaction.reader).provided(id) == nil)
    }
    #expect(try stage.store.rootNames() == ["b"])
  }

  /// A document that replaces another one is that document to the provider from then on, with all that waited.
  @Test func `what the provider knows passes to the document that replaces another`() throws {
    let stage = try stage()
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let old = try ApplyingEditor(transaction).apply(Self.item("a", "a"), in: .root)
      let new = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: FileName(unchecked: "new"), kind: .file, mode: 0o644, owner: 0, group: 0)
      ).id
      let folder = try ApplyingEditor(transaction).apply(Self.item("f", "f", kind: .folder), in: .root)
      var waiting = PendingRow(item: old, at: Generation(rawValue: 7), since: 1, noted: 2)
      waiting.fields = .tags
      try ReplicationEditor(transaction).write(waiting)
      #expect(try !ReplicationEditor(transaction).transferIdentity(from: new, to: old))
      #expect(try !ReplicationEditor(transaction).transferIdentity(from: folder, to: new))
      #expect(try ReplicationEditor(transaction).transferIdentity(from: old, to: new))
      #expect(try ProvidedReader(transaction.reader).provided(identifier: "a")?.item == new)
      #expect(try ProvidedReader(transaction.reader).synced(new)?.name == FileName(unchecked: "a"))
      #expect(try ProvidedReader(transaction.reader).pending(new)?.fields == .tags)
      #expect(try ProvidedReader(transaction.reader).provided(old) == nil)
      #expect(try ProvidedReader(transaction.reader).synced(old) == nil)
      #expect(try ProvidedReader(transaction.reader).pending(old) == nil)
    }
  }

  /// A file that stayed on this machine, and takes the place of a document that is pending or in a call, is uploaded with its contents.
  @Test(arguments: [PendingRow.State.calling, .local, .ready])
  func `a local item is uploaded when it replaces a document`(state: PendingRow.State) throws {
    let stage = try stage()
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let old = try ApplyingEditor(transaction).apply(Self.item("a", "a"), in: .root)
      let new = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: FileName(unchecked: "#a#"), kind: .file, mode: 0o644, owner: 0, group: 0)
      ).id
      var former = PendingRow(item: old, at: Generation(rawValue: 7), since: 1, noted: 2)
      (former.state, former.sent) = (state, state == .calling ? .contents : [])
      (former.fields, former.kept) = (state == .ready ? .tags : [], state == .local ? .owner : [])
      try ReplicationEditor(transaction).write(former)
      try ReplicationEditor(transaction).keepLocal(new)
      #expect(try ProvidedReader(transaction.reader).pending(new)?.state == .local)
      #expect(try ReplicationEditor(transaction).transferIdentity(from: old, to: new))
      guard let row = try ProvidedReader(transaction.reader).pending(new) else {
        Issue.record("nothing waits")
        return
      }
      #expect(row.fields.contains(.contents) && !row.kept.contains(.contents), "\(row)")
      #expect(row.state == (state == .calling ? .calling : .ready))
      #expect(row.kept == former.kept)
    }
  }

  /// A document that is just being created at the provider gets an identifier of its own, and takes nobody else's.
  @Test func `a document under way takes no other's place at the provider`() throws {
    let stage = try stage()
    try stage.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let old = try ApplyingEditor(transaction).apply(Self.item("a", "a"), in: .root)
      let new = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: FileName(unchecked: "new"), kind: .file, mode: 0o644, owner: 0, group: 0)
      ).id
      var waiting = PendingRow(item: new, at: Generation(rawValue: 7), since: 1, noted: 2)
      waiting.sent = .contents
      try ReplicationEditor(transaction).write(waiting)
      #expect(try !ReplicationEditor(transaction).transferIdentity(from: old, to: new))
      #expect(try ProvidedReader(transaction.reader).provided(old) != nil)
    }
  }

  /// Every column of a pending item is written and read.
  @Test func `a pending item is read as it was written`() throws {
    let stage = try stage()
    try stage.change { (transaction) throws(StoreError) in
      var row = PendingRow(item: ItemID(rawValue: 5000), at: Generation(rawValue: 7), since: 1, noted: 2)
      row.fields = [.contents, .filename]
      row.sent = .tags
      row.kept = .xattrs
      row.state = .parked
      row.options = .mayAlreadyExist
      row.isStale = true
      row.newest = Generation(rawValue: 9)
      row.due = 11
      row.attempts = 3
      row.oldParent = .root
      row.oldName = FileName(unchecked: "old")
      row.errorDomain = "domain"
      row.errorCode = -4
      row.errorText = "text"
      try ReplicationEditor(transaction).write(row)
      #expect(try ProvidedReader(transaction.reader).pending(row.item) == row)
      #expect(row.dirty == [.contents, .filename, .tags, .xattrs])
      try ReplicationEditor(transaction).forgetPending(row.item)
      #expect(try ProvidedReader(transaction.reader).pending(row.item) == nil)
    }
  }

  /// A store of an earlier version agrees with its provider on what it has, as nothing could be changed there.
  @Test func `an earlier store agrees with its provider on what it has`() throws {
    let old = try OldStore(steps: 6)
    try old.connection?.execute(
      "INSERT INTO provided(item, identifier, filename) VALUES (1026, 'x', 'file'), (1025, 'y', 'folder')")
    old.close()
    let store = try ItemStore(directory: old.directory)
    try store.readCommitted { (reader) throws(StoreError) in
      let file = try ProvidedReader(reader).synced(ItemID(rawValue: 1026))
      #expect(file?.name == FileName(unchecked: "file"))
      #expect(file?.parent == ItemID(rawValue: 1025))
      #expect(file?.favoriteRank == 3)
      #expect(file?.size == 7)
      #expect(file?.extendedAttributes == nil)
      #expect(try ProvidedReader(reader).synced(ItemID(rawValue: 1025))?.kind == .folder)
    }
  }
}
