import FileProviderSQLite

/// A call to the provider: which fields were sent of an item, and on what the call is based. It is noted before the call is made, and kept until its outcome is
/// known, by this process or a later one.
package struct SentCall: Sendable, Hashable {
  package enum Operation: Int64, Sendable {
    case create = 1
    /// A modification that gives the item another place.
    case move = 2
    case modify = 5
    case delete = 6
  }

  /// No other call ever has it.
  package var number: Int64
  /// The item; one that replaces it meanwhile takes over the call.
  package var item: ItemID
  package var operation: Operation
  /// Nil, as the size, in a call of an earlier version.
  package var kind: ItemKind?
  /// The size of a document's contents.
  package var size: Int64?
  /// Whether a folder is to be deleted with what is in it.
  package var isRecursive: Bool
  /// The place that a move asked for.
  package var place: SentPlace?
  package var fields: ChangedFields
  /// The identifier under which the provider was called, and the versions on which the call is based; nil for a creation.
  package var identifier: String?
  package var contentVersion: [UInt8]?
  package var metadataVersion: [UInt8]?
  /// The contents that were sent, as they were at the generation `began`.
  package var content: ContentKey?
  package var began: Generation?
  /// Whether the answer may still come.
  package var isUnderWay: Bool

  static let columns = """
    item, operation, kind, size, parent, name, coalesce(fields, 0), base, content_version, metadata_version, content, began, under_way, \
    number, second
    """

  init?(_ row: StoreStatement) {
    guard let operation = Operation(rawValue: row.integer(1)) else { return nil }
    item = ItemID(rawValue: row.integer(0))
    self.operation = operation
    kind = row.integerOrNil(2).flatMap { ItemKind(rawValue: UInt8(truncatingIfNeeded: $0)) }
    size = row.integerOrNil(3)
    if operation == .move { place = SentPlace(parent: ItemID(rawValue: row.integer(4)), name: row.name(5)) }
    fields = ChangedFields(rawValue: Int32(truncatingIfNeeded: row.integer(6)))
    identifier = row.textOrNil(7)
    contentVersion = row.blobOrNil(8)
    metadataVersion = row.blobOrNil(9)
    content = row.integerOrNil(10).map { ContentKey(rawValue: $0) }
    began = row.integerOrNil(11).map { Generation(rawValue: $0) }
    isUnderWay = row.integer(12) != 0
    number = row.integer(13)
    isRecursive = row.integer(14) != 0
  }
}

extension ReplicationReader {
  private static let callSQL = SQLText(
    """
    SELECT \(SentCall.columns) FROM calls WHERE operation IN (1, 2, 5, 6) AND item = ? ORDER BY under_way DESC, number DESC LIMIT 1
    """)

  /// Whether the outcome of a call on an item is unknown.
  func hasCall(on id: ItemID) throws(StoreError) -> Bool {
    try reader.findsRow("SELECT 1 FROM calls WHERE operation IN (1, 2, 5, 6) AND item = ? LIMIT 1", id.rawValue)
  }

  /// The item of a call whose answer is waited for; `nil` where nobody waits for it any more.
  func item(of call: PushCall) throws(StoreError) -> ItemID? {
    let statement = try reader.statement("SELECT item FROM calls WHERE number = ? AND under_way")
    statement.bind(1, call.number)
    return try reader.numbers(statement).first
  }

  /// The call on an item of which the outcome is unknown: the one under way, otherwise the last.
  package func sentCall(of id: ItemID) throws(StoreError) -> SentCall? {
    let statement = try reader.statement(Self.callSQL)
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? SentCall(statement) : nil
  }
}
