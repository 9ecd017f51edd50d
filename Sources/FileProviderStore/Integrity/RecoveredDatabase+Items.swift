import Glibc
import FileProviderSQLite

// What the tree of the items does not lead to any more: see `DamagedPages`.
extension RecoveredDatabase {
  /// The columns of an item in a row of the table, which begins with its key.
  private static let columns = [
    "parent", "id", "kind", "mode", "uid", "gid", "size", "mtime", "ctime", "atime", "birthtime", "flags", "content",
    "subfolders", "entered", "changed", "name",
  ]

  /// Adds the items that are in no row yet and have one in some page, and those whose names are left.
  ///
  /// - Parameter source: For tables that are not copied.
  static func addItems(
    of pages: borrowing DamagedPages, from source: Connection?, to target: Connection
  ) throws(StoreError) {
    let run = { (sql: String) throws(StoreError) in try StoreStatement(sql, on: target).run() }
    try run("CREATE TEMP TABLE named(id INTEGER PRIMARY KEY, parent INTEGER NOT NULL, name TEXT NOT NULL)")
    let values = columns.map { _ in "?" }.joined(separator: ", ")
    let item = try StoreStatement(
      "INSERT OR IGNORE INTO items(\(columns.joined(separator: ", "))) VALUES (\(values))", on: target)
    let named = try StoreStatement("INSERT OR IGNORE INTO named(parent, name, id) VALUES (?, ?, ?)", on: target)
    try pages.forEachRow { (row) throws(StoreError) in
      // A row that was written since the step “blocks” ends with that column, which is not kept.
      if row.count == columns.count || row.count == columns.count + 1, isItem(row.prefix(columns.count)) {
        try insert(row.prefix(columns.count), item)
      } else if row.count == 3, isName(row[1]), isPositive(row[0]), isPositive(row[2]) {
        // The index of names.
        try insert(row[...], named)
      }
    }
    try run("DELETE FROM named WHERE id IN (SELECT id FROM items)")
    if let source { try copy("checksums", from: source, to: target) }
    try addSmallContents(of: pages, to: target)
    try addNamed(to: target)
    try run("DROP TABLE named")
  }

  /// Adds the small contents that some row names and that are in some page.
  private static func addSmallContents(of pages: borrowing DamagedPages, to target: Connection) throws(StoreError) {
    let run = { (sql: String) throws(StoreError) in try StoreStatement(sql, on: target).run() }
    try run("CREATE TEMP TABLE missing(content INTEGER PRIMARY KEY NOT NULL)")
    for table in ["items", "checksums", "removed_documents"] {
      try run(
        """
        INSERT OR IGNORE INTO missing SELECT content FROM \(table)
        WHERE content >= \(ContentKey.firstSmall) AND content NOT IN (SELECT content FROM small_contents)
        """)
    }
    let insert = try StoreStatement(
      "INSERT OR IGNORE INTO small_contents(content, bytes) SELECT content, ?2 FROM missing WHERE content = ?1",
      on: target)
    try pages.forEachSmall { (key, bytes) throws(StoreError) in
      insert.bind(1, key.rawValue)
      insert.bind(2, blob: bytes)
      try insert.run()
    }
    try run("DROP TABLE missing")
  }

  private static func insert(_ row: ArraySlice<DamagedPages.ColumnValue>, _ statement: StoreStatement)
    throws(StoreError)
  {
    for (column, value) in row.enumerated() {
      let column = Int32(column + 1)
      switch value {
      case .integer(let number): statement.bind(column, number)
      case .text(let bytes): bytes.withUnsafeBytes { statement.bind(column, text: $0) }
      case .null, .other: statement.bind(column, Int64?.none)
      }
    }
    do throws(StoreError) { try statement.run() } catch {
      // A row that no store can have.
      guard error.code == .exists || error.code == .inputOutput else { throw error }
    }
  }

  /// Whether these may be the columns of an item, from the first. The name is the last one, unlike in the index of members.
  private static func isItem(_ row: ArraySlice<DamagedPages.ColumnValue>) -> Bool {
    guard isPositive(row[0]), isPositive(row[1]), case .integer(1...7) = row[2], isName(row[16]) else { return false }
    return row.enumerated().allSatisfy { column, value in
      switch value {
      case .integer(let number): column != 16 && (number >= 0 || (7...10).contains(column))
      case .null: columns[column] == "content"
      case .text: column == 16
      case .other: false
      }
    }
  }

  private static func isPositive(_ value: DamagedPages.ColumnValue) -> Bool {
    if case .integer(1..<(1 << 53)) = value { true } else { false }
  }

  private static func isName(_ value: DamagedPages.ColumnValue) -> Bool {
    guard case .text(let bytes) = value else { return false }
    return bytes.withUnsafeBytes { (try? FileName(bytes: $0)) != nil }
  }

  /// Recreates items of which only the name and the place are left, from other tables: folders and links, documents whose contents the provider
  /// has, and those whose checksum names their contents. Of other documents it is unknown which contents are theirs.
  private static func addNamed(to target: Connection) throws(StoreError) {
    let now = Timestamp.now.rawValue / 1000
    let sql = """
      INSERT OR IGNORE INTO items(\(columns.joined(separator: ", ")))
      SELECT parent, id, kind, mode, \(getuid()), \(getgid()), size, time, time, time, time, flags, content, 0, 0, generation, name
      FROM (
        SELECT n.parent, n.id, n.name, coalesce(l.generation, 0) AS generation, coalesce(l.time, \(now)) * 1000 AS time,
          coalesce(a.kind, l.kind, CASE WHEN n.id IN (SELECT parent FROM items) THEN 2 END) AS kind,
          coalesce(a.mode, CASE l.kind WHEN 1 THEN \(0o600) ELSE \(0o755) END) AS mode,
          coalesce(a.size, length(t.target), s.size, 0) AS size,
          CASE WHEN a.item IS NULL THEN s.content END AS content, t.target AS target,
          CASE WHEN a.item IS NULL THEN 0 WHEN a.kind = 2 THEN \(ItemFlags.unlisted.rawValue)
            WHEN a.kind = 1 THEN \(ItemFlags.dataless.rawValue) ELSE 0 END AS flags
        FROM named n
          LEFT JOIN (SELECT item, kind, time, max(generation) AS generation FROM log GROUP BY item) l ON l.item = n.id
          LEFT JOIN targets t ON t.item = n.id
          LEFT JOIN checksums s ON s.item = n.id
            AND s.content NOT IN (SELECT content FROM items WHERE content IS NOT NULL)
            AND (s.content < \(ContentKey.firstSmall) OR s.content IN (SELECT content FROM small_contents))
          LEFT JOIN synced a ON a.item = n.id AND a.generation IS NOT NULL)
      WHERE kind = 2 OR kind = 3 AND target IS NOT NULL OR kind = 1 AND (content IS NOT NULL OR flags <> 0)
      """
    try StoreStatement(sql, on: target).run()
    try StoreStatement("DELETE FROM checksums", on: target).run()
  }
}
