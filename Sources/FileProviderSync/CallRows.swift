/// The calls whose end is not known, with the indices by which the planner finds them.
struct CallRows: Sendable {
  private enum Key: Hashable { case place(Place), folder(ItemNumber) }

  private struct Begun: Hashable, Comparable {
    let moment: Moment
    let number: ItemNumber

    static func < (a: Self, b: Self) -> Bool { (a.moment, a.number) < (b.moment, b.number) }
  }

  private struct Made: Hashable {
    let kind: Kind
    let isOpen: Bool
  }

  private(set) var rows: [ItemNumber: Call] = [:]
  private var index = SortedIndex<Key, ItemNumber>()
  private var makers = SortedIndex<Made, Begun>()

  subscript(number: ItemNumber) -> Call? { rows[number] }

  func numbers(to place: Place) -> [ItemNumber] { index[.place(place)] }

  /// The calls on what is below a folder, or is to go there.
  func numbers(below folder: ItemNumber) -> [ItemNumber] { index[.folder(folder)] }

  /// The first call that was begun of those that give something of a kind a place. `isOpen` says that its answer may come.
  func first(placing kind: Kind, isOpen: Bool, except number: ItemNumber?) -> Call? {
    makers[Made(kind: kind, isOpen: isOpen)].first { $0.number != number }.flatMap { rows[$0.number] }
  }

  mutating func set(_ number: ItemNumber, _ call: Call?, below folders: Set<ItemNumber>) {
    let old = rows[number]
    rows[number] = call
    index.set(number, (call?.place.map { [.place($0)] } ?? []) + folders.map { .folder($0) })
    if let old, old.begun != call?.begun { makers.set(Begun(moment: old.begun, number: number), []) }
    guard let call else { return }
    let isMaker = call.wish != .delete && call.place != nil
    makers.set(
      Begun(moment: call.begun, number: number), isMaker ? [Made(kind: call.kind, isOpen: call.ended == nil)] : [])
  }
}
