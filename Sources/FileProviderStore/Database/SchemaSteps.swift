import FileProviderSQLite

/// The steps from each version of a schema to the next. Takes those that a database lacks.
///
/// Each step has a name, and the database keeps the names of those that were taken in `grdb_migrations`. That is the table of GRDB's
/// `DatabaseMigrator`, with which earlier releases took their steps: so they still refuse a database that has a step they do not know, and
/// what they have made is known here.
struct SchemaSteps: Sendable {
  struct Step: Sendable {
    /// Never changed after a release.
    let name: String
    let take: @Sendable (Connection) throws(StoreError) -> Void
  }

  private(set) var steps: [Step] = []

  var names: [String] { steps.map(\.name) }

  mutating func add(_ name: String, _ take: @escaping @Sendable (Connection) throws(StoreError) -> Void) {
    precondition(!names.contains(name), "duplicate step “\(name)”")
    steps.append(Step(name: name, take: take))
  }

  mutating func add(_ name: String, sql: String) {
    add(name) { (connection) throws(StoreError) in try connection.execute(sql) }
  }

  /// The steps that a database has taken, in that order.
  ///
  /// - Throws: What SQLite said; also when no step was ever taken, as there is no table then.
  static func taken(by connection: Connection) throws(StoreError) -> [String] {
    try connection.texts("SELECT identifier FROM grdb_migrations ORDER BY rowid")
  }

  /// The same for a database that may be new.
  static func takenIfAny(by connection: Connection) throws(StoreError) -> [String] {
    let tables = try connection.integer(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'grdb_migrations'")
    return tables == 0 ? [] : try taken(by: connection)
  }

  /// Takes the steps that a database lacks, each in a transaction of its own: if one is cut short, the next opening goes on with it.
  ///
  /// - Throws: What SQLite said; then the step at which it did was not taken, and those before it were.
  func takeMissing(on connection: Connection) throws(StoreError) {
    try connection.execute("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    let taken = try Self.taken(by: connection)
    for step in steps where !taken.contains(step.name) {
      try connection.transaction { () throws(StoreError) in
        try step.take(connection)
        let insert = try StoreStatement(
          "INSERT INTO grdb_migrations (identifier) VALUES (?)", on: connection)
        insert.bind(1, step.name)
        try insert.run()
        try Self.checkForeignKeys(on: connection, after: step)
      }
    }
  }

  /// SQLite enforces no foreign keys on a connection that does not ask for it, so that a step may make a table anew
  /// (https://www.sqlite.org/lang_altertable.html#otheralter). They must hold when it is done.
  private static func checkForeignKeys(on connection: Connection, after step: Step) throws(StoreError) {
    guard let table = try connection.texts("PRAGMA foreign_key_check").first else { return }
    throw StoreError(.damaged, "a row of \(table) refers to one that is not there after the step “\(step.name)”")
  }
}
