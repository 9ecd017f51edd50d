import FileProviderSQLite

// A conflict copy may have been uploaded whose creation a loss of power undid here.
extension RescueReader {
  private static let namesInSQL = SQLText(
    """
    SELECT id FROM items WHERE parent = ?1 AND name >= ?2 AND name < ?3 AND kind = 1 AND size = ?4 AND id <> ?5
    """)
  /// Each costs a download.
  private static let mostCopies = 4

  /// The provider's documents that may be copies after a conflict which this machine has made of a document as it is, as far as names, sizes and dates
  /// show. A program may set dates, and write as many bytes as before: their contents have to be compared.
  package func possibleConflictCopies(of id: ItemID) throws(StoreError) -> [ItemID] {
    guard let record = try reader.record(id), let start = ConflictName.start(record.name) else { return [] }
    let statement = try reader.statement(Self.namesInSQL)
    statement.bind(1, record.placeOfCopy)
    statement.bind(2, start)
    statement.bind(3, start.appending("\u{7f}"))
    statement.bind(4, record.attributes.size)
    statement.bind(5, id)
    defer { statement.reset() }
    var copies: [ItemID] = []
    while copies.count < Self.mostCopies, try statement.step() {
      let other = ItemID(rawValue: statement.integer(0))
      guard let copy = try reader.item(other), try ProvidedReader(reader).provided(other) != nil,
        copy.created.isSame(as: record.attributes.created), copy.modified.isSame(as: record.attributes.modified)
      else { continue }
      copies.append(other)
    }
    return copies
  }
}

extension ItemRecord {
  /// The folder of a copy after a conflict.
  var placeOfCopy: ItemID { parent == .trash ? .root : parent }
}
