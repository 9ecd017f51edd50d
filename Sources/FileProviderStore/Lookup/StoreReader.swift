import FileProviderSQLite
import Foundation

/// The queries of a store, over one connection, with the frequent statements prepared. One thread uses it at a time.
///
/// What it sees depends on its source, which has a type: a follower of the change log has a `CommittedReader`; a request has a `PresentReader`, which
/// lends a reader while that sees what is there now; a transaction has a reader of its own.
///
/// It reads items. Each other subject has a reader over it, in the folder of its rows, such as `PendingReader`.
///
/// Every method runs one statement, and resets it before it returns, unless it says otherwise. `snapshot` runs several in one read transaction.
package class StoreReader {
  final let connection: Connection
  /// Records changes, on the writing connection.
  final let recorder: ChangeRecorder?

  private final let itemByID: StoreStatement
  private final let itemByName: StoreStatement
  private final let childrenOf: StoreStatement
  private final let visitor: RowVisitor
  final let logVisitor: RowVisitor
  private final let newestGeneration: StoreStatement
  // The statements that were prepared so far.
  private final var literals: [UInt: StoreStatement] = [:]
  private final var texts: [SQLText: StoreStatement] = [:]
  private final var variable: [String: StoreStatement] = [:]
  private final var changes = [StoreStatement?](repeating: nil, count: ChangeStatement.count)

  static let columns = """
    id, parent, kind, mode, uid, gid, size, mtime, ctime, atime, birthtime, flags, content, subfolders, entered, \
    changed, blocks, name
    """
  static let nameColumn: Int32 = 17

  /// - Throws: The error of preparing a statement.
  init(_ connection: Connection, recorder: ChangeRecorder? = nil) throws(StoreError) {
    self.recorder = recorder
    self.connection = connection
    let columns = Self.columns
    itemByID = try StoreStatement("SELECT \(columns) FROM items WHERE id = ?", on: connection)
    itemByName = try StoreStatement("SELECT \(columns) FROM items WHERE parent = ? AND name = ?", on: connection)
    visitor = try RowVisitor("visit", on: connection)
    logVisitor = try RowVisitor("visit_log", on: connection)
    childrenOf = try StoreStatement(
      "SELECT visit(\(columns)) FROM items WHERE parent = ? AND id > ? ORDER BY id", on: connection)
    newestGeneration = try StoreStatement("SELECT max(generation) FROM log", on: connection)
  }

  /// The statement for SQL that reads, prepared at its first use.
  ///
  /// Found by the address of the text, which is unique: hashing the text cost a tenth of a create.
  @inline(__always) final func statement(_ sql: StaticString) throws(StoreError) -> StoreStatement {
    let address = UInt(bitPattern: sql.utf8Start)
    if let known = literals[address] { return known }
    let statement = try reading("\(sql)")
    literals[address] = statement
    return statement
  }

  /// Whether SQL that reads finds a row.
  ///
  /// - Parameters:
  ///   - first: What is bound to its first parameter, if it has one.
  ///   - second: The same of the second.
  final func findsRow(_ sql: StaticString, _ first: Int64? = nil, _ second: Int64? = nil) throws(StoreError) -> Bool {
    let statement = try statement(sql)
    if let first { statement.bind(1, first) }
    if let second { statement.bind(2, second) }
    defer { statement.reset() }
    return try statement.step()
  }

  /// The numbers of items in the first column of all rows of a statement, whose parameters are bound.
  final func numbers(_ statement: StoreStatement) throws(StoreError) -> [ItemID] {
    defer { statement.reset() }
    var items: [ItemID] = []
    while try statement.step() { items.append(ItemID(rawValue: statement.integer(0))) }
    return items
  }

  /// The statement for SQL that reads and was put together once, prepared at its first use.
  @inline(__always) final func statement(_ sql: SQLText) throws(StoreError) -> StoreStatement {
    if let known = texts[sql] { return known }
    let statement = try reading(sql.string)
    texts[sql] = statement
    return statement
  }

  /// A statement that changes something, prepared at its first use.
  @inline(__always) final func statement(_ change: ChangeStatement) throws(StoreError) -> StoreStatement {
    let place = Int(change.rawValue)
    if let known = changes[place] { return known }
    let statement = try StoreStatement(change, on: connection, recorder: recorder)
    changes[place] = statement
    return statement
  }

  /// A statement for SQL that reads and may be another each time, prepared at its first use.
  final func variableStatement(_ sql: String) throws(StoreError) -> StoreStatement {
    if let known = variable[sql] { return known }
    let statement = try reading(sql)
    variable[sql] = statement
    return statement
  }

  private final func reading(_ sql: String) throws(StoreError) -> StoreStatement {
    let statement = try StoreStatement(sql, on: connection)
    precondition(statement.isReading, "what changes something is declared in ChangeStatement: \(sql)")
    return statement
  }
}

