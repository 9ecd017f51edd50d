import FileProviderSQLite

// How items are read from the columns of a row.

extension ItemAttributes {
  /// Reads the columns of `StoreReader.columns` of the current row.
  @inline(__always) init(_ row: some RowColumns, firstColumn first: Int32 = 0) {
    let flags = ItemFlags(rawValue: Int32(truncatingIfNeeded: row.integer(first + 11)))
    self.init(
      id: ItemID(rawValue: row.integer(first)), parent: ItemID(rawValue: row.integer(first + 1)),
      kind: ItemKind(rawValue: UInt8(truncatingIfNeeded: row.integer(first + 2))) ?? .file,
      mode: UInt16(truncatingIfNeeded: row.integer(first + 3)),
      owner: UInt32(truncatingIfNeeded: row.integer(first + 4)),
      group: UInt32(truncatingIfNeeded: row.integer(first + 5)), size: row.integer(first + 6),
      modified: Timestamp(rawValue: row.integer(first + 7)), changed: Timestamp(rawValue: row.integer(first + 8)),
      accessed: Timestamp(rawValue: row.integer(first + 9)), created: Timestamp(rawValue: row.integer(first + 10)),
      flags: flags,
      content: row.isNull(first + 12) ? nil : ContentKey(rawValue: row.integer(first + 12)),
      subfolders: Int32(truncatingIfNeeded: row.integer(first + 13)),
      entered: Generation(rawValue: row.integer(first + 14)),
      lastChange: Generation(rawValue: row.integer(first + 15)),
      blocks: flags.contains(.sparse) && !row.isNull(first + 16) ? row.integer(first + 16) : nil)
  }
}

extension ItemRecord {
  @inline(__always) init(_ row: StoreStatement, firstColumn first: Int32 = 0) {
    self.init(attributes: ItemAttributes(row, firstColumn: first), name: row.name(first + StoreReader.nameColumn))
  }
}

extension Membership {
  static let columns = "last_used, tags, favorite, pinned, shared, trashed, suspended"

  init(_ row: StoreStatement, firstColumn first: Int32 = 0) {
    self.init()
    lastUsed = row.integerOrNil(first).map { Timestamp(rawValue: $0) }
    tags = row.blobOrNil(first + 1)
    favoriteRank = row.integerOrNil(first + 2)
    pinned = row.integer(first + 3) != 0
    shared = row.integer(first + 4) != 0
    trashed = row.integer(first + 5) != 0
    suspended = row.integer(first + 6) != 0
  }
}
