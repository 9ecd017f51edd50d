import TestSupport
import Testing

@testable import FileProviderStore

/// Where documents may be that are gone from where they were, as far as the store knows.
@Suite struct SuccessorTests {
  private let temporary: TemporaryStore
  private var store: ItemStore { temporary.store }
  /// Documents with the same version and size.
  private let gone: [ItemID]

  init() throws {
    temporary = try TemporaryStore()
    gone = try temporary.store.changeAsProvider(.standard) { (transaction) throws(StoreError) -> [ItemID] in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      try transaction.setFlags(.unlisted, false, of: .root)
      var ids: [ItemID] = []
      for number in 0..<3 {
        ids.append(
          try ApplyingEditor(transaction).apply(PushTablesTests.item("gone \(number)", "gone \(number)"), in: .root))
      }
      _ = try ApplyingEditor(transaction).apply(PushTablesTests.item("copy", "copy"), in: .root)
      try ReplicationEditor(transaction).noteAllSeen(pulled: transaction.generation)
      return ids
    }
  }

  private func add(_ name: String, kind: ItemKind = .file, in parent: ItemID = .root) throws -> ItemID {
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try ApplyingEditor(transaction).apply(PushTablesTests.item(name, name, kind: kind), in: parent)
    }
  }

  private func noteGone(_ some: Range<Int> = 0..<3) throws {
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      for id in gone[some] { try ReplicationEditor(transaction).noteGone(id) }
    }
  }

  private func successors() throws -> [ItemID] {
    let found = try store.readCommitted { (reader) throws(StoreError) in
      try MassDeletionReader(reader).successors(of: gone)
    }
    #expect(Set(found.values).count <= 1, "all of them have the same")
    return found[gone[0]] ?? []
  }

  @Test func `only what has come since all was in its place counts`() throws {
    let new = try add("before")
    try noteGone()
    #expect(try successors() == [new])
    let other = try add("after")
    #expect(try successors() == [new, other])
  }

  /// Where all was seen meanwhile it is still not known where these are.
  @Test func `what has come since the first was gone counts as long as any is`() throws {
    try noteGone(0..<1)
    let new = try add("new")
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).noteAllSeen(pulled: transaction.generation)
    }
    try noteGone(1..<3)
    #expect(try successors() == [new])
  }

  /// A program looks into a folder that was there all along, and into those that are in it.
  @Test func `what is found in an old folder is not new`() throws {
    let old = try add("old", kind: .folder)
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).noteAllSeen(pulled: transaction.generation)
    }
    try noteGone()
    let inner = try add("inner", kind: .folder, in: old)
    _ = try add("x", in: old)
    _ = try add("y", in: inner)
    #expect(try successors() == [])
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      for id in gone { try MassDeletionEditor(transaction).decide(.restoring, on: id) }
    }
    let new = try add("new", kind: .folder)
    try store.readCommitted { (reader) throws(StoreError) in
      #expect(try MassDeletionReader(reader).newFolders(after: .none, limit: 10) == [new])
    }
    let moved = try add("z", in: new)
    #expect(try successors() == [moved])
  }

  @Test func `what a program has made is not what another has become`() throws {
    try noteGone()
    let copy = try temporary.createDocument("made here", "12345")
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      guard var row = try ProvidedReader(transaction.reader).provided(gone[0]) else {
        Issue.record("it is not known")
        return
      }
      (row.item, row.identifier, row.filename) = (copy, "made here", "made here")
      try ReplicationEditor(transaction).write(row)
    }
    #expect(try successors() == [])
  }

  /// It was empty, so there is nothing older in it.
  @Test(arguments: [false, true])
  func `what the provider has put into a folder that a program has made is new`(isOlder: Bool) throws {
    func makeFolder() throws -> ItemID {
      try store.change(author: "test") { (transaction) throws(StoreError) in
        try TreeEditor(transaction).create(
          NewItem(parent: .root, name: FileName(unchecked: "mine"), kind: .folder, mode: 0o755, owner: 0, group: 0)
        ).id
      }
    }
    let folder = isOlder ? try makeFolder() : nil
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).noteAllSeen(pulled: transaction.generation)
    }
    try noteGone()
    let new = try add("new", in: folder ?? makeFolder())
    #expect(try successors() == [new])
  }

  @Test func `an empty document is what no other has become`() throws {
    try noteGone()
    _ = try add("new")
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      for id in gone + [try ProvidedReader(transaction.reader).provided(identifier: "new")?.item ?? .none] {
        _ = try ApplyingEditor(transaction).emptyDataless(id)
      }
    }
    #expect(try successors() == [])
  }

  @Test func `a document is what one other has become, until nothing is gone any more`() throws {
    try noteGone()
    let new = try add("new")
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      #expect(try ReplicationEditor(transaction).claimSuccessor(new))
      #expect(try !ReplicationEditor(transaction).claimSuccessor(new))
    }
    #expect(try successors() == [])
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      #expect(try ReplicationEditor(transaction).forgetSomeClaims(limit: 1))
      #expect(try !ReplicationReader(transaction.reader).hasClaims())
    }
    #expect(try successors() == [new])
  }

  /// Another thread lists the folder that it is in.
  @Test func `a document that comes while others are made again counts`() throws {
    try noteGone()
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      for id in gone {
        // Its contents are here.
        let attributes = try transaction.item(id)
        try transaction.setFlags(.dataless, false, of: attributes.id)
        try MassDeletionEditor(transaction).decide(.restoring, on: id)
      }
    }
    var looks = 0
    try store.carryOutDeletions(.standard) {
      looks += 1
      // It was looked for them just now.
      if looks == 2 { _ = try? add("new") }
      return false
    }
    try store.readCommitted { (reader) throws(StoreError) in
      #expect(try ProvidedReader(reader).heldItems(.restoring, limit: 10) == gone)
    }
  }
}
