import FileProviderStore
import Foundation
import GRDB

@testable import FileProviderFileSystem

/// What the disk has of a store: the database and the contents, each as of the moment when it was put there last.
///
/// The page cache has everything, the disk what was synchronized, and of the rest whatever the kernel has written already. A test says what
/// that is, cuts the power, and looks.
struct PowerCut {
  private let source: URL
  private let disk = FileManager.default.temporaryDirectory.appendingPathComponent("cut-" + UUID().uuidString)

  init(of fixture: FileSystemFixture) throws {
    source = fixture.directory
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
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

  private func replace(_ name: String) throws {
    let copy = disk.appendingPathComponent(name)
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(at: source.appendingPathComponent(name), to: copy)
  }

  /// Opens what the disk has in another run of the machine.
  func restart() throws -> FileSystemFixture {
    let database = try DatabaseQueue(path: disk.appendingPathComponent("items.sqlite").path)
    try database.write { try $0.execute(sql: "UPDATE settings SET value = 'another' WHERE key = 'boot'") }
    try database.close()
    return try FileSystemFixture(directory: disk)
  }

  /// Opens what the disk has, which was pulled or whose processes were killed, while the machine went on.
  ///
  /// - Parameter isBootKnown: Whether anybody tells that it went on.
  func goOn(isBootKnown: Bool) throws -> FileSystemFixture {
    try FileSystemFixture(directory: disk, boot: isBootKnown ? .current : nil)
  }
}
