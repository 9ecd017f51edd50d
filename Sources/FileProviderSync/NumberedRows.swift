/// Rows by the numbers of their items, with the items that have one as their parent, or a place.
struct NumberedRows<Row: Placed>: Sendable {
  private enum Key: Hashable { case parent(ItemNumber), place(Place) }

  private var rows: [Row?] = []
  private var index = SortedIndex<Key, ItemNumber>()
  /// Without the root and the trash.
  private(set) var count = 0

  /// The highest number that ever had a row.
  var last: ItemNumber { ItemNumber(rows.count - 1 + ItemNumber.trash.rawValue) }

  subscript(number: ItemNumber) -> Row? {
    let position = position(of: number)
    return position < rows.count ? rows[position] : nil
  }

  func contains(_ number: ItemNumber) -> Bool { self[number] != nil }

  private func position(of number: ItemNumber) -> Int { number.rawValue - ItemNumber.trash.rawValue }

  func children(of number: ItemNumber) -> [ItemNumber] { index[.parent(number)] }

  func holders(of place: Place) -> [ItemNumber] { index[.place(place)] }

  mutating func set(_ number: ItemNumber, _ row: Row?) {
    let position = position(of: number)
    while rows.count <= position { rows.append(nil) }
    let old = rows[position]
    rows[position] = row
    guard !number.isFixed else { return }
    count += (row == nil ? 0 : 1) - (old == nil ? 0 : 1)
    guard old?.place != row?.place else { return }
    index.set(number, row.map { [.parent($0.place.parent), .place($0.place)] } ?? [])
  }
}
