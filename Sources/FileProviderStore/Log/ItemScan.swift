import FileProviderSQLite

/// Finds the items of rows of the log as they are now.
///
/// Items mostly change one after another, in the order in which they lie in a folder. So the scan stays where it was:
/// the next item asked for is its next row, or one soon after, and a step costs a third of a search.
struct ItemScan {
  private let statement: StoreStatement
  private let isWhole: Bool
  private var folder = ItemID.none
  /// The number of the item at which the scan is; none after the last item of the folder.
  private var current: ItemID?
  /// The scan has passed the items up to this number.
  private var passed = ItemID.none

  private static let wholeSQL = SQLText(
    "SELECT \(StoreReader.columns) FROM items WHERE parent = ? AND id >= ? ORDER BY id")

  /// After this many steps a search is cheaper.
  private static let nearby = 8

  /// - Parameter isWhole: Whether `record` will be asked for.
  init(_ reader: StoreReader, isWhole: Bool) throws(StoreError) {
    self.isWhole = isWhole
    statement =
      isWhole
      ? try reader.statement(Self.wholeSQL)
      : try reader.statement("SELECT id, changed, name FROM items WHERE parent = ? AND id >= ? ORDER BY id")
  }

  /// Goes to an item.
  ///
  /// - Returns: Whether it is in this folder.
  mutating func find(_ item: ItemID, in parent: ItemID) throws(StoreError) -> Bool {
    let isNear = parent == folder && item > passed ? try advance(to: item) : false
    if !isNear {
      statement.reset()
      statement.bind(1, parent)
      statement.bind(2, item)
      folder = parent
      passed = ItemID(rawValue: item.rawValue - 1)
      current = nil
      try step()
    }
    return current == item
  }

  /// Steps to an item or beyond it, if that is not far.
  private mutating func advance(to item: ItemID) throws(StoreError) -> Bool {
    for _ in 0..<Self.nearby {
      guard let current, current < item else { return true }
      try step()
    }
    return current.map { $0 >= item } ?? true
  }

  private mutating func step() throws(StoreError) {
    if let current { passed = current }
    current = try statement.step() ? ItemID(rawValue: statement.integer(0)) : nil
  }

  /// Ends the scan.
  func end() { statement.reset() }

  // MARK: The item at which it is

  /// The generation of its last change.
  var lastChange: Generation { Generation(rawValue: statement.integer(isWhole ? 15 : 1)) }
  var name: FileName { statement.name(isWhole ? StoreReader.nameColumn : 2) }
  /// The whole item, if it was asked for.
  var record: ItemRecord? { isWhole ? ItemRecord(statement) : nil }
}
