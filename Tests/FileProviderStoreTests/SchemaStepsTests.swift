import Foundation
import FileProviderSQLite
import TestSupport
import Testing

@testable import FileProviderStore

/// The steps that bring a schema up to date, and what they have in common with those of GRDB's migrator in earlier releases.
@Suite struct SchemaStepsTests {
  /// A database in a directory of its own.
  private final class TemporaryDatabase {
    private let place: TestDirectory
    var directory: URL { place.url }
    var file: URL { place.appending("items.sqlite") }

    init() throws { place = try TestDirectory("steps") }

    func connect(_ access: Connection.Access = .maintaining) throws -> Connection { try Connection(file, access) }
  }

  /// The whole schema of a database, with the order and the pages of its entries.
  private func schema(_ connection: Connection) throws -> [String] {
    try connection.texts(
      """
      SELECT type || '|' || name || '|' || tbl_name || '|' || rootpage || '|' || coalesce(sql, '')
      FROM sqlite_master ORDER BY rowid
      """)
  }

  private func taken(_ connection: Connection) throws -> [String] {
    try connection.texts("SELECT rowid || ' ' || identifier FROM grdb_migrations ORDER BY rowid")
  }

  /// The steps of the releases with GRDB.
  private var stepsOfThen: SchemaSteps {
    var steps = SchemaSteps()
    for step in Schema.steps.steps.prefix(6) { steps.add(step.name, step.take) }
    return steps
  }

