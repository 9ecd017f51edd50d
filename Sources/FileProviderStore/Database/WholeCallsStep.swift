import FileProviderSQLite

/// Whole calls in `calls`; see `SentCall`. Earlier versions had a row only for what could have been created or moved, and no more in it than the place.
///
/// Two kinds of rows are new beside those of `CallsStep`:
/// 5. A modification that moves nothing.
/// 6. A deletion.
///
/// A call has `fields`, what was sent of the item, and `under_way`, whether its answer may still come. `base` is the identifier under which the provider was
/// called, with the versions that it had; `content` the contents, as they were at the generation `began`.
enum WholeCallsStep {
  static func take(_ connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      CREATE TABLE whole_calls(
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
        under_way INTEGER NOT NULL DEFAULT 0,
        fields INTEGER,
        base TEXT,
        content_version BLOB,
        metadata_version BLOB,
        content INTEGER,
        began INTEGER,
        UNIQUE (operation, item, parent, name, second),
        CHECK (operation BETWEEN 1 AND 6),
        CHECK (operation <> 1 OR kind + size NOT NULL AND folder NOT NULL AND filename NOT NULL),
        CHECK (operation <> 3 OR owner NOT NULL),
        CHECK (NOT under_way OR fields NOT NULL)
      ) STRICT;
      INSERT INTO whole_calls(number, operation, item, parent, name, second, kind, size, folder, filename, target, identifier, owner)
      SELECT number, operation, item, parent, name, second, kind, size, folder, filename, target, identifier, owner FROM calls;
      DROP TABLE calls;
      ALTER TABLE whole_calls RENAME TO calls;
      CREATE INDEX calls_by_place ON calls(parent, name) WHERE operation = 2;
      CREATE INDEX calls_by_second ON calls(second, item) WHERE operation = 4;
      CREATE UNIQUE INDEX calls_under_way ON calls(item) WHERE under_way
      """)
    try completeCalls(on: connection)
  }

  /// Has a row for each call that an earlier version has under way, with what it knew of it. Without fields, `calling` is a question or a deletion.
  private static func completeCalls(on connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      INSERT OR IGNORE INTO calls(operation, item)
      SELECT CASE WHEN i.id IS NULL THEN 6 ELSE 5 END, p.item FROM pending p LEFT JOIN items i ON i.id = p.item
      WHERE p.state = 1 AND (p.sent <> 0 OR i.id IS NULL) AND EXISTS (SELECT 1 FROM synced WHERE item = p.item)
        AND NOT EXISTS (SELECT 1 FROM calls WHERE operation = 2 AND item = p.item);
      UPDATE calls SET under_way = 1, (fields, base, content_version, metadata_version) =
        (SELECT p.sent, s.identifier, s.content_version, s.metadata_version
         FROM pending p LEFT JOIN synced s ON s.item = p.item WHERE p.item = calls.item)
      WHERE number IN (
        SELECT max(c.number) FROM calls c JOIN pending p ON p.item = c.item
        WHERE p.state = 1 AND c.operation IN (1, 2, 5, 6) GROUP BY c.item)
      """)
  }
}
