/// Rows by the numbers of their items, with the items that have one as their parent, or a place.
struct NumberedRows<Row: Placed>: Sendable {
  private enum Key: Hashable { case parent(ItemNumber), place(Place) }

  private var rows: [Row?] = []
  private var index = SortedIndex<Key, ItemNumber>()
  private(set) var count = 0

  /// One more than the highest number that ever had a row.
  var end: Int { rows.count }

  subscript(number: ItemNumber) -> Row? { number.rawValue < rows.count ? rows[number.rawValue] : nil }

  func contains(_ number: ItemNumber) -> Bool { number.rawValue < rows.count && rows[number.rawValue] != nil }

  func children(of number: ItemNumber) -> [ItemNumber] { index[.parent(number)] }

  func holders(of place: Place) -> [ItemNumber] { index[.place(place)] }

  mutating func set(_ number: ItemNumber, _ row: Row?) {
    while rows.count <= number.rawValue { rows.append(nil) }
    let old = rows[number.rawValue]
    count += (row == nil ? 0 : 1) - (old == nil ? 0 : 1)
    rows[number.rawValue] = row
    guard number != .root, old?.place != row?.place else { return }
    index.set(number, row.map { [.parent($0.place.parent), .place($0.place)] } ?? [])
  }
}
