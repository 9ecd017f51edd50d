import CommonCrypto
import Darwin
import Foundation
import SQLite3

private let SQLITE_TRANSIENT = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

struct LedgerError: Error { let code: Int32 }

struct Entry: Codable {
  var id: Int64
  var parent: Int64
  var name: String
  var isFolder: Bool
  var size: Int64
  var version: Int64
  var digest: String
}

/// Entries in a database of the app group, with their contents.
final class Ledger: NSObject {
  private var database: OpaquePointer?
  private let names: URL

  init(folder: URL) throws {
    names = folder.appendingPathComponent("index.json")
    super.init()
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
      | SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION
    guard sqlite3_open_v2(folder.appendingPathComponent("ledger.sqlite").path, &database, flags, nil) == SQLITE_OK
    else {
      throw LedgerError(code: sqlite3_errcode(database))
    }
    try query(
      "CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY AUTOINCREMENT, parent, name, folder, content BLOB, version)"
    ) { _ in }
    try query("CREATE UNIQUE INDEX IF NOT EXISTS entry_name ON entry(parent, name)") { _ in }
  }

  deinit { sqlite3_close_v2(database) }

  private func synchronized<T>(_ body: () throws -> T) rethrows -> T {
    objc_sync_enter(self)
    defer { objc_sync_exit(self) }
    return try body()
  }

  @discardableResult
  private func query<T>(_ sql: String, _ values: [Any?] = [], _ row: (OpaquePointer) -> T) throws -> [T] {
    try synchronized {
      var statement: OpaquePointer?
      guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement = statement else {
        throw LedgerError(code: sqlite3_extended_errcode(database))
      }
      defer { sqlite3_finalize(statement) }
      for (index, value) in values.enumerated() {
        let position = Int32(index + 1)
        switch value {
        case let number as Int64: sqlite3_bind_int64(statement, position, number)
        case let text as String: sqlite3_bind_text(statement, position, text, -1, SQLITE_TRANSIENT)
        case let data as Data:
          _ = data.withUnsafeBytes {
            sqlite3_bind_blob(statement, position, $0.baseAddress, Int32(data.count), SQLITE_TRANSIENT)
          }
        default: sqlite3_bind_null(statement, position)
        }
      }
      var rows = [T]()
      var status = sqlite3_step(statement)
      while status == SQLITE_ROW {
        rows.append(row(statement))
        status = sqlite3_step(statement)
      }
      guard status == SQLITE_DONE else { throw LedgerError(code: sqlite3_extended_errcode(database)) }
      return rows
    }
  }

  private static func bytes(_ row: OpaquePointer, _ column: Int32) -> Data {
    guard let start = sqlite3_column_blob(row, column) else { return Data() }
    return Data(bytes: start, count: Int(sqlite3_column_bytes(row, column)))
  }

  static func sha256(_ data: Data) -> String {
    var digest = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
    data.withUnsafeBytes { _ = CC_SHA256($0.baseAddress, CC_LONG(data.count), &digest) }
    return digest.map { String(format: "%02x", $0) }.joined()
  }

  func entries(_ condition: String = "1", _ values: [Any?] = []) throws -> [Entry] {
    try query("SELECT id, parent, name, folder, content, version FROM entry WHERE \(condition)", values) { row in
      let data = Ledger.bytes(row, 4)
      return Entry(
        id: sqlite3_column_int64(row, 0), parent: sqlite3_column_int64(row, 1),
        name: String(cString: sqlite3_column_text(row, 2)),
        isFolder: sqlite3_column_int(row, 3) != 0, size: Int64(data.count), version: sqlite3_column_int64(row, 5),
        digest: Ledger.sha256(data))
    }
  }

  func content(_ id: Int64) throws -> Data? {
    try query("SELECT content FROM entry WHERE id = ?", [id]) { Ledger.bytes($0, 0) }.first
  }

  func create(_ name: String, in parent: Int64, isFolder: Bool, _ content: Data?) throws -> Entry? {
    try query(
      "INSERT INTO entry (parent, name, folder, content, version) VALUES (?, ?, ?, ?, 1)",
      [parent, name, Int64(isFolder ? 1 : 0), content]
    ) { _ in }
    try tell()
    return try entries("parent = ? AND name = ?", [parent, name]).first
  }

  func update(_ id: Int64, name: String, parent: Int64, content: Data?) throws -> Entry? {
    try query(
      "UPDATE entry SET name = ?, parent = ?, content = coalesce(?, content), version = version + 1 WHERE id = ?",
      [name, parent, content, id]
    ) { _ in }
    try tell()
    return try entries("id = ?", [id]).first
  }

  /// Whether there is such an entry, or it is the root.
  func has(_ id: Int64) throws -> Bool { try id == 0 || !entries("id = ?", [id]).isEmpty }

  func isChildless(_ id: Int64) throws -> Bool { try entries("parent = ?", [id]).isEmpty }

  func remove(_ id: Int64) throws {
    for child in try entries("parent = ?", [id]) { try remove(child.id) }
    try query("DELETE FROM entry WHERE id = ?", [id]) { _ in }
    try tell()
  }

  /// The index for whoever looks at the app group, and how big it is.
  private func tell() throws {
    let fresh = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try JSONEncoder().encode(entries()).write(to: fresh)
    _ = try FileManager.default.replaceItemAt(names, withItemAt: fresh, backupItemName: nil, options: [])
    var status = Darwin.stat()
    guard Darwin.stat(names.path, &status) == 0, Darwin.access(names.path, Darwin.R_OK) == 0 else {
      throw POSIXError(.ENOENT)
    }
  }
}
