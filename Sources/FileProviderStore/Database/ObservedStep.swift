import FileProviderSQLite

/// What the provider has reported of identifiers since the oldest question that is not answered was asked; see `ReplicationEditor.note(_:of:at:)`. Earlier versions knew that in
/// memory alone, and had the identifiers to ask for in `stale_identifiers`.
enum ObservedStep {
  static func take(_ connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      CREATE TABLE observed(
        identifier TEXT PRIMARY KEY NOT NULL,
        changed INTEGER NOT NULL DEFAULT 0,
        answered INTEGER NOT NULL DEFAULT 0,
        missing INTEGER NOT NULL DEFAULT 0,
        gone INTEGER NOT NULL DEFAULT 0,
        stale INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX observed_stale ON observed(identifier) WHERE stale IS NOT NULL;
      CREATE INDEX observed_missing ON observed(identifier) WHERE missing != 0;
      CREATE INDEX observed_gone ON observed(identifier) WHERE gone != 0;
      ALTER TABLE listings ADD COLUMN asked INTEGER NOT NULL DEFAULT 0;
      """)
    try move(on: connection)
    try connection.execute(
      "CREATE INDEX listings_under_way ON listings(asked) WHERE complete = 0 AND page IS NOT NULL")
  }

  /// Moves the rows of earlier versions, and drops their table. Listings that were under way begin anew, because it is not known what was reported since they
  /// began.
  static func move(on connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      INSERT OR IGNORE INTO observed(identifier, stale) SELECT identifier, stamp FROM stale_identifiers;
      DROP TABLE stale_identifiers;
      UPDATE listings SET page = NULL, pass = -1 WHERE complete = 0 AND page IS NOT NULL
      """)
  }

  /// The table of earlier versions, for the rows of a damaged database.
  static let former = """
    CREATE TABLE stale_identifiers(
      identifier TEXT PRIMARY KEY NOT NULL,
      stamp INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """
}
