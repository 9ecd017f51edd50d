import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct StoreBackupTests {
  /// A backup holds the tree and the contents as they were, and the restored store is another one in tokens.
  @Test func `a restored store has what was backed up and expires old anchors`() throws {
    let temporary = try TemporaryStore()
    let made = try temporary.store.contents.create()
    let key = made.key
    _ = "kept".withCString { Glibc.write(made.number, $0, 4) }
    made.keep()
    let file = try temporary.create("file")
    try temporary.change { (transaction) throws(StoreError) in try transaction.setContents(key, size: 4, of: file) }
    let archive = temporary.directory.appendingPathComponent("backup.tar")
    try StoreBackup.write(temporary.store, to: archive)
    try temporary.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(file) }

    let directory = temporary.directory.appendingPathComponent("restored")
    try StoreBackup.restore(archive, to: directory)
    let restored = try ItemStore(directory: directory)
    let found = try restored.readCommitted { (reader) throws(StoreError) in try reader.resolve("/file") }
    #expect(found?.id == file)
    #expect(try restored.text(of: key) == "kept")
    #expect(restored.uuid != temporary.store.uuid)
    let left = try FileManager.default.contentsOfDirectory(atPath: temporary.directory.path)
    #expect(!left.contains { $0.hasPrefix("backup-") || $0.hasPrefix(".restore") })
  }

  /// A document that gets its first contents while the backup is made is in the backup either with them or without any.
  @Test func `contents that came meanwhile are in the backup`() throws {
    let temporary = try TemporaryStore()
    // So many that it takes a while to link them all.
    for _ in 0..<3000 { try temporary.store.contents.create().keep() }
    let documents = try (0..<400).map { try temporary.create("\($0)") }
    let (store, done) = (temporary.store, DispatchGroup())
    DispatchQueue.global().async(group: done) {
      for id in documents {
        guard let made = try? store.contents.create() else { continue }
        let key = made.key
        made.keep()
        _ = try? store.change(author: "test") { (transaction) throws(StoreError) in
          return try transaction.adoptContents(key, of: transaction.item(id), isVersion: false, session: "test")
        }
      }
    }
    let archive = temporary.directory.appendingPathComponent("backup.tar")
    try StoreBackup.write(store, to: archive)
    done.wait()
    let directory = temporary.directory.appendingPathComponent("restored")
    try StoreBackup.restore(archive, to: directory)
    let restored = try ItemStore(directory: directory)
    for id in documents {
      let item = try restored.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
      if let content = try #require(item).content { #expect(restored.contents.size(of: content) != nil) }
    }
  }

  /// What was removed, or moved into the database, since its file was linked is not in the backup.
  @Test func `contents without an item are not in the backup`() throws {
    let temporary = try TemporaryStore()
    let document = try temporary.createDocument("document", "text")
    try temporary.store.contents.create(Array("nobody's".utf8)).keep()
    let archive = temporary.directory.appendingPathComponent("backup.tar")
    try StoreBackup.write(temporary.store, to: archive)
    let directory = temporary.directory.appendingPathComponent("restored")
    try StoreBackup.restore(archive, to: directory)
    var findings: [StoreFinding] = []
    try StoreCheck.run(storeIn: directory, StoreCheck.Options()) { findings.append($0) }
    #expect(findings.isEmpty, "\(findings)")
    let restored = try ItemStore(directory: directory)
    let item = try restored.readCommitted { (reader) throws(StoreError) in try reader.item(document) }
    #expect(restored.contents.size(of: try #require(item?.content)) == 4)
  }

  /// A document that was saved just before the backup has the new contents when it is restored in another run of the machine, and can be saved
  /// again.
  @Test func `what was saved last is restored`() throws {
    let temporary = try TemporaryStore()
    func make(_ text: String) throws -> ContentKey {
      let made = try temporary.store.contents.create()
      let key = made.key
      #expect(text.withCString { Glibc.write(made.number, $0, text.utf8.count) } == text.utf8.count)
      made.keep()
      return key
    }
    let (old, new) = (try make("old"), try make("newer"))
    let file = try temporary.create("file")
    try temporary.change { (transaction) throws(StoreError) in try transaction.setContents(old, size: 3, of: file) }
    try temporary.store.finishHousekeeping()
    try temporary.change { (transaction) throws(StoreError) in try transaction.setContents(new, size: 5, of: file) }
    try temporary.change { (transaction) throws(StoreError) in try transaction.changeSetting("boot", to: "another") }
    let archive = temporary.directory.appendingPathComponent("backup.tar")
    try StoreBackup.write(temporary.store, to: archive)
    let directory = temporary.directory.appendingPathComponent("restored")
    try StoreBackup.restore(archive, to: directory)

    let restored = try ItemStore(directory: directory)
    let item = try restored.readCommitted { (reader) throws(StoreError) in try reader.item(file) }
    #expect(item?.content == new && item?.size == 5)
    try restored.change(author: "test") { (transaction) throws(StoreError) in
      guard let item = try transaction.reader.item(file) else { throw StoreError(.noSuchItem) }
      _ = try transaction.emptyContents(of: item, session: "test")
    }
  }

  /// A document that is being written has the size of its contents in the archive, and so has one that was written.
  @Test func `sizes are those of the contents in the archive`() throws {
    let temporary = try TemporaryStore()
    let open = try temporary.createDocument("open", "short")
    let closed = try temporary.createDocument("closed", "short")
    try temporary.change { (transaction) throws(StoreError) in try transaction.markWriter(of: open, session: "test") }
    for id in [open, closed] {
      let item = try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
      let file = try FileHandle(forWritingTo: temporary.store.contents.url(of: try #require(item?.content)))
      try file.seekToEnd()
      try file.write(contentsOf: Data(" and longer".utf8))
      try file.close()
    }
    let archive = temporary.directory.appendingPathComponent("backup.tar")
    try StoreBackup.write(temporary.store, to: archive)
    let directory = temporary.directory.appendingPathComponent("restored")
    try StoreBackup.restore(archive, to: directory)
    let restored = try ItemStore(directory: directory)
    try restored.readCommitted { (reader) throws(StoreError) in
      for id in [open, closed] { #expect(try reader.item(id)?.size == 16) }
      #expect(try reader.integer("SELECT count(*) FROM writers") == 0)
    }
  }

  /// A file that is not a backup is refused, and nothing is left behind.
  @Test func `a foreign archive is refused`() throws {
    let temporary = try TemporaryStore()
    let archive = temporary.directory.appendingPathComponent("foreign.tar")
    try Data("not an archive".utf8).write(to: archive)
    let directory = temporary.directory.appendingPathComponent("restored")
    #expect(throws: StoreError.self) { try StoreBackup.restore(archive, to: directory) }
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }
}
