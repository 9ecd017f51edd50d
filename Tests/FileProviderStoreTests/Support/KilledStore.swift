import FileProviderStore
import Foundation
import Glibc
import TestSupport

/// A store whose process was killed: its files as they were at that moment, in a directory of their own.
final class KilledStore {
  private let place = TestDirectory(adopting: TestDirectory.unused("killed"))
  var directory: URL { place.url }
  static let count = 100

  /// - Parameters:
  ///   - isSynchronized: Whether everything was on the disk.
  ///   - isFinished: Whether it was closed in an orderly way instead.
  init(isSynchronized: Bool = false, isFinished: Bool = false) throws {
    let temporary = try TemporaryStore()
    for number in 0..<Self.count { try temporary.createDocument("document \(number)", "contents of \(number)") }
    if isSynchronized { try temporary.store.synchronize() }
    if isFinished { try temporary.store.finish() }
    try FileManager.default.copyItem(at: temporary.directory, to: directory)
  }

  var database: URL { directory.appendingPathComponent("items.sqlite") }
  var wal: URL { directory.appendingPathComponent("items.sqlite-wal") }
  var wake: URL { directory.appendingPathComponent("wake") }

  /// As after a restart of the machine: nothing is known of what was committed and not synchronized.
  func restartMachine() throws { try Data().write(to: wake) }

  /// What every file of the store has, but for those that have nothing of their own.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: directory.path) {
      let url = directory.appendingPathComponent(name)
      guard !name.hasSuffix(".lock"), !name.hasSuffix("-shm"), let data = try? Data(contentsOf: url) else { continue }
      // SQLite makes an empty log where there is none.
      if name.hasSuffix("-wal") && data.isEmpty { continue }
      files[name] = data
    }
    return files
  }

  /// The text of every document, by its name.
  func documents() throws -> [String: String] {
    let store = try ItemStore(directory: directory)
    var keys: [String: ContentKey] = [:]
    for folder in ["/", "/lost+found"] {
      try store.readCommitted { (reader) throws(StoreError) in
        guard let id = try reader.resolve(folder)?.id else { return }
        try reader.forEachChild(of: id, after: .none) { item, name in
          if let content = item.content { keys[String(decoding: name, as: UTF8.self)] = content }
          return true
        }
      }
    }
    return try keys.mapValues { try String(contentsOf: store.contents.url(of: $0), encoding: .utf8) }
  }

  /// Checks the store.
  func check(repairs: Bool = false) throws -> [StoreFinding] {
    var options = StoreCheck.Options()
    options.repairs = repairs
    var findings: [StoreFinding] = []
    try StoreCheck.run(storeIn: directory, options) { findings.append($0) }
    return findings
  }
}
