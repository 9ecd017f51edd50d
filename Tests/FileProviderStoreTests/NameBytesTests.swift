import FileProviderStore
import Foundation
import FileProviderSQLite
import TestSupport
import Testing

/// Names are bytes: two names that differ in one invalid byte are different wherever a store keeps, compares or tells them.
@Suite struct NameBytesTests {
  private let one = FileName(unchecked: "caf\\xe9.txt")
  private let other = FileName(unchecked: "caf\\xe8.txt")

  @discardableResult
  private func create(
    _ name: FileName, in parent: ItemID = .root, _ store: ItemStore, kind: ItemKind = .file
  ) throws -> ItemID {
    try store.change(author: "test") { (transaction) throws(StoreError) in
      try TreeEditor(transaction).create(
        NewItem(parent: parent, name: name, kind: kind, mode: 0o755, owner: 0, group: 0)
      ).id
    }
  }

  private func child(_ name: FileName, _ store: ItemStore, in parent: ItemID = .root) throws -> ItemID? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.child(of: parent, named: name)?.id }
  }

  /// What the database has of a name, in hexadecimal digits.
  private func stored(_ sql: String, _ temporary: TemporaryStore) throws -> [String] {
    try Connection(temporary.directory.appendingPathComponent("items.sqlite"), .reading).texts(sql)
  }

  /// A string that is not the spelling of any bytes is refused as a name, so that each name has exactly one spelling.
  @Test(arguments: ["\\xc3\\xa9", "\\x5c", "\\x5cx41", "a\\x5cb", "\\xe2\\x82\\xac"])
  func `what nothing is spelled like is no name`(_ text: String) {
    #expect(throws: StoreError.self) { try FileName(text) }
  }

  /// The length of a name is that of its bytes, not of its spelling. Text that is inserted leaves it a valid name with its extension.
  @Test func `the length of a name is that of its bytes`() throws {
    let long = try [UInt8](repeating: 0xe9, count: 255).withUnsafeBytes { try FileName(bytes: $0) }
    #expect(long.spelling.utf8.count == 1020)
    #expect(try FileName(long.spelling) == long)
    #expect(throws: StoreError.self) { try FileName(long.spelling + "a") }
    let numbered = (try FileName(String(repeating: "\\xe9", count: 251) + ".txt")).adding(" 2")
    #expect(numbered.bytes.count == 255)
    #expect(numbered.spelling.hasSuffix("\\xe9 2.txt"))
    #expect(FileName(unchecked: String(repeating: "é", count: 127)).adding(" 2").spelling.hasSuffix("éé 2"))
  }

  /// Made, found, renamed, replaced, exchanged and removed.
  @Test func `the tree tells names apart by their bytes`() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let (a, b) = (try create(one, store), try create(other, store))
    #expect(throws: StoreError.self) { try create(one, store) }
    #expect(try child(one, store) == a && child(other, store) == b)
    let path = try store.readCommitted { (reader) throws(StoreError) in try reader.path(of: a) }
    #expect(path == "/caf\\xe9.txt")
    #expect(try store.readCommitted { (reader) throws(StoreError) in try reader.resolve("/caf\\xe9.txt") }?.id == a)
    #expect(try store.readCommitted { (reader) throws(StoreError) in try reader.resolve("/caf\\x5cxe9.txt") } == nil)
    try temporary.change { (transaction) throws(StoreError) in try TreeEditor(transaction).exchange(a, b) }
    #expect(try child(one, store) == b && child(other, store) == a)
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(b, to: .root, name: other)
    }
    #expect(try child(one, store) == nil && child(other, store) == b)
    let kept = try stored("SELECT typeof(name) || hex(name) FROM items WHERE id >= 1024", temporary)
    #expect(kept == ["text636166E82E747874"])
    try temporary.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(b) }
    #expect(try child(other, store) == nil)
    #expect(
      try stored("SELECT hex(before_name) FROM log WHERE event = 3 ORDER BY generation DESC LIMIT 1", temporary) == [
        "636166E82E747874"
      ])
    #expect(try store.readCommitted { (reader) throws(StoreError) in try reader.path(of: b) } == "/caf\\xe8.txt")
  }

  /// The feed has both names, now and before, and so has an item that a foreign observer gets.
  @Test func `changes carry names whole`() throws {
    let temporary = try TemporaryStore()
    let a = try create(one, temporary.store)
    let start = try temporary.generation()
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(a, to: .root, name: other)
    }
    for isCoalesced in [true, false] {
      let change = try #require(try temporary.changes(.everything, since: start, coalesced: isCoalesced).last)
      #expect(change.name == other)
      #expect(change.previousPlace?.name == one)
    }
    let record = try #require(try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.record(a) })
    let item = try temporary.store.readCommitted { (reader) throws(StoreError) in try StoredItem(record, reader: reader)
    }
    #expect(item.filename == "caf\\xe8.txt")
    #expect(FileName(providing: item.filename) == other)
  }

  /// A provider's name that is not the spelling of any bytes is taken as it is.
  @Test(arguments: ["\\xc3\\xa9", String(repeating: "\\xc3\\xa9", count: 60), "\\x5c"])
  func `a provider's backslashes stay`(_ name: String) {
    let bytes = FileName(providing: name).bytes
    #expect(bytes.starts(with: name.utf8.prefix(100)))
    #expect(bytes.count <= 255)
  }

  /// Trashed from a folder whose name is no UTF-8 either, found by the path, restored where that folder is gone.
  @Test func `the trash knows where names of any bytes were`() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let folders = try [one, other].map { try create($0, store, kind: .folder) }
    let items = try folders.map { try create(one, in: $0, store) }
    let names = try items.map { id in
      try store.change(author: "test") { (transaction) throws(StoreError) in
        try TreeEditor(transaction).trash(id, user: 7)
      }
    }
    #expect(names.map(\.spelling) == ["caf\\xe9.txt", "caf\\xe9 2.txt"])
    let found = try store.readCommitted { (reader) throws(StoreError) in
      [
        try reader.itemTrashedLast(from: "caf\\xe9.txt/caf\\xe9.txt"),
        try reader.itemTrashedLast(from: "caf\\xe8.txt/caf\\xe9.txt"),
      ]
    }
    #expect(found == items)
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).delete(folders[1])
      let folder = try TreeEditor(transaction).originalFolder(of: items[1], owner: 0, group: 0)
      try TreeEditor(transaction).restore(items[1], to: folder.0)
      try TreeEditor(transaction).restore(items[0])
    }
    for (folder, item) in [(one, items[0]), (other, items[1])] {
      let parent = try #require(try child(folder, store))
      #expect(try child(one, store, in: parent) == item)
    }
  }

  /// The names of attributes are bytes, too, listed in the order of the bytes.
  @Test func `attributes are told apart by their bytes`() throws {
    let temporary = try TemporaryStore()
    let item = try temporary.create("file")
    let names = ["user.\\xe9", "user.\\xe8", "user.é", "user.\\x5cxe9"]
    try temporary.change { (transaction) throws(StoreError) in
      for name in names { try transaction.changeExtendedAttribute(name, to: Array(name.utf8), of: item) }
    }
    try temporary.store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.extendedAttributeNames(of: item) == ["user.\\x5cxe9", "user.é", "user.\\xe8", "user.\\xe9"])
      for name in names { #expect(try reader.extendedAttribute(name, of: item) == Array(name.utf8)) }
    }
    try temporary.change { (transaction) throws(StoreError) in
      try transaction.removeExtendedAttribute(names[0], of: item)
    }
    let left = try temporary.store.readCommitted { (reader) throws(StoreError) in
      try reader.extendedAttributeNames(of: item)
    }
    #expect(left.count == 3 && !left.contains(names[0]))
  }

  /// The search index has the spelling, the backup the bytes, and `check` finds nothing wrong.
  @Test func `search, check and backup know both`() throws {
    let temporary = try TemporaryStore()
    let items = [try create(one, temporary.store), try create(other, temporary.store)]
    let index = try SearchIndex(storeIn: temporary.directory)
    #expect(try index.catchUp(within: 60))
    var query = SearchQuery(terms: ["caf\\xe9"])
    query.includesAll = true
    let found = try index.search(query).records
    #expect(found.first?.id == items[0] && found.first?.name == one)
    var findings: [StoreFinding] = []
    try StoreCheck.run(storeIn: temporary.directory, StoreCheck.Options()) { findings.append($0) }
    #expect(findings.isEmpty)
    let archive = temporary.directory.appendingPathComponent("backup.tar")
    try StoreBackup.write(temporary.store, to: archive)
    let directory = temporary.directory.appendingPathComponent("restored")
    try StoreBackup.restore(archive, to: directory)
    let restored = try ItemStore(directory: directory)
    #expect(try [child(one, restored), child(other, restored)] == items)
  }
}
