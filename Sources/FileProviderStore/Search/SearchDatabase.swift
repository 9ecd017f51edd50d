import Foundation
import Glibc
import LinuxSystem
import FileProviderSQLite

/// The database of the index, `search.sqlite` beside the store. It can be thrown away and made again.
///
/// `documents` has a row an item; `words` is the full-text index over it, without a copy of the text (`content=''`), so what is to be
/// removed from it is computed again from the row. Measured with a million names:
///
/// | | µs a row | bytes a row | `rep* bud*` | `r*`, newest 5000 | bm25 of `r*` |
/// |---|---|---|---|---|---|
/// | as it is here | 7.5 | 43 | 8 ms | 10 ms | – |
/// | without `prefix='2 3'` | 6.4 | 17 | 18 ms | 23 ms | – |
/// | that, with row sizes for bm25 | 7.1 | 29 | 18 ms | 23 ms | 228 ms |
/// | `detail=none` | 5.5 | 10 | 42 ms | 40 ms | – |
/// | trigrams | 9.9 | 29 | | | |
///
/// Words are found by their beginnings while they are being typed, which takes several queries like those of the fourth
/// column: hence the prefixes. Positions cost nothing and give phrases. Results are ranked by `SearchRank` instead of
/// bm25: where every term has to match, bm25 differs only by the length of the name.
final class SearchDatabase {
  private let connection: Connection
  /// Which file it is: another process may have put a new one in its place.
  private let file: IndexFileIdentity
  private var statements: [String: StoreStatement] = [:]

  /// Raised when the contents change; an index of another version is made again.
  private static let version: Int64 = 1

  private static let schema = [
    """
    CREATE TABLE documents(
      id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, kind INTEGER NOT NULL, member INTEGER NOT NULL, last_used INTEGER,
      name TEXT NOT NULL, tags TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE VIRTUAL TABLE words USING fts5(
      name, tags, facets, content='', columnsize=0, prefix='2 3',
      tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co So'"
    )
    """,
    // How far the log is covered, and while everything is being listed, up to which item.
    """
    CREATE TABLE progress(
      id INTEGER PRIMARY KEY CHECK (id = 1), anchor TEXT NOT NULL, listed INTEGER, count INTEGER NOT NULL
    ) STRICT
    """,
    "PRAGMA user_version = \(version)",
  ]

  /// Opens the index of a store.
  ///
  /// - Parameter makes: Whether to make an empty one where there is none; requires the feeders' lock.
  /// - Throws: `noSuchItem` when there is none; `damaged`, also for one of another version: it is to be removed and made again.
  init(directory: URL, makes: Bool) throws(StoreError) {
    let url = Self.url(in: directory)
    // What is there is opened by SQLite alone; see `SystemCalls` in `FileProviderSQLite`.
    if access(url.path, F_OK) != 0 {
      guard makes, StoreOwner(of: directory).open(url.path).number >= 0 else {
        throw StoreError(errno: errno, "cannot open \(url.path)")
      }
    }
    connection = try Connection(url, .writing)
    file = IndexFileIdentity(connection.descriptor ?? -1)
    // A mount that feeds it has a bound on its memory.
    try statement("PRAGMA cache_size = -4096").run()
    switch try integer("PRAGMA user_version") {
    case Self.version: break
    case 0 where makes:
      _ = try integer("PRAGMA journal_mode = WAL")
      try transaction { () throws(StoreError) in
        for sql in Self.schema { try StoreStatement(sql, on: connection).run() }
      }
    case 0: throw StoreError(.noSuchItem, "\(url.path) is empty")
    default: throw StoreError(.damaged, "\(url.path) is an index of another version")
    }
  }

  static func url(in directory: URL) -> URL { directory.appendingPathComponent("search.sqlite") }

  /// Removes the index; requires the feeders' lock. If this is interrupted, SQLite removes what is left of the log when
  /// it finds an empty database beside it.
  static func remove(from directory: URL) {
    let path = url(in: directory).path
    for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
  }

  /// Whether the file in the directory is still the one that was opened.
  func isCurrent(in directory: URL) -> Bool { IndexFileIdentity(path: Self.url(in: directory).path) == file }

  // MARK: Statements

  /// The statement for this SQL, prepared at its first use.
  func statement(_ sql: String) throws(StoreError) -> StoreStatement {
    if let known = statements[sql] { return known }
    let statement = try StoreStatement(sql, on: connection)
    statements[sql] = statement
    return statement
  }

  func integer(_ sql: String) throws(StoreError) -> Int64? {
    let statement = try StoreStatement(sql, on: connection)
    return try statement.step() ? statement.integerOrNil(0) : nil
  }

  func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try enclosed("BEGIN IMMEDIATE", body)
  }

  /// Puts all reads of `body` into one view of the index.
  func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try enclosed("BEGIN", body)
  }

  private func enclosed<Result>(
    _ begin: String, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try statement(begin).run()
    do {
      let result = try body()
      try statement("COMMIT").run()
      return result
    } catch {
      try? statement("ROLLBACK").run()
      throw error
    }
  }

  /// Maps the file for a query that reads thousands of pages once each, which saves a system call for each. The file is
  /// never shortened.
  func mapFile() throws(StoreError) { _ = try integer("PRAGMA mmap_size = 1073741824") }

  /// Merges the segments that many transactions have left into one, which makes a query twice as fast. For use after a
  /// complete listing.
  func optimize() throws(StoreError) { try statement("INSERT INTO words(words) VALUES ('optimize')").run() }

  // MARK: Documents

  /// What is indexed of an item, or `nil`.
  func document(_ id: ItemID) throws(StoreError) -> SearchDocument? {
    let select = try statement("SELECT \(SearchDocument.columns) FROM documents WHERE id = ?")
    select.bind(1, id)
    defer { select.reset() }
    return try select.step() ? SearchDocument(indexed: select) : nil
  }

  /// Replaces what is indexed of an item.
  func replace(_ old: SearchDocument?, by new: SearchDocument?) throws(StoreError) {
    guard old != new else { return }
    if let old, let new, old.hasSameWords(as: new) { return try write(new) }
    if let old {
      try bind(old, to: statement("INSERT INTO words(words, rowid, name, tags, facets) VALUES ('delete', ?, ?, ?, ?)"))
        .run()
    }
    if let new {
      try bind(new, to: statement("INSERT INTO words(rowid, name, tags, facets) VALUES (?, ?, ?, ?)")).run()
      try write(new)
    } else if let old {
      let delete = try statement("DELETE FROM documents WHERE id = ?")
      delete.bind(1, old.id)
      try delete.run()
    }
  }

  private func bind(_ document: SearchDocument, to statement: StoreStatement) -> StoreStatement {
    statement.bind(1, document.id)
    statement.bind(2, SearchText.indexed(document.name))
    statement.bind(3, SearchText.indexed(document.tags))
    statement.bind(4, document.facets)
    return statement
  }

  private func write(_ document: SearchDocument) throws(StoreError) {
    let insert = try statement(
      "INSERT OR REPLACE INTO documents(\(SearchDocument.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)")
    insert.bind(1, document.id)
    insert.bind(2, document.parent)
    insert.bind(3, Int64(document.kind.rawValue))
    insert.bind(4, document.isMember ? 1 : 0)
    insert.bind(5, document.lastUsed)
    insert.bind(6, document.name)
    insert.bind(7, document.tags)
    try insert.run()
  }
}
