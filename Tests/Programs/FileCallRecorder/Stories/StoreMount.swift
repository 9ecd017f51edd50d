import FileProviderFileSystem
import FileProviderStore
import Foundation
import Glibc
import Logging

/// A mount of a store without the kernel: what programs ask for, by the names of documents in the root.
final class StoreMount {
  let store: ItemStore
  private let fileSystem: FileSystem
  private let context: RequestContext

  /// - Parameter grouping: Whether changes may be acknowledged before they are committed.
  init(directory: URL, grouping: Bool) throws {
    let threads = grouping ? ChangingThreads(commitsSoon: { true }, longestGroup: .max / 4) : ChangingThreads()
    // What is done in the background is done soon, so that it comes between what programs do.
    let pace = HousekeepingPace(discards: 2_000_000, quiet: 10_000_000, longest: 30_000_000)
    store = try ItemStore(directory: directory, threads: threads, pace: pace)
    fileSystem = FileSystem(store: store, source: nil, options: FileSystemOptions())
    context = try RequestContext(store, logger: Logger(label: "recorder") { _ in SwiftLogNoOpLogHandler() })
  }

  /// What an orderly end of a mount does.
  func end() throws {
    fileSystem.commitAll(context)
    try store.commitAcknowledged()
  }

  /// The names of the documents.
  func documents() throws -> [String] {
    try store.readCommitted { (reader) throws(StoreError) in
      var names: [String] = []
      try reader.forEachChild(of: .root, after: .none) { item, name in
        if item.kind == .file { names.append(String(decoding: name, as: UTF8.self)) }
        return true
      }
      return names
    }
  }

  /// The last generation that others can see.
  func generation() throws -> Int64 {
    try store.readCommitted { (reader) throws(StoreError) in try reader.generation().rawValue }
  }

  /// What is in the log goes into the database.
  func fold() throws {
    try store.commitAcknowledged()
    try store.withConnection { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  // MARK: Names

  func create(_ name: String) throws -> HandleNumber {
    try bytes(name) {
      try fileSystem.create($0, in: .root, mode: 0o644, OpenMode(flags: O_RDWR), context).1.handle
    }
  }

  func rename(_ name: String, to newName: String) throws {
    try bytes(name) { old in
      try bytes(newName) { try fileSystem.rename(old, in: .root, to: $0, in: .root, .replacing, context) }
    }
  }

  func remove(_ name: String) throws { try bytes(name) { try fileSystem.unlink($0, in: .root, context) } }

  private func bytes<Result>(_ name: String, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try Array(name.utf8).withUnsafeBytes { try body($0) }
  }

  // MARK: Contents

  func open(_ name: String, _ flags: Int32) throws -> HandleNumber {
    guard let node = try bytes(name, { try fileSystem.lookup($0, in: .root, context) }) else {
      throw ErrorNumber.noEntry
    }
    return try fileSystem.open(node.inode, OpenMode(flags: flags), context).handle
  }

  /// As when one of several programs that have the same file open closes it.
  func flush(_ file: HandleNumber) throws { try fileSystem.flush(file, context) }

  func close(_ file: HandleNumber) throws {
    try flush(file)
    try fileSystem.release(file, context)
  }

  func write(_ bytes: [UInt8], at offset: Int, to file: HandleNumber) throws {
    _ = try bytes.withUnsafeBytes {
      try fileSystem.write(.memory($0), to: file, at: Int64(offset), isCached: false, context)
    }
  }

  func synchronize(_ file: HandleNumber) throws { try fileSystem.synchronize(file, context) }

  func synchronize() throws { try fileSystem.synchronizeStore(context) }

  /// What programs read of a document, as long as `stat` says it is.
  func read(_ name: String) throws -> [UInt8] {
    let file = try open(name, O_RDONLY)
    defer { try? close(file) }
    let size = try bytes(name) { try fileSystem.lookup($0, in: .root, context) }?.size ?? 0
    let bytes = try contents(of: file, about: Int(size))
    guard bytes.count == size else { throw WrongSize(size: Int(size), found: bytes.count) }
    return bytes
  }

  private func contents(of file: HandleNumber, about size: Int) throws -> [UInt8] {
    switch try fileSystem.contents(of: file, context) {
    case .generated(let bytes): return bytes
    case .file(let contents):
      // Without contents it reads as zeros.
      guard contents.descriptor >= 0 else { return [UInt8](repeating: 0, count: size) }
      var bytes = [UInt8](repeating: 0, count: size + 1)
      let count = pread(contents.descriptor, &bytes, bytes.count, 0)
      return Array(bytes.prefix(max(0, count)))
    }
  }

  struct WrongSize: Error {
    let size, found: Int
  }
}
