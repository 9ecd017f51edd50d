import FileProviderSQLite

/// Tables for what earlier versions kept of items in `settings`, under keys that begin alike: creations that were not answered (`creation/ITEM`),
/// identifiers to ask for (`news/IDENTIFIER`), folders whose items have other identifiers (`renumbered/ITEM`), creations that wait after a loss of power
/// (`expected/SECOND/ITEM`), whose copy of contents was sent (`sentcontents/ITEM`), names with a number (`renamed/FOLDER/ITEM`), and what documents that are
/// gone have become (`held.claimed/IDENTIFIER`).
enum ItemStatesStep {
  static func take(_ connection: Connection) throws(StoreError) {
    try connection.execute(callTables)
    try connection.execute(tables)
    try move(on: connection)
  }

  /// Moves what is in settings into the tables, which may have rows already.
  static func move(on connection: Connection) throws(StoreError) {
    let creations = try StoreStatement(
      "SELECT key, value FROM settings WHERE key > 'creation/' AND key < 'creation0'", on: connection)
    let insert = try StoreStatement(
      "INSERT OR IGNORE INTO sent_creations(item, kind, size, parent, filename, target) VALUES (?, ?, ?, ?, ?, ?)",
      on: connection
    )
    while try creations.step() {
      guard let item = Int64(creations.text(0).dropFirst(9)), let sent = SettingOfCreation(Array(creations.bytes(1)))
      else {
        continue
      }
      insert.bind(1, item)
      insert.bind(2, sent.kind)
      insert.bind(3, sent.size)
      insert.bind(4, sent.parent)
      insert.bind(5, sent.filename)
      insert.bind(6, sent.target)
      try insert.run()
    }
    try connection.execute(copies)
    for family in ["creation", "news", "renumbered", "expected", "sentcontents", "renamed", "held.claimed"] {
      // The character after the slash.
      try connection.execute("DELETE FROM settings WHERE key > '\(family)/' AND key < '\(family)0'")
    }
  }

  static let callTables = """
    CREATE TABLE sent_creations(
      item INTEGER PRIMARY KEY NOT NULL,
      kind INTEGER NOT NULL,
      size INTEGER NOT NULL,
      parent TEXT NOT NULL,
      filename TEXT NOT NULL,
      target TEXT
    ) STRICT;
    CREATE TABLE expected_creations(
      second INTEGER NOT NULL,
      item INTEGER NOT NULL,
      PRIMARY KEY (second, item)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sent_contents(
      item INTEGER PRIMARY KEY NOT NULL,
      owner INTEGER NOT NULL
    ) STRICT
    """

  private static let tables = """
    CREATE TABLE stale_identifiers(
      identifier TEXT PRIMARY KEY NOT NULL,
      stamp INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE renumbered_folders(item INTEGER PRIMARY KEY NOT NULL) STRICT;
    CREATE TABLE numbered_names(
      parent INTEGER NOT NULL,
      item INTEGER NOT NULL,
      PRIMARY KEY (parent, item)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE successors(identifier TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID
    """

  /// The rest is copied as it is. A stamp is any number that was not there before.
  private static let copies = """
    INSERT OR IGNORE INTO stale_identifiers(identifier, stamp)
    SELECT substr(key, 6), random() FROM settings WHERE key > 'news/' AND key < 'news0';
    INSERT OR IGNORE INTO renumbered_folders(item)
    SELECT CAST(substr(key, 12) AS INTEGER) FROM settings WHERE key > 'renumbered/' AND key < 'renumbered0';
    INSERT OR IGNORE INTO expected_creations(second, item)
    SELECT CAST(substr(key, 10) AS INTEGER), CAST(substr(key, 10 + instr(substr(key, 10), '/')) AS INTEGER)
    FROM settings WHERE key > 'expected/' AND key < 'expected0';
    INSERT OR IGNORE INTO sent_contents(item, owner)
    SELECT CAST(substr(key, 14) AS INTEGER), CAST(value AS INTEGER) FROM settings
    WHERE key > 'sentcontents/' AND key < 'sentcontents0';
    INSERT OR IGNORE INTO numbered_names(parent, item)
    SELECT CAST(substr(key, 9) AS INTEGER), CAST(substr(key, 9 + instr(substr(key, 9), '/')) AS INTEGER)
    FROM settings WHERE key > 'renamed/' AND key < 'renamed0';
    INSERT OR IGNORE INTO successors(identifier)
    SELECT substr(key, 14) FROM settings WHERE key > 'held.claimed/' AND key < 'held.claimed0'
    """

  /// What was sent with a creation, as earlier versions wrote it: `KIND SIZE LENGTH PARENTNAME`, with the length of the parent's identifier in bytes, and
  /// `/TARGET` for a link.
  private struct SettingOfCreation {
    var kind: Int64
    var size: Int64
    var parent: String
    var filename: String
    var target: String?

    /// By bytes: with a space, an accent at the beginning of a name would be one character.
    init?(_ setting: [UInt8]) {
      let parts = setting.split(separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
      let numbers = parts.prefix(3).compactMap { Int64(String(decoding: $0, as: UTF8.self)) }
      guard parts.count == 4, numbers.count == 3, (0...Int64(parts[3].count)).contains(numbers[2]) else { return nil }
      (kind, size) = (numbers[0], numbers[1])
      parent = String(decoding: parts[3].prefix(Int(numbers[2])), as: UTF8.self)
      // No name has a slash.
      let rest = parts[3].dropFirst(Int(numbers[2]))
      let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      filename = String(decoding: rest[..<slash], as: UTF8.self)
      target = slash < rest.endIndex ? String(decoding: rest[slash...].dropFirst(), as: UTF8.self) : nil
    }
  }
}
