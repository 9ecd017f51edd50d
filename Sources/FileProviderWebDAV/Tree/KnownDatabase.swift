import Foundation
import FileProviderSQLite

/// The database of a server's known state, in the provider's folder: so a start continues where the previous process ended, and memory does not grow with
/// the server.
///
/// The key of a folder is `c` for the collection, or `t` for the trash bin, and its path after a slash: what is below it is a range of keys.
final class KnownDatabase: @unchecked Sendable {
  // Sendable: it is used with the tree locked.
  private let connection: Connection
  private var statements: [String: KnownStatement] = [:]

  /// - Parameter file: `nil` for one in memory.
  init(_ file: URL?) throws(SQLiteError) {
    connection = try Connection(name: file?.path ?? ":memory:", .maintaining)
    try connection.run(
      script: """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = NORMAL;
        PRAGMA cache_size = -8192;
        PRAGMA journal_size_limit = 4194304;
        """)
  }

  /// Raised when tables, or the bytes in them, mean something else: what an earlier version knew is forgotten.
  private static let current: Int64 = 1

  /// Whether it has the tables of this version.
  func isCurrent() throws(SQLiteError) -> Bool {
    let row = try statement("PRAGMA user_version")
    defer { row.reset() }
    return try row.step() && row.integer(0) == Self.current
  }

  /// Makes the tables, empty. Called in a transaction.
  func make() throws(SQLiteError) {
    let tables = ["meta", "folders", "entries", "places", "changes", "gone"]
    try connection.run(script: tables.map { "DROP TABLE IF EXISTS \($0);" }.joined())
    try connection.run(
      script: """
        CREATE TABLE meta(key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

        -- The folders that the system has listed. Times are microseconds since 2001, the interval is in microseconds.
        CREATE TABLE folders(
          id INTEGER PRIMARY KEY NOT NULL,
          key BLOB NOT NULL UNIQUE,
          interval INTEGER NOT NULL,
          next INTEGER NOT NULL,
          tag TEXT,
          token TEXT,
          refusals INTEGER NOT NULL,
          entry BLOB
        ) STRICT;
        CREATE INDEX folders_by_look ON folders(next);

        -- What is in them; a kind of 1 is a folder.
        CREATE TABLE entries(
          folder INTEGER NOT NULL,
          name BLOB NOT NULL,
          kind INTEGER NOT NULL,
          entry BLOB NOT NULL,
          PRIMARY KEY (folder, name, kind)
        ) STRICT, WITHOUT ROWID;

        -- Where items are that have a number of their own, or were: another one has been found in a place that was left.
        CREATE TABLE places(
          number TEXT PRIMARY KEY NOT NULL,
          key BLOB NOT NULL,
          kind INTEGER NOT NULL,
          isLeft INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX places_by_key ON places(key, kind);

        -- What has changed; what is deleted has no entry.
        CREATE TABLE changes(
          number INTEGER PRIMARY KEY NOT NULL,
          identifier TEXT NOT NULL,
          key BLOB,
          kind INTEGER,
          parent TEXT,
          entry BLOB
        ) STRICT;

        -- What is not in its folder any more, and is not reported yet: it may be elsewhere.
        CREATE TABLE gone(
          key BLOB NOT NULL,
          kind INTEGER NOT NULL,
          identifier TEXT NOT NULL,
          parent TEXT NOT NULL,
          entry BLOB NOT NULL,
          PRIMARY KEY (key, kind)
        ) STRICT, WITHOUT ROWID;
        PRAGMA user_version = \(Self.current);
        """)
  }

  /// A statement, ready to be bound.
  func statement(_ sql: String) throws(SQLiteError) -> KnownStatement {
    if let known = statements[sql] { return known }
    let new = KnownStatement(try PreparedStatement(sql, on: connection))
    statements[sql] = new
    return new
  }

  /// Makes changes together.
  func transaction<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
    try connection.run(script: "BEGIN IMMEDIATE")
    do {
      let value = try body()
      try connection.run(script: "COMMIT")
      return value
    } catch {
      if connection.isInTransaction { try? connection.run(script: "ROLLBACK") }
      throw error
    }
  }

  // MARK: Settings

  func setting(_ key: String) throws(SQLiteError) -> String? {
    let row = try statement("SELECT value FROM meta WHERE key = ?").with(key)
    defer { row.reset() }
    return try row.step() ? row.text(0) : nil
  }

  func set(_ key: String, to value: String) throws(SQLiteError) {
    try statement("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)").with(key, value).run()
  }
}

/// A prepared statement whose parameters are bound in their order.
final class KnownStatement {
  private let statement: PreparedStatement

  init(_ statement: consuming PreparedStatement) { self.statement = statement }

  /// A value of a parameter.
  enum Parameter {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    case null
  }

  /// Binds values to the parameters.
  func with(_ values: any KnownValue...) -> KnownStatement {
    bind(values)
    return self
  }

  func bind(_ values: [any KnownValue]) {
    for (number, value) in values.enumerated() {
      let index = Int32(number + 1)
      switch value.known {
      case .integer(let value): statement.bind(index, value)
      case .text(var text): text.withUTF8 { statement.bind(index, text: UnsafeRawBufferPointer($0)) }
      case .blob(let bytes): bytes.withUnsafeBytes { statement.bind(index, blob: $0) }
      case .null: statement.bindNull(index)
      }
    }
  }

  func step() throws(SQLiteError) -> Bool { try statement.step() }
  func run() throws(SQLiteError) { try statement.run() }
  func reset() { statement.reset() }

  func integer(_ column: Int32) -> Int64 { statement.integer(column) }
  func isNull(_ column: Int32) -> Bool { statement.isNull(column) }
  /// Valid until the next step or reset.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer { statement.bytes(column) }
  func text(_ column: Int32) -> String { String(decoding: statement.bytes(column), as: UTF8.self) }
  func textOrNil(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
}

/// What can be bound to a parameter.
protocol KnownValue {
  var known: KnownStatement.Parameter { get }
}

extension Int64: KnownValue { var known: KnownStatement.Parameter { .integer(self) } }
extension Int: KnownValue { var known: KnownStatement.Parameter { .integer(Int64(self)) } }
extension Bool: KnownValue { var known: KnownStatement.Parameter { .integer(self ? 1 : 0) } }
extension String: KnownValue { var known: KnownStatement.Parameter { .text(self) } }
extension [UInt8]: KnownValue { var known: KnownStatement.Parameter { .blob(self) } }
extension Date: KnownValue {
  /// Microseconds since 2001.
  var known: KnownStatement.Parameter { .integer(Int64(clamping: timeIntervalSinceReferenceDate * 1_000_000)) }

  init(known microseconds: Int64) { self.init(timeIntervalSinceReferenceDate: Double(microseconds) / 1_000_000) }
}
extension Optional: KnownValue where Wrapped: KnownValue {
  var known: KnownStatement.Parameter { map(\.known) ?? .null }
}

extension Int64 {
  fileprivate init(clamping value: Double) {
    self = value >= 9.2e18 ? .max : value <= -9.2e18 ? .min : Int64(value)
  }
}