// MARK: Items

extension StoreReader {
  /// The item with this number, or `nil`.
  package func item(_ id: ItemID) throws(StoreError) -> ItemAttributes? {
    itemByID.bind(1, id)
    guard try itemByID.step() else {
      itemByID.reset()
      return nil
    }
    defer { itemByID.reset() }
    return ItemAttributes(itemByID)
  }

  /// The item with this number and its name, or `nil`.
  package func record(_ id: ItemID) throws(StoreError) -> ItemRecord? {
    itemByID.bind(1, id)
    defer { itemByID.reset() }
    return try itemByID.step() ? ItemRecord(itemByID) : nil
  }

  /// The child of a folder with this name, or `nil`.
  package func child(of parent: ItemID, named name: UnsafeRawBufferPointer) throws(StoreError) -> ItemAttributes? {
    itemByName.bind(1, parent)
    itemByName.bindInPlace(2, text: name)
    defer { itemByName.reset() }
    return try itemByName.step() ? ItemAttributes(itemByName) : nil
  }

  /// The child of a folder with this name, or `nil`.
  package func child(of parent: ItemID, named name: FileName) throws(StoreError) -> ItemAttributes? {
    itemByName.bind(1, parent)
    itemByName.bind(2, name)
    defer { itemByName.reset() }
    return try itemByName.step() ? ItemAttributes(itemByName) : nil
  }

  /// Visits the children of a folder in the order of their numbers.
  ///
  /// - Parameters:
  ///   - key: Only children with greater numbers.
  ///   - pinned: Only children that entered the folder at or before this generation.
  ///   - body: Is given a row and the bytes of its name, which are valid during the call; returns whether to go on.
  package func forEachChild(
    of parent: ItemID, after key: ItemID, enteredBy pinned: Generation = .endless,
    _ body: (borrowing ItemAttributes, UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    childrenOf.bind(1, parent)
    childrenOf.bind(2, key)
    try visitor.run(childrenOf) { row throws(StoreError) in
      let item = ItemAttributes(row)
      return item.entered > pinned || body(item, row.bytes(Self.nameColumn))
    }
  }
}

// MARK: Change log

extension StoreReader {
  /// The generation of the newest change.
  package func generation() throws(StoreError) -> Generation {
    defer { newestGeneration.reset() }
    return try newestGeneration.step() ? Generation(rawValue: newestGeneration.integer(0)) : .zero
  }

  /// The oldest generation that changes can be asked from: the one before the first row of the log.
  package func oldestGeneration() throws(StoreError) -> Generation {
    let statement = try statement("SELECT coalesce(min(generation) - 1, 0) FROM log")
    defer { statement.reset() }
    return try statement.step() ? Generation(rawValue: statement.integer(0)) : .zero
  }

  /// The name of an author, by the number the log keeps.
  package func author(_ number: Int64) throws(StoreError) -> String {
    let statement = try statement("SELECT name FROM authors WHERE id = ?")
    statement.bind(1, number)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : "unknown"
  }

  /// Runs `body` in one read transaction. Short, because it keeps the write-ahead log from beginning again.
  package func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try statement("BEGIN").run()
    do {
      let result = try body()
      try statement("COMMIT").run()
      return result
    } catch {
      try? statement("ROLLBACK").run()
      throw error
    }
  }

  /// One integer, for counts and settings.
  package func integer(_ sql: String) throws(StoreError) -> Int64? {
    let statement = try variableStatement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.integerOrNil(0) : nil
  }

  /// A setting of the store, or `nil`.
  package func setting(_ key: String) throws(StoreError) -> String? {
    let statement = try statement("SELECT value FROM settings WHERE key = ?")
    statement.bind(1, key)
    defer { statement.reset() }
    return try statement.step() ? statement.textOrNil(0) : nil
  }

  /// The store's identity, made with the store.
  func uuid() throws(StoreError) -> UUID {
    guard let text = try setting("uuid"), let uuid = UUID(uuidString: text) else {
      throw StoreError(.damaged, "the store has no identifier; run “fileprovider check” for details")
    }
    return uuid
  }
}
