/// Rows by the numbers of their items, each with the items that have it as their parent.
struct NumberedRows<Row: Sendable>: Sendable {
  private var rows: [Row?] = []
  private var children: [[ItemNumber]] = []
  private(set) var count = 0

  /// One more than the highest number that ever had a row.
  var end: Int { rows.count }

  subscript(number: ItemNumber) -> Row? { number.rawValue < rows.count ? rows[number.rawValue] : nil }

  func contains(_ number: ItemNumber) -> Bool { number.rawValue < rows.count && rows[number.rawValue] != nil }

  func children(of number: ItemNumber) -> [ItemNumber] {
    number.rawValue < children.count ? children[number.rawValue] : []
  }

  mutating func set(_ number: ItemNumber, _ row: Row?) {
    while rows.count <= number.rawValue { rows.append(nil) }
    count += (row == nil ? 0 : 1) - (rows[number.rawValue] == nil ? 0 : 1)
    rows[number.rawValue] = row
  }

  /// In the order of their numbers.
  mutating func move(_ number: ItemNumber, from old: ItemNumber?, to new: ItemNumber?) {
    guard old != new else { return }
    if let old, let index = children[old.rawValue].firstIndex(of: number) { children[old.rawValue].remove(at: index) }
    guard let new else { return }
    while children.count <= new.rawValue { children.append([]) }
    let index = children[new.rawValue].firstIndex { number < $0 } ?? children[new.rawValue].count
    children[new.rawValue].insert(number, at: index)
  }
}
