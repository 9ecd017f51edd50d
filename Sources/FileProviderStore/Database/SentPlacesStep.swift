import FileProviderSQLite

/// Where the provider was asked to put items, and which identifiers may be theirs; see `SentPlace`. Earlier versions kept both in `settings`, under
/// `sent/ITEM` with places `PARENT NAME` that a slash separates, and under `held/ITEM`.
enum SentPlacesStep {
  static func take(_ connection: Connection) throws(StoreError) {
    try connection.execute(tables)
    try move(on: connection)
  }

  static let tables = """
    CREATE TABLE sent_places(
      number INTEGER PRIMARY KEY NOT NULL,
      item INTEGER NOT NULL,
      parent INTEGER NOT NULL,
      name TEXT NOT NULL,
      UNIQUE (item, parent, name)
    ) STRICT;
    CREATE INDEX sent_places_by_place ON sent_places(parent, name);
    CREATE TABLE held_back(
      item INTEGER PRIMARY KEY NOT NULL,
      identifier TEXT NOT NULL
    ) STRICT
    """

  /// Moves what is in settings into the tables, which may have rows already.
  static func move(on connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      INSERT OR IGNORE INTO held_back(item, identifier)
      SELECT CAST(substr(key, 6) AS INTEGER), value FROM settings WHERE key > 'held/' AND key < 'held0'
      """)
    let places = try StoreStatement(
      "SELECT key, value FROM settings WHERE key > 'sent/' AND key < 'sent0'", on: connection)
    let insert = try StoreStatement(
      "INSERT OR REPLACE INTO sent_places(item, parent, name) VALUES (?, ?, ?)", on: connection)
    while try places.step() {
      guard let item = Int64(places.text(0).dropFirst(5)) else { continue }
      // By bytes: a name may begin with a mark that makes one character with what is before it.
      for place in Array(places.bytes(1)).split(separator: UInt8(ascii: "/")) {
        let parts = place.split(separator: UInt8(ascii: " "), maxSplits: 1)
        guard parts.count == 2, let parent = Int64(String(decoding: parts[0], as: UTF8.self)) else { continue }
        insert.bind(1, item)
        insert.bind(2, parent)
        insert.bind(3, FileName(providing: String(decoding: parts[1], as: UTF8.self)))
        try insert.run()
      }
    }
    try connection.execute(
      "DELETE FROM settings WHERE key > 'sent/' AND key < 'sent0' OR key > 'held/' AND key < 'held0'")
  }
}
