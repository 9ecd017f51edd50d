import FileProviderStore
import Foundation
import Glibc
import Testing

@Suite struct StoreBackupTests {
  /// A backup holds the tree and the contents as they were, and the restored store is another one in tokens.
  @Test func `a restored store has what was backed up and expires old anchors`() throws {
    let temporary = try TemporaryStore()
    let (key, descriptor) = try temporary.store.contents.create()
    _ = "kept".withCString { Glibc.write(descriptor, $0, 4) }
    close(descriptor)
    let file = try temporary.create("file")
    try temporary.write { (transaction) throws(StoreError) in try transaction.setContents(key, size: 4, of: file) }
    let archive = temporary.directory.appendingPathComponent("backup.tar")
    try StoreBackup.write(temporary.store, to: archive)
    try temporary.write { (transaction) throws(StoreError) in try transaction.delete(file) }

    let directory = temporary.directory.appendingPathComponent("restored")
    try StoreBackup.restore(archive, to: directory)
    let restored = try ItemStore(directory: directory)
    let found = try restored.read { (reader) throws(StoreError) in try reader.resolve("/file") }
    #expect(found?.id == file)
    #expect(try String(contentsOf: restored.contents.url(of: key), encoding: .utf8) == "kept")
    #expect(restored.uuid != temporary.store.uuid)
    let left = try FileManager.default.contentsOfDirectory(atPath: temporary.directory.path)
    #expect(!left.contains { $0.hasPrefix("backup-") || $0.hasPrefix(".restore") })
  }

  /// What is not a backup is refused, and nothing is left behind.
  @Test func `a foreign archive is refused`() throws {
    let temporary = try TemporaryStore()
    let archive = temporary.directory.appendingPathComponent("foreign.tar")
    try Data("not an archive".utf8).write(to: archive)
    let directory = temporary.directory.appendingPathComponent("restored")
    #expect(throws: StoreError.self) { try StoreBackup.restore(archive, to: directory) }
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }
}
