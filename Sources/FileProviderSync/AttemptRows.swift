/// Calls that seem not to have happened, by item, with the items by the places that were asked for.
struct AttemptRows: Sendable {
  private(set) var rows: [ItemNumber: [Attempt]] = [:]
  private var index = SortedIndex<Place, ItemNumber>()

  subscript(number: ItemNumber) -> [Attempt] { rows[number] ?? [] }

  func numbers(to place: Place) -> [ItemNumber] { index[place] }

  mutating func add(_ number: ItemNumber, _ attempt: Attempt) {
    rows[number, default: []].append(attempt)
    index.set(number, Array(Set(self[number].compactMap(\.place))))
  }

  mutating func forget(_ number: ItemNumber) {
    rows[number] = nil
    index.set(number, [])
  }
}
