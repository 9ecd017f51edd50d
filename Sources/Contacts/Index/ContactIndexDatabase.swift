import FileProviderSQLite
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// The database of the index, `contacts.sqlite` beside the store. It can be thrown away and made again.
///
/// `cards` has a row for each file that may be a contact by its name, wherever it is: a folder becomes a container without a change of what is in it.
/// `words` and `parts` find rows by beginnings of words of the names, and by parts of email addresses and phone numbers. `words` finds exactly what ``NameMatch`` does, as long as
/// the row is as it was; `parts` may find too much, and never too little: whoever asks looks at what is found. Neither has a copy of the text; what is to be removed is in `texts`.
final class ContactIndexDatabase {
  private let connection: Connection
  private let file: IndexFileIdentity
  private var statements: [String: IndexStatement] = [:]

  /// Raised when the contents change, what is read from a card, or how words are split and folded. An index of another version is made again.
  private static let version: Int64 = 3
  /// All of its files.
  static let names = ["", "-wal", "-shm"].map { IndexLog.contacts + $0 }

  private static let schema = [
    """
    CREATE TABLE cards(
      id INTEGER PRIMARY KEY, content INTEGER, changed INTEGER NOT NULL, kind INTEGER NOT NULL, uid TEXT, link TEXT,
      \(IndexedKeys.columns)
    ) STRICT
    """,
    "CREATE INDEX cards_unknown ON cards(id) WHERE content IS NULL",
    "CREATE INDEX cards_linked ON cards(link) WHERE link IS NOT NULL",
    "CREATE TABLE texts(id INTEGER PRIMARY KEY, words TEXT NOT NULL, parts TEXT NOT NULL) STRICT",
    // The words are folded and split already: the tokenizer has nothing to do but find the spaces.
    "CREATE VIRTUAL TABLE words USING fts5(text, content='', columnsize=0, prefix='2 3', tokenize='ascii')",
    """
    CREATE VIRTUAL TABLE parts USING fts5(
      text, content='', columnsize=0, detail='none', tokenize='trigram case_sensitive 1'
    )
    """,
    // How far the log is covered, and while everything is being listed, up to which item.
    "CREATE TABLE progress(id INTEGER PRIMARY KEY CHECK (id = 1), anchor TEXT NOT NULL, listed INTEGER) STRICT",
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
      guard makes, StoreOwner(of: directory).open(url.path) != nil else {
        throw StoreError(errno: errno, "cannot open \(url.path)")
      }
    }
    connection = try Connection(url, .writing)
    file = IndexFileIdentity(connection.descriptor ?? -1)
    try connection.execute("PRAGMA cache_size = -4096")
    switch try connection.integer("PRAGMA user_version") {
    case Self.version: break
    case 0 where makes:
      guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
        throw StoreError(.damaged, "\(url.path) has lost its version")
      }
      try connection.execute("PRAGMA journal_mode = WAL")
      try transaction { () throws(StoreError) in for sql in Self.schema { try connection.execute(sql) } }
    case 0: throw StoreError(.noSuchItem, "\(url.path) is empty")
    default: throw StoreError(.damaged, "\(url.path) is an index of another version")
    }
  }

  static func url(in directory: URL) -> URL { directory.appendingPathComponent(IndexLog.contacts) }

  /// Removes the index; requires the feeders' lock. If this is interrupted, SQLite removes what is left of the log when it finds an empty database beside it.
  static func remove(from directory: URL) {
    for name in names { unlink(directory.appendingPathComponent(name).path) }
  }

  /// Whether the file in the directory is still the one that was opened.
  func isCurrent(in directory: URL) -> Bool { IndexFileIdentity(path: Self.url(in: directory).path) == file }

  // MARK: Statements

  /// The statement for this SQL, prepared at its first use.
  func statement(_ sql: String) throws(StoreError) -> IndexStatement {
    if let known = statements[sql] { return known }
    let statement = try IndexStatement(sql, on: connection)
    statements[sql] = statement
    return statement
  }

  /// Reads one state of the index, whatever is written meanwhile.
  func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try connection.execute("BEGIN")
    // Nothing was written.
    defer { try? connection.execute("ROLLBACK") }
    return try body()
  }

  /// A number that is another one when another connection has changed the index since.
  func state() throws(StoreError) -> Int64? { try connection.integer("PRAGMA data_version") }

  func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) { try connection.transaction(body) }

  /// Merges what many transactions have left in the indexes of texts. For use after a complete listing.
  func optimize() throws(StoreError) {
    for table in ["words", "parts"] { try statement("INSERT INTO \(table)(\(table)) VALUES ('optimize')").run() }
  }
}
