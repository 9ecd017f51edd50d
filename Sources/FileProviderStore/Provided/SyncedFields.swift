import FileProviderSQLite

/// The part of a row of `synced` with how an item was when both sides were last in sync; `ProvidedRow` has the rest of the row.
///
/// What the provider reports is a change of its own only where it differs from this, and what is here is one to be uploaded only where it does. The row of an
/// item that is deleted here stays until the provider knows.
package struct SyncedFields: Sendable, Hashable {
  package var item: ItemID
  /// The item's last change when this was written.
  package var generation: Generation
  /// The folder, the trash included.
  package var parent: ItemID
  /// The name at the provider, as it is or would be here.
  package var name: FileName
  package var kind: ItemKind
  package var mode: UInt16
  package var modified: Timestamp
  package var created: Timestamp
  package var size: Int64
  package var lastUsed: Timestamp?
  /// The tags as the provider has them: a property list, or text.
  package var tags: [UInt8]?
  package var favoriteRank: Int64?
  /// The extended attributes with the names they have here; `nil` when that is not known.
  package var extendedAttributes: [ExactText: [UInt8]]?
  package var target: [UInt8]?

  static let columns = """
    item, generation, parent, name, kind, mode, mtime, birthtime, size, last_used, tags, favorite, xattrs, target
    """

  init(_ row: StoreStatement) {
    item = ItemID(rawValue: row.integer(0))
    generation = Generation(rawValue: row.integer(1))
    parent = ItemID(rawValue: row.integer(2))
    name = row.name(3)
    kind = ItemKind(rawValue: UInt8(truncatingIfNeeded: row.integer(4))) ?? .file
    mode = UInt16(truncatingIfNeeded: row.integer(5))
    modified = Timestamp(rawValue: row.integer(6))
    created = Timestamp(rawValue: row.integer(7))
    size = row.integer(8)
    lastUsed = row.integerOrNil(9).map { Timestamp(rawValue: $0) }
    tags = row.blobOrNil(10)
    favoriteRank = row.integerOrNil(11)
    extendedAttributes = row.blobOrNil(12).flatMap { AttributeBytes.attributes($0) }
    target = row.blobOrNil(13)
  }

  /// Binds the item to the first of some parameters, unless others come before it, and the fields to those after it.
  func bind(to statement: StoreStatement, after count: Int32) {
    if count == 0 { statement.bind(1, item) }
    statement.bind(count + 2, generation)
    statement.bind(count + 3, parent)
    statement.bind(count + 4, name)
    statement.bind(count + 5, Int64(kind.rawValue))
    statement.bind(count + 6, Int64(mode))
    statement.bind(count + 7, modified.rawValue)
    statement.bind(count + 8, created.rawValue)
    statement.bind(count + 9, size)
    statement.bind(count + 10, lastUsed?.rawValue)
    statement.bind(count + 11, blob: tags)
    statement.bind(count + 12, favoriteRank)
    statement.bind(count + 13, blob: extendedAttributes.map { AttributeBytes.bytes($0) })
    statement.bind(count + 14, blob: target)
  }

  /// An item as it is here now.
  package init(_ record: ItemRecord, _ reader: StoreReader) throws(StoreError) {
    self.init(record)
    let membership = try reader.membership(of: record.id)
    lastUsed = membership?.lastUsed
    tags = membership?.tags
    favoriteRank = membership?.favoriteRank
    extendedAttributes = try ProvidedReader(reader).pushableAttributes(of: record)
    target = record.kind == .symlink ? try reader.target(of: record.id) : nil
  }

  /// What the row of an item contains.
  package init(_ record: ItemRecord) {
    let attributes = record.attributes
    item = record.id
    generation = attributes.lastChange
    parent = record.parent
    name = record.name
    kind = record.kind
    mode = attributes.mode
    modified = attributes.modified
    created = attributes.created
    size = attributes.size
  }
}

extension ProvidedReader {
  private static let syncedSQL = SQLText(
    "SELECT \(SyncedFields.columns) FROM synced WHERE item = ? AND generation IS NOT NULL")

  /// An item as it was when both sides were last in sync; `nil` for one that the provider never had.
  package func synced(_ id: ItemID) throws(StoreError) -> SyncedFields? {
    let statement = try reader.statement(Self.syncedSQL)
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? SyncedFields(statement) : nil
  }

  /// The extended attributes of an item that are uploaded.
  package func pushableAttributes(of record: ItemRecord) throws(StoreError) -> [ExactText: [UInt8]] {
    guard record.attributes.flags.contains(.attributed) else { return [:] }
    var attributes: [ExactText: [UInt8]] = [:]
    for name in try reader.extendedAttributeNames(of: record.id) where TagData.isSent(name) {
      attributes[ExactText(name)] = try reader.extendedAttribute(name, of: record.id)
    }
    return attributes
  }
}
