import FileProviderStore
import Foundation
import FileProviderSQLite
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// What the disk has of a store: the database and the contents, each as of the moment when it was put there last.
///
/// The page cache has everything, the disk what was synchronized, and of the rest whatever the kernel has written already. A test says what
/// that is, cuts the power, and looks.
struct PowerCut {
  private let source: URL
  private let place: TestDirectory
  private var disk: URL { place.url }

  private let makesFiles: Bool

  init(of fixture: FileSystemFixture) throws {
    makesFiles = fixture.makesFiles
    source = fixture.directory
    place = try TestDirectory("cut")
    try writeLog()
    try writeContents()
  }

  /// The database reaches the disk, as far as it is committed.
  func writeLog() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
      guard name.hasPrefix("items.sqlite"), !name.hasSuffix("-shm") else { continue }
      try replace(name)
    }
  }

  /// The contents reach the disk, and what was removed is gone there, too.
  func writeContents() throws { try replace("contents") }

  /// Of a document's contents the size reaches the disk, and nothing else.
  func addHole(for name: String, of fixture: FileSystemFixture) throws {
    let id = try fixture.inode(name).item ?? .none
    let item = try #require(try fixture.store.readCommitted { (reader) throws(StoreError) in try reader.item(id) })
    let path = fixture.store.contents.url(of: try #require(item.content)).path
    let copy = disk.path + path.dropFirst(source.path.count)
    try? FileManager.default.createDirectory(
      atPath: (copy as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    #expect(FileManager.default.createFile(atPath: copy, contents: nil))
    #expect(truncate(copy, off_t(item.size)) == 0)
  }

  /// Of all contents that are these the disk has nothing but empty files.
  func lose(_ contents: String) throws {
    let folder = disk.appendingPathComponent("contents").path
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      guard FileManager.default.contents(atPath: folder + "/" + name) == Data(contents.utf8) else { continue }
      #expect(truncate(folder + "/" + name, 0) == 0)
    }
  }

  /// Of content files that were never synchronized the disk has nothing but empty files.
  func loseNewFiles(of fixture: FileSystemFixture) throws {
    let keys = try fixture.store.readCommitted { (reader) throws(StoreError) in
      try reader.integers(
        """
        SELECT i.content FROM items i JOIN writers w ON w.item = i.id WHERE i.content < 1 << 62
        GROUP BY i.id HAVING NOT max(w.session = 'changed')
        """)
    }
    for key in keys {
      let path = fixture.store.contents.url(of: ContentKey(rawValue: key)).path
      #expect(truncate(disk.path + path.dropFirst(source.path.count), 0) == 0)
    }
  }

  private func replace(_ name: String) throws {
    let copy = disk.appendingPathComponent(name)
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(at: source.appendingPathComponent(name), to: copy)
  }

  /// Opens what the disk has in another run of the machine.
  func restart() throws -> FileSystemFixture {
    try Connection(disk.appendingPathComponent("items.sqlite"), .writing)
      .execute("UPDATE settings SET value = 'another' WHERE key = 'boot'")
    return try FileSystemFixture(makesFiles: makesFiles, in: place)
  }

  /// Opens what the disk has, which was pulled or whose processes were killed, while the machine went on.
  ///
  /// - Parameter isBootKnown: Whether anybody tells that it went on.
  func goOn(isBootKnown: Bool) throws -> FileSystemFixture {
    try FileSystemFixture(makesFiles: makesFiles, in: place, boot: isBootKnown ? .current : nil)
  }
}
