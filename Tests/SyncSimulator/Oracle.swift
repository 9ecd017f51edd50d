import FileProviderSync

/// What the oracle knows of writings, and how often each case was met.
struct Oracle {
  private var lastWriting = 0
  /// Writings that somebody who had seen them replaced or deleted.
  var superseded: Set<Int> = []
  /// Writings that a provider without conditions may have lost in the window between question and call.
  var excused: Set<Int> = []
  private var merged: [Int: Int] = [:]
  private var isMerged: Set<Int> = []
  private(set) var merges = 0
  /// Writings that a power cut may have taken.
  private(set) var lost: Set<Int> = []
  /// Creations whose answer was lost, and those that took effect after the call was given up.
  var lostCreations = 0
  /// What they sent: nobody can know whether a copy of it is still to come.
  var unconfirmed: Set<Int> = []
  var lateCreations = 0
  var calls = 0
  var met: [String: Int] = [:]
  var violation: String?

  private var cells = [Int](repeating: 0, count: Cell.count)

  mutating func met(_ cell: Cell) { cells[cell.index] += 1 }

  /// The cells of the planner's table that were met, by their names.
  var metCells: [(String, Int)] {
    cells.indices.filter { cells[$0] > 0 }.map { (Cell(index: $0).description, cells[$0]) }
  }

  mutating func met(_ what: String) { met[what, default: 0] += 1 }

  mutating func fail(_ text: String) { violation = violation ?? text }

  mutating func nextWriting() -> Int {
    lastWriting += 1
    return lastWriting
  }

  var writings: ClosedRange<Int>? { lastWriting == 0 ? nil : 1...lastWriting }

  /// The same place and the same bytes were taken for one document.
  mutating func merge(_ a: Int, _ b: Int) {
    let (x, y) = (representative(a), representative(b))
    guard x != y else { return }
    merges += 1
    merged[max(x, y)] = min(x, y)
    isMerged.formUnion([a, b])
    // One document: whoever replaced or deleted the one has seen the other's bytes.
    let members = writings!.filter { representative($0) == min(x, y) }
    if members.contains(where: superseded.contains) { superseded.formUnion(members) }
    isMerged.formUnion(members)
  }

  func representative(_ writing: Int) -> Int {
    var current = writing
    while let next = merged[current] { current = next }
    return current
  }

  mutating func supersede(_ writing: Int) {
    superseded.insert(writing)
    guard isMerged.contains(writing) else { return }
    superseded.formUnion(isMerged.filter { representative($0) == representative(writing) })
  }

  func mustBeDead(_ writing: Int) -> Bool {
    superseded.contains(writing) && !isMerged.contains(writing) && !unconfirmed.contains(writing)
  }

  /// A machine has lost what it made, and the rows that say what it has replaced and sent.
  mutating func lose(_ made: Set<Int>, _ others: Set<Int>) {
    lost.formUnion(made)
    unconfirmed.formUnion(made)
    unconfirmed.formUnion(others)
  }

  mutating func excuse(_ numbers: [Int], _ server: Server) {
    for number in numbers {
      if let item = server.items[number], let text = server.texts[item.version.contents] {
        excused.insert(text.writing)
      }
    }
  }
}
