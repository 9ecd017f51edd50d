import FileProviderSQLite

/// The calls to the provider with an unknown outcome; `WholeCallsStep` adds two kinds and what was sent. Two look-ups name their index, since the store has no
/// statistics and SQLite could take another one. Earlier versions had a table for each kind.
///
/// A row says what was asked for. `operation` is one of:
/// 1. A creation: `folder` and `filename` are those that were sent; see `SentCreation`. One for each item.
/// 2. A move: the item was to be `name` in the folder `parent`; see `SentPlace`. `identifier` is one that was reported at that place since, and is possibly the
///    item's.
/// 3. An upload of a document that the item has replaced: the copy of its contents is named after `owner`. One for each item.
/// 4. Any creation, after a loss of power: `second` is when the item was made or last changed, in seconds since 1970; see `ReplicationEditor.noteCreationDates`.
enum CallsStep {
  static func take(_ connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      CREATE TABLE calls(
        number INTEGER PRIMARY KEY NOT NULL,
        operation INTEGER NOT NULL,
        item INTEGER NOT NULL,
        parent INTEGER NOT NULL DEFAULT 0,
        name TEXT NOT NULL DEFAULT '',
        second INTEGER NOT NULL DEFAULT 0,
        kind INTEGER,
        size INTEGER,
        folder TEXT,
        filename TEXT,
        target TEXT,
        identifier TEXT,
        owner INTEGER,
        UNIQUE (operation, item, parent, name, second),
        CHECK (operation BETWEEN 1 AND 4),
        CHECK (operation <> 1 OR kind + size NOT NULL AND folder NOT NULL AND filename NOT NULL),
        CHECK (operation <> 3 OR owner NOT NULL)
      ) STRICT;
      CREATE INDEX calls_by_place ON calls(parent, name) WHERE operation = 2;
      CREATE INDEX calls_by_second ON calls(second, item) WHERE operation = 4
      """)
    try move(on: connection)
  }

  /// Moves the rows of earlier versions, and drops their tables.
  static func move(on connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      INSERT OR IGNORE INTO calls(operation, item, kind, size, folder, filename, target)
      SELECT 1, item, kind, size, parent, filename, target FROM sent_creations ORDER BY item;
      INSERT OR IGNORE INTO calls(operation, item, parent, name, identifier)
      SELECT 2, p.item, p.parent, p.name, h.identifier FROM sent_places p LEFT JOIN held_back h ON h.item = p.item
      ORDER BY p.number;
      INSERT OR IGNORE INTO calls(operation, item, owner) SELECT 3, item, owner FROM sent_contents ORDER BY item;
      INSERT OR IGNORE INTO calls(operation, second, item)
      SELECT 4, second, item FROM expected_creations ORDER BY second, item;
      DROP TABLE sent_creations;
      DROP TABLE sent_places;
      DROP TABLE held_back;
      DROP TABLE sent_contents;
      DROP TABLE expected_creations
      """)
  }

  /// The tables of earlier versions, for the rows of a damaged database.
  static let former = SentPlacesStep.tables + ";" + ItemStatesStep.callTables
}
