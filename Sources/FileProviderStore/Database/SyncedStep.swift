import FileProviderSQLite

/// One row for what ties an item to its provider and for how it was when both sides were last in sync; see `ProvidedRow` and `SyncedFields`. Earlier versions
/// had a row of each, in `provided` and in `agreed`.
enum SyncedStep {
  static func take(_ connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      CREATE TABLE synced(
        item INTEGER PRIMARY KEY NOT NULL,
        identifier TEXT NOT NULL,
        filename TEXT NOT NULL,
        content_version BLOB,
        metadata_version BLOB,
        content_type TEXT,
        capabilities INTEGER NOT NULL DEFAULT 63,
        generation INTEGER,
        parent INTEGER,
        name TEXT,
        kind INTEGER,
        mode INTEGER,
        mtime INTEGER,
        birthtime INTEGER,
        size INTEGER,
        last_used INTEGER,
        tags BLOB,
        favorite INTEGER,
        xattrs BLOB,
        target BLOB
      ) STRICT;
      """)
    try move(on: connection)
    // Made last, it is sorted and not filled in the order of the items.
    try connection.execute("CREATE UNIQUE INDEX synced_by_identifier ON synced(identifier)")
  }

  /// Moves the rows of earlier versions, and drops their tables.
  static func move(on connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      INSERT OR IGNORE INTO synced
      SELECT p.item, p.identifier, p.filename, p.content_version, p.metadata_version, p.content_type, p.capabilities,
        a.generation, a.parent, a.name, a.kind, a.mode, a.mtime, a.birthtime, a.size, a.last_used, a.tags, a.favorite, a.xattrs, a.target
      FROM provided p LEFT JOIN agreed a ON a.item = p.item ORDER BY p.item;
      DROP TABLE provided;
      DROP TABLE agreed
      """)
  }

  /// The tables of earlier versions, for the rows of a damaged database.
  static let former = """
    CREATE TABLE provided(
      item INTEGER PRIMARY KEY NOT NULL,
      identifier TEXT NOT NULL,
      filename TEXT NOT NULL,
      content_version BLOB,
      metadata_version BLOB,
      content_type TEXT,
      capabilities INTEGER NOT NULL DEFAULT 63
    ) STRICT;
    CREATE TABLE agreed(
      item INTEGER PRIMARY KEY NOT NULL,
      generation INTEGER NOT NULL,
      parent INTEGER NOT NULL,
      name TEXT NOT NULL,
      kind INTEGER NOT NULL,
      mode INTEGER NOT NULL,
      mtime INTEGER NOT NULL,
      birthtime INTEGER NOT NULL,
      size INTEGER NOT NULL,
      last_used INTEGER,
      tags BLOB,
      favorite INTEGER,
      xattrs BLOB,
      target BLOB
    ) STRICT
    """
}
