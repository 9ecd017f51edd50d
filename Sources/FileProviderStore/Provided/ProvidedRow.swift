import FileProviderSQLite

/// The part of a row of `synced` that ties an item to its provider; `SyncedFields` has the rest of the row. An item that is deleted here keeps its row until
/// the provider knows.
package struct ProvidedRow: Sendable, Hashable {
  package var item: ItemID
  package var identifier: String
  /// The name at the provider; the name here may differ, see `FileName.init(providing:)`.
  package var filename: String
  package var contentVersion: [UInt8]?
  package var metadataVersion: [UInt8]?
  package var contentType: String?
  package var capabilities: Int64

  static let columns = "item, identifier, filename, content_version, metadata_version, content_type, capabilities"

  init(_ row: StoreStatement) {
    item = ItemID(rawValue: row.integer(0))
    identifier = row.text(1)
    filename = row.text(2)
    contentVersion = row.blobOrNil(3)
    metadataVersion = row.blobOrNil(4)
    contentType = row.textOrNil(5)
    capabilities = row.integer(6)
  }

  init(_ item: ProvidedItem, is id: ItemID) {
    self.item = id
    identifier = item.identifier
    filename = item.filename
    contentVersion = item.contentVersion
    metadataVersion = item.metadataVersion
    contentType = item.contentType
    capabilities = Int64(bitPattern: UInt64(item.capabilities))
  }

  static let columnCount: Int32 = 7

  /// Binds the columns to the first parameters.
  func bind(to statement: StoreStatement) {
    statement.bind(1, item)
    statement.bind(2, identifier)
    statement.bind(3, filename)
    statement.bind(4, blob: contentVersion)
    statement.bind(5, blob: metadataVersion)
    statement.bind(6, contentType)
    statement.bind(7, capabilities)
  }

  /// Equal to the last byte, which `==` is not for strings.
  func isIdentical(to other: ProvidedRow) -> Bool {
    self == other && identifier.isIdentical(to: other.identifier) && filename.isIdentical(to: other.filename)
  }
}

extension ProvidedReader {
  private static let providedSQL = SQLText("SELECT \(ProvidedRow.columns) FROM synced WHERE item = ?")
  private static let providedByIdentifierSQL = SQLText(
    "SELECT \(ProvidedRow.columns) FROM synced WHERE identifier = ?")
  private static let otherWithVersionSQL = SQLText(
    "SELECT 1 FROM synced WHERE content_version = ? AND item <> ? LIMIT 1")

  /// The row of an item; `nil` for one that the provider never reported.
  package func provided(_ id: ItemID) throws(StoreError) -> ProvidedRow? {
    let statement = try reader.statement(Self.providedSQL)
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? ProvidedRow(statement) : nil
  }

  /// The item with a provider's identifier.
  ///
  /// Unlike `item(identifiedBy:)` this knows only the provider's identifiers: they may well be numbers, and those are
  /// not ours.
  package func provided(identifier: String) throws(StoreError) -> ProvidedRow? {
    let statement = try reader.statement(Self.providedByIdentifierSQL)
    statement.bind(1, identifier)
    defer { statement.reset() }
    return try statement.step() ? ProvidedRow(statement) : nil
  }

  /// Whether any item but one has a version of its contents. Reads all rows, so it is for calls that were not answered.
  package func hasItem(except id: ItemID, contentVersion: [UInt8]) throws(StoreError) -> Bool {
    let statement = try reader.statement(Self.otherWithVersionSQL)
    statement.bind(1, blob: contentVersion)
    statement.bind(2, id)
    defer { statement.reset() }
    return try statement.step()
  }
}