  /// A new database, and one of each earlier version, gets byte for byte the schema that GRDB's migrator made.
  @Test(arguments: 0...4) func `the steps leave what GRDB's migrator left`(count: Int) throws {
    let expected = try TemporaryDatabase()
    try StoreOfGRDB.make(in: expected.directory)
    let then = try expected.connect(.reading)
    let database = try TemporaryDatabase()
    if count > 0 { try OldStore(steps: count, directory: database.directory).close() }
    let connection = try database.connect()
    try stepsOfThen.takeMissing(on: connection)
    #expect(try schema(connection) == schema(then))
    #expect(try taken(connection) == taken(then))
    #expect(
      try taken(connection)
        == ["1 v1", "2 recents", "3 trash by user", "4 trash by path", "5 devices", "6 replaced contents"])
    #expect(try connection.integer("PRAGMA writable_schema") == 0)
    #expect(try connection.texts("PRAGMA integrity_check") == ["ok"])
  }

  /// A store of the last release with GRDB opens, with all that was in it.
  @Test func `a store that GRDB's migrator made opens`() throws {
    let database = try TemporaryDatabase()
    try StoreOfGRDB.make(in: database.directory)
    try UpgradeTests.expectWhole(try ItemStore(directory: database.directory))
    try UpgradeTests.expectWhole(try ItemStore(directory: database.directory))
  }

  /// What was asked of a provider, and is not answered, is known after the upgrade, also where a name begins with a mark that makes one character with the
  /// separator before it.
  @Test func `places that a provider was asked for are taken over`() throws {
    let database = try TemporaryDatabase()
    let connection = try database.connect()
    var steps = SchemaSteps()
    for step in Schema.steps.steps.prefix(while: { $0.name != "sent places" }) { steps.add(step.name, step.take) }
    try steps.takeMissing(on: connection)
    try connection.execute(
      """
      INSERT INTO settings(key, value) VALUES ('sent/1026', '5 two words/7 \u{301}foo/5 \u{301}'), ('held/1026', 'theirs'),
        ('sent/1027', '1 a'), ('sentcontents/1028', '1 1'), ('held.since', '3');
      INSERT INTO pending(item, fields, sent, kept, state, options, told, first, newest, since, noted, due, attempts)
      VALUES (1026, 1, 0, 0, 2, 1, 0, 1, 1, 1, 1, 99, 0), (1027, 1, 0, 0, 2, 1, 0, 1, 1, 1, 1, 99, 0);
      """)
    try Schema.steps.takeMissing(on: connection)
    #expect(
      try connection.texts("SELECT item || ' ' || parent || ' ' || name FROM calls WHERE operation = 2 ORDER BY number")
        == ["1026 5 two words", "1026 7 \u{301}foo", "1026 5 \u{301}", "1027 1 a"])
    #expect(
      try connection.texts("SELECT DISTINCT item || ' ' || identifier FROM calls WHERE identifier NOT NULL") == [
        "1026 theirs"
      ])
    #expect(
      try connection.texts("SELECT key FROM settings WHERE key > 'h' ORDER BY key") == [
        "held.since"
      ])
  }

  /// What earlier versions kept of items in `settings` is in tables after the upgrade, by its bytes.
  @Test func `what settings said of items is taken over`() throws {
    let database = try TemporaryDatabase()
    let connection = try database.connect()
    var steps = SchemaSteps()
    for step in Schema.steps.steps.prefix(while: { $0.name != "folders waited for" }) {
      steps.add(step.name, step.take)
    }
    try steps.takeMissing(on: connection)
    try connection.execute(
      """
      INSERT INTO settings(key, value) VALUES
        ('creation/1030', '1 7 3 a/b\u{301}foo'), ('creation/1031', '5 0 4 rootlink/to/there'), ('creation/1032', 'nonsense'),
        ('news/of/it', '17'), ('renumbered/1033', ''), ('expected/-12/1034', ''), ('expected/12/1034', ''),
        ('sentcontents/1035', '1036'), ('renamed/5/1037', ''), ('held.claimed/a/b', ''), ('held.newest', '3'), ('newsletter', '1');
      INSERT INTO pending(item, fields, sent, kept, state, options, told, first, newest, since, noted, due, attempts)
      VALUES (1030, 1, 0, 0, 3, 1, 1, 1, 1, 1, 1, 7, 0), (1031, 1, 0, 0, 3, 1, 1, 1, 1, 1, 1, 7, 0),
        (1038, 1, 0, 0, 2, 0, 0, 1, 1, 1, 1, 99, 0), (1039, 1, 0, 0, 2, 0, 0, 1, 1, 1, 1, 99, 0);
      UPDATE pending SET error_domain = 'test' WHERE item = 1039;
      """)
    try Schema.steps.takeMissing(on: connection)
    func rows(_ sql: String) throws -> [String] { try connection.texts(sql) }
    let creations = try rows(
      """
      SELECT item || '|' || kind || '|' || size || '|' || folder || '|' || filename || '|' || coalesce(target, '-')
      FROM calls WHERE operation = 1 ORDER BY item
      """)
    #expect(creations == ["1030|1|7|a/b|\u{301}foo|-", "1031|5|0|root|link|to/there"])
    #expect(try rows("SELECT identifier FROM observed WHERE stale IS NOT NULL") == ["of/it"])
    #expect(try rows("SELECT item || '' FROM renumbered_folders") == ["1033"])
    #expect(
      try rows("SELECT second || ' ' || item FROM calls WHERE operation = 4 ORDER BY second") == [
        "-12 1034", "12 1034",
      ])
    #expect(try rows("SELECT item || ' ' || owner FROM calls WHERE operation = 3") == ["1035 1036"])
    #expect(try rows("SELECT parent || ' ' || item FROM numbered_names") == ["5 1037"])
    #expect(try rows("SELECT identifier FROM successors") == ["a/b"])
    #expect(try rows("SELECT key FROM settings WHERE key LIKE '%/%'") == [])
    #expect(try rows("SELECT key FROM settings WHERE key LIKE '%new%' ORDER BY key") == ["held.newest", "newsletter"])
    #expect(try rows("SELECT item || ' ' || due FROM pending") == ["1030 7", "1031 7", "1038 0", "1039 99"])
    // A database that is made of a damaged one of an earlier version has such settings beside the tables.
    try connection.execute(
      "INSERT INTO settings(key, value) VALUES ('creation/1030', '1 9 1 ab'), ('news/more', '1'), ('sent/1030', '5 a')")
    try connection.execute(ObservedStep.former)
    try connection.execute(CallsStep.former)
    try SentPlacesStep.move(on: connection)
    try ItemStatesStep.move(on: connection)
    try ObservedStep.move(on: connection)
    try CallsStep.move(on: connection)
    #expect(try rows("SELECT size || '' FROM calls WHERE operation = 1 ORDER BY item") == ["7", "0"])
    #expect(try rows("SELECT identifier FROM observed ORDER BY identifier") == ["more", "of/it"])
    #expect(try rows("SELECT name FROM calls WHERE item = 1030 AND operation = 2") == ["a"])
  }

  /// What earlier versions had in two rows of an item is in one after the upgrade, also of an item that no fields were known of.
  @Test func `the rows of items that a provider has are taken over`() throws {
    let database = try TemporaryDatabase()
    let connection = try database.connect()
    var steps = SchemaSteps()
    for step in Schema.steps.steps.prefix(while: { $0.name != "synced" }) { steps.add(step.name, step.take) }
    try steps.takeMissing(on: connection)
    let rows = """
      INSERT INTO provided(item, identifier, filename, content_version, capabilities)
      VALUES (1030, 'a', 'A', x'01', 7), (1031, 'b', 'B', NULL, 63);
      INSERT INTO agreed(item, generation, parent, name, kind, mode, mtime, birthtime, size, tags, xattrs)
      VALUES (1030, 5, 1, 'a', 1, 420, 10, 11, 12, x'02', x'03'), (1032, 6, 1, 'c', 1, 420, 10, 11, 12, NULL, NULL);
      """
    try connection.execute(rows)
    try Schema.steps.takeMissing(on: connection)
    let all = """
      SELECT item || ' ' || identifier || ' ' || filename || ' ' || coalesce(hex(content_version), '-') || ' ' || capabilities || ' '
        || coalesce(generation || ' ' || parent || ' ' || name || ' ' || kind || ' ' || mode || ' ' || mtime || ' ' || birthtime || ' '
        || size || ' ' || hex(tags) || ' ' || hex(xattrs), '-') FROM synced ORDER BY item
      """
    #expect(try connection.texts(all) == ["1030 a A 01 7 5 1 a 1 420 10 11 12 02 03", "1031 b B  63 -"])
    #expect(throws: StoreError.self) {
      try connection.execute("INSERT INTO synced(item, identifier, filename) VALUES (1033, 'a', 'A')")
    }
    // A database that is made of a damaged one of an earlier version gets the rows that it does not have.
    try connection.execute(SyncedStep.former)
    try connection.execute(rows)
    try connection.execute("DELETE FROM synced WHERE item = 1031")
    try SyncedStep.move(on: connection)
    #expect(try connection.texts("SELECT identifier FROM synced ORDER BY item") == ["a", "b"])
    #expect(try connection.texts("SELECT name FROM sqlite_master WHERE name IN ('provided', 'agreed')") == [])
  }

  /// Nobody knows what was reported since a listing began that an earlier version goes on with, so that begins anew.
  @Test func `what a provider is to be asked for is taken over, and a listing under way begins anew`() throws {
    let database = try TemporaryDatabase()
    let connection = try database.connect()
    var steps = SchemaSteps()
    for step in Schema.steps.steps.prefix(while: { $0.name != "observed" }) { steps.add(step.name, step.take) }
    try steps.takeMissing(on: connection)
    try connection.execute(
      """
      INSERT INTO stale_identifiers(identifier, stamp) VALUES ('a', -5), ('b', 7);
      INSERT INTO listings(item, page, pass, complete) VALUES (0, x'01', 0, 1), (5, x'02', 9, 0), (6, NULL, 9, 1);
      """)
    try Schema.steps.takeMissing(on: connection)
    #expect(
      try connection.texts("SELECT identifier || ' ' || stale FROM observed ORDER BY identifier") == ["a -5", "b 7"])
    #expect(
      try connection.texts(
        "SELECT item || ' ' || coalesce(hex(page), '-') || ' ' || pass || ' ' || complete FROM listings")
        == ["0 01 0 1", "5  -1 0", "6  9 1"])
    // In a database that is made of a damaged one, too: what was reported may not be readable any more.
    try connection.execute(ObservedStep.former)
    try connection.execute("UPDATE listings SET page = x'02', pass = 9, asked = 7 WHERE item = 5")
    try ObservedStep.move(on: connection)
    #expect(try connection.texts("SELECT pass || ' ' || complete FROM listings WHERE page IS NULL") == ["-1 0", "9 1"])
  }

  /// The upgrade keeps what the earlier version knew of a call with an unknown outcome, if anybody is going to ask for it. A question is no call.
  @Test func `calls of unknown end are taken over`() throws {
    let database = try TemporaryDatabase()
    let connection = try database.connect()
    var steps = SchemaSteps()
    for step in Schema.steps.steps.prefix(while: { $0.name != "whole calls" }) { steps.add(step.name, step.take) }
    try steps.takeMissing(on: connection)
    // 1030 is created, 1031 moved for the second time, 1032 edited, 1033 deleted, and 1034 asked for. No other has a call under way: 1035 may have been moved,
    // 1036 edited and 1037 deleted; 1038 may have been anything, and nothing differs; 1039 stays here, and 1040 is not pending any more.
    // Of 1032 and 1033, which were refused as new documents and then saved over known ones, earlier versions kept the creation.
    try connection.execute(
      """
      INSERT INTO items(id, parent, kind, mode, uid, gid, size, mtime, ctime, atime, birthtime, flags, entered, changed, name)
      SELECT value, 1, 1, 420, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 'name' || value FROM json_each('[1030, 1031, 1032, 1034, 1035, 1036, 1038, 1039, 1040]');
      INSERT INTO synced(item, identifier, filename, content_version, metadata_version)
      SELECT value, 'i' || value, 'f', x'01', x'02' FROM json_each('[1031, 1032, 1033, 1034, 1035, 1036, 1037, 1038, 1039]');
      INSERT INTO pending(item, fields, sent, kept, state, options, told, first, newest, since, noted, due, attempts)
      VALUES (1030, 0, 31, 0, 1, 0, 0, 1, 1, 1, 1, 0, 0), (1031, 1, 2, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0),
        (1032, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 0, 0), (1033, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 0, 0),
        (1034, 3, 0, 0, 1, 0, 0, 1, 1, 1, 1, 0, 0), (1035, 3, 0, 0, 2, 1, 1, 1, 1, 1, 1, 0, 0),
        (1036, 1, 4, 0, 3, 1, 0, 1, 1, 1, 1, 0, 0), (1037, 0, 0, 0, 2, 1, 0, 1, 1, 1, 1, 0, 0),
        (1038, 0, 0, 0, 2, 1, 1, 1, 1, 1, 1, 0, 0), (1039, 0, 0, 4, 4, 1, 0, 1, 1, 1, 1, 0, 0);
      INSERT INTO calls(operation, item, kind, size, folder, filename) VALUES (1, 1030, 1, 7, 'root', 'new'),
        (1, 1032, 1, 7, 'root', 'refused'), (1, 1033, 1, 7, 'root', 'refused');
      INSERT INTO calls(operation, item, parent, name, identifier) VALUES (2, 1031, 5, 'a', 'theirs'), (2, 1031, 5, 'b', 'theirs');
      INSERT INTO calls(operation, item, parent, name) VALUES (2, 1035, 5, 'c'), (2, 1039, 5, 'd');
      INSERT INTO calls(operation, item, kind, size, folder, filename) VALUES (1, 1040, 1, 7, 'root', 'refused');
      INSERT INTO calls(operation, item, owner) VALUES (3, 1032, 1036);
      INSERT INTO calls(operation, item, second) VALUES (4, 1030, -12);
      """)
    try Schema.steps.takeMissing(on: connection)
    let calls = try connection.texts(
      """
      SELECT operation || ' ' || item || ' ' || name || ' ' || under_way || ' ' || coalesce(fields, '-') || ' ' || coalesce(base, '-') || ' '
        || coalesce(hex(content_version) || hex(metadata_version), '-') || ' ' || coalesce(identifier, '-')
      FROM calls WHERE operation NOT IN (3, 4) ORDER BY item, number
      """)
    #expect(
      calls == [
        "1 1030  1 31 -  -", "2 1031 a 0 - -  theirs", "2 1031 b 1 2 i1031 0102 theirs", "5 1032  1 1 i1032 0102 -",
        "6 1033  1 0 i1033 0102 -", "2 1035 c 0 - -  -", "5 1036  0 5 i1036 0102 -",
        "6 1037  0 0 i1037 0102 -",
      ])
    #expect(
      try connection.texts("SELECT fields || ' ' || sent || ' ' || told FROM pending WHERE item = 1036") == ["5 0 1"])
    #expect(
      try connection.texts(
        "SELECT operation || ' ' || item || ' ' || coalesce(owner, second) FROM calls WHERE operation IN (3, 4) ORDER BY 1"
      )
        == ["3 1032 1036", "4 1030 -12"])
    #expect(try connection.texts("PRAGMA integrity_check") == ["ok"])
  }

  /// However much is pending, a start looks only at what was under way.
  @Test func `the calls of an earlier process are found by an index`() throws {
    let database = try TemporaryDatabase()
    let connection = try database.connect()
    try Schema.steps.takeMissing(on: connection)
    let plan = try StoreStatement("EXPLAIN QUERY PLAN " + ChangeStatement.endPendingCalls.sql, on: connection)
    #expect(try plan.step())
    #expect(plan.text(3).contains("pending_in_calls"), "\(plan.text(3))")
  }

  /// A database with an unknown step belongs to a newer version, and is left as it is.
  @Test func `a newer store is refused`() throws {
    let database = try TemporaryDatabase()
    try StoreOfGRDB.make(in: database.directory)
    try database.connect().execute("INSERT INTO grdb_migrations VALUES ('of the future')")
    let before = try Data(contentsOf: database.file)
    let error = #expect(throws: StoreError.self) { try ItemStore(directory: database.directory) }
    #expect(error?.code == .newerSchema)
    let reading = #expect(throws: StoreError.self) { try ItemStore(reading: database.directory) }
    #expect(reading?.code == .newerSchema)
    #expect(try Data(contentsOf: database.file) == before)
    #expect(try taken(database.connect(.reading)).count == 7)
  }

  /// A step that fails is undone completely. The steps before it stay, and the next opening continues with it.
  @Test func `a step that fails leaves nothing`() throws {
    let database = try TemporaryDatabase()
    let connection = try database.connect()
    var steps = SchemaSteps()
    steps.add("first", sql: "CREATE TABLE first(a)")
    var failing = steps
    failing.add("second", sql: "CREATE TABLE second(a); INSERT INTO nowhere VALUES (1)")
    #expect(throws: StoreError.self) { try failing.takeMissing(on: connection) }
    #expect(!connection.isInTransaction)
    #expect(try taken(connection) == ["1 first"])
    #expect(try connection.texts("SELECT name FROM sqlite_schema WHERE name IN ('first', 'second')") == ["first"])
    steps.add("second", sql: "CREATE TABLE second(a)")
    try steps.takeMissing(on: connection)
    #expect(try taken(connection) == ["1 first", "2 second"])
  }

  /// A step may replace a table that others refer to, and is undone if a reference is broken afterwards.
  @Test func `a step leaves no row that refers to nothing`() throws {
    let database = try TemporaryDatabase()
    let connection = try database.connect()
    var steps = SchemaSteps()
    steps.add(
      "tables",
      sql: """
        CREATE TABLE parent(id INTEGER PRIMARY KEY);
        CREATE TABLE child(id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent(id));
        INSERT INTO parent VALUES (1);
        INSERT INTO child VALUES (1, 1);
        """)
    var losing = steps
    let anew = """
      CREATE TABLE another(id INTEGER PRIMARY KEY, name TEXT);
      DROP TABLE parent;
      ALTER TABLE another RENAME TO parent;
      """
    losing.add("anew", sql: anew)
    let error = #expect(throws: StoreError.self) { try losing.takeMissing(on: connection) }
    #expect(error?.message.contains("child") ?? false)
    #expect(try taken(connection) == ["1 tables"])
    #expect(try connection.integer("SELECT id FROM parent") == 1)
    steps.add("anew", sql: anew + "INSERT INTO parent VALUES (1, 'a')")
    try steps.takeMissing(on: connection)
    #expect(try taken(connection) == ["1 tables", "2 anew"])
  }

  /// Each kind of connection is set up as it was when there were two ways to SQLite.
  @Test func `connections are set up as before`() throws {
    let temporary = try TemporaryStore()
    let file = temporary.directory.appendingPathComponent("items.sqlite")
    let names = [
      "journal_mode", "synchronous", "temp_store", "cache_size", "journal_size_limit", "busy_timeout", "secure_delete",
      "wal_autocheckpoint",
    ]
    let values = { (connection: Connection) in try names.map { try connection.texts("PRAGMA \($0)")[0] } }
    let (maintenance, _) = try StoreDatabase.openMaintenance(directory: temporary.directory)
    let ofMaintenance = try values(maintenance)
    #expect(Array(ofMaintenance.prefix(6)) == ["wal", "1", "2", "-2000", "67108864", "10000"])
    #expect(ofMaintenance[7] == "1000")
    #expect(
      try values(Connection(file, .reading)) == ["wal", "2", "2", "-4096", "-1", "10000", "0", "1000"])
    // Folded by the store itself: see `StoreWriter.foldWALIfLong`.
    #expect(
      try values(Connection(file, .writing)) == ["wal", "1", "2", "-16384", "67108864", "10000", "0", "8192"])
    #expect(
      try temporary.store.withConnection(values) == ["wal", "1", "2", "-16384", "67108864", "10000", "0", "0"])
  }
}
