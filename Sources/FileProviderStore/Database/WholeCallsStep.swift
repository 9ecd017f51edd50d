import FileProviderSQLite

/// Whole calls in `calls`; see `SentCall`. Earlier versions had a row only for what could have been created or moved, and no more in it than the place.
///
/// Two kinds of rows are new beside those of `CallsStep`:
/// 5. A modification that moves nothing.
/// 6. A deletion; `second` is 1 for one of a folder with what is in it.
///
/// A call has a `number`, which no later one gets again. It has `fields`, which were sent of the item, and `under_way`, whether its answer may still come.
/// `base` is the identifier under which the provider was called, with the versions that it had; `content` the contents, as they were at the generation `began`.
///
/// A call that has ended is in the table only as long as its item is pending and is sent or asked for again. Then its outcome is found out.
enum WholeCallsStep {
  static func take(_ connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      CREATE TABLE whole_calls(
        number INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
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
        CHECK (operation BETWEEN 1 AND 6),
        CHECK (operation <> 1 OR kind + size NOT NULL AND folder NOT NULL AND filename NOT NULL),
        CHECK (operation <> 3 OR owner NOT NULL),
        CHECK (NOT under_way OR fields NOT NULL)
      ) STRICT;
      INSERT INTO whole_calls(number, operation, item, parent, name, second, kind, size, folder, filename, target, identifier, owner)
      SELECT number, operation, item, parent, name, second, kind, size, folder, filename, target, identifier, owner FROM calls;
      DROP TABLE calls;
      ALTER TABLE whole_calls RENAME TO calls;
      CREATE INDEX calls_by_item ON calls(operation, item);
      CREATE UNIQUE INDEX calls_of_item ON calls(operation, item) WHERE operation IN (1, 3);
      CREATE INDEX calls_by_place ON calls(parent, name) WHERE operation = 2;
      CREATE UNIQUE INDEX calls_by_second ON calls(second, item) WHERE operation = 4;
      CREATE UNIQUE INDEX calls_under_way ON calls(item) WHERE under_way
      """)
    try completeCalls(on: connection)
  }

  /// Has a row for each call that an earlier version has under way, or of which it does not know the outcome, with what it knew of it. Without fields,
  /// `calling` is a question or a deletion.
  private static func completeCalls(on connection: Connection) throws(StoreError) {
    // Of a document that was refused as a new one and then saved over a known one, earlier versions kept the creation.
    try connection.execute(
      """
      DELETE FROM calls WHERE operation = 1 AND EXISTS (SELECT 1 FROM synced WHERE item = calls.item);
      UPDATE pending SET fields = fields | sent, sent = 0, told = 1 WHERE sent <> 0 AND state <> 1;
      INSERT INTO calls(operation, item)
      SELECT CASE WHEN i.id IS NULL THEN 6 ELSE 5 END, p.item FROM pending p LEFT JOIN items i ON i.id = p.item
      WHERE (p.state = 1 AND p.sent <> 0 OR p.state IN (0, 2, 3) AND p.options & 1 AND p.fields <> 0
          OR i.id IS NULL AND (p.state = 1 OR p.options & 1))
        AND EXISTS (SELECT 1 FROM synced WHERE item = p.item)
        AND NOT EXISTS (SELECT 1 FROM calls WHERE operation = 2 AND item = p.item);
      UPDATE calls SET (under_way, fields, base, content_version, metadata_version) =
        (SELECT p.state = 1, CASE p.state WHEN 1 THEN p.sent ELSE p.fields END, s.identifier, s.content_version, s.metadata_version
         FROM pending p LEFT JOIN synced s ON s.item = p.item WHERE p.item = calls.item)
      WHERE operation IN (5, 6) OR number IN (
        SELECT max(c.number) FROM calls c JOIN pending p ON p.item = c.item
        WHERE p.state = 1 AND c.operation IN (1, 2) GROUP BY c.item)
      """)
    try forgetCallsThatNobodyAsksFor(on: connection)
  }

  /// Forgets calls on items that are not pending any more, or stay on this machine. In a database that is made of a damaged one, rows of `pending` may be
  /// missing.
  static func forgetCallsThatNobodyAsksFor(on connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM calls WHERE operation IN (1, 2, 5, 6) AND NOT EXISTS (
        SELECT 1 FROM pending WHERE item = calls.item AND state <> 4)
      """)
  }
}
