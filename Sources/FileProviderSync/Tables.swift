/// The durable tables of one domain as a value. A crash forgets all that is not in it.
package struct Tables: Sendable {
  package private(set) var items: [ItemNumber: LocalItem] = [:]
  private var itemChildren: [ItemNumber: Set<ItemNumber>] = [:]
  package private(set) var rows: [ItemNumber: Synced] = [:]
  private var rowChildren: [ItemNumber: Set<ItemNumber>] = [:]
  private var numbers: [Identifier: ItemNumber] = [:]
  package var observed: [Identifier: Observation] = [:]
  package var tombstones: [Identifier: Tombstone] = [:]
  package var openCalls: [ItemNumber: Call] = [:]
  package var earlier: [ItemNumber: [Attempt]] = [:]
  package var collisions: [ItemNumber: Collision] = [:]
  package var removals = RemovalGuard()
  /// What downloads have shown. May be lost.
  package var known: [Int: Contents] = [:]
  /// Minutes since some beginning.
  package var minute = 0
  package let machine: String
  package let disabled: Rules
  private var lastMoment = 0
  private var lastNumber = 0

  package init(machine: String, disabled: Rules = []) {
    self.machine = machine
    self.disabled = disabled
    let root = Place(.root, "")
    items[.root] = LocalItem(number: .root, place: root, kind: .folder)
    rows[.root] = Synced(
      identifier: .root, place: root, kind: .folder, version: Version(contents: 0, metadata: 0), moment: .zero)
    numbers[.root] = .root
  }

  package mutating func next() -> Moment {
    lastMoment += 1
    return Moment(lastMoment)
  }

  package mutating func nextNumber() -> ItemNumber {
    lastNumber += 1
    return ItemNumber(lastNumber)
  }

  /// Writes or deletes a row of the local tree.
  package mutating func setLocal(_ number: ItemNumber, _ item: LocalItem?) {
    if let old = items[number] { itemChildren[old.place.parent]?.remove(number) }
    items[number] = item
    if let item { itemChildren[item.place.parent, default: []].insert(number) }
  }

  /// Writes or deletes a row of `synced`. Item and identifier belong to each other alone.
  package mutating func setSynced(_ number: ItemNumber, _ row: Synced?) {
    if let old = rows[number] {
      rowChildren[old.place.parent]?.remove(number)
      if let identifier = old.identifier { numbers[identifier] = nil }
    }
    rows[number] = row
    guard let row else { return }
    if number != .root { rowChildren[row.place.parent, default: []].insert(number) }
    if let identifier = row.identifier {
      precondition(numbers[identifier] == nil, "an identifier has one item")
      numbers[identifier] = number
    }
  }
}

extension Tables: Surroundings {
  package func local(_ number: ItemNumber) -> LocalItem? { items[number] }

  package func localChildren(of number: ItemNumber) -> [ItemNumber] { itemChildren[number]?.sorted() ?? [] }

  package func localHolder(of place: Place) -> ItemNumber? {
    itemChildren[place.parent]?.first { items[$0]?.place.name == place.name }
  }

  package func synced(_ number: ItemNumber) -> Synced? { rows[number] }

  package func syncedChildren(of number: ItemNumber) -> [ItemNumber] { rowChildren[number]?.sorted() ?? [] }

  package func number(of identifier: Identifier) -> ItemNumber? { numbers[identifier] }

  package func observation(_ identifier: Identifier) -> Observation? { observed[identifier] }

  package func newChildren(of identifier: Identifier) -> [Identifier] {
    children(of: identifier) { numbers[$0] == nil }
  }

  package func movedChildren(of identifier: Identifier) -> [Identifier] {
    children(of: identifier) { child in numbers[child].map { rows[$0]?.place.parent != numbers[identifier] } ?? false }
  }

  private func children(of identifier: Identifier, where matches: (Identifier) -> Bool) -> [Identifier] {
    guard !observed.isEmpty else { return [] }
    var children: [Identifier] = []
    for (child, observation) in observed {
      if case .statement(let statement) = observation.report, statement.parent == identifier, matches(child) {
        children.append(child)
      }
    }
    return children.count < 2 ? children : children.sorted { $0.rawValue < $1.rawValue }
  }

  package func tombstone(_ identifier: Identifier) -> Tombstone? { tombstones[identifier] }

  package func call(_ number: ItemNumber) -> Call? { openCalls[number] }

  package var calls: [Call] { openCalls.isEmpty ? [] : openCalls.values.sorted { $0.number < $1.number } }

  package func attempts(_ number: ItemNumber) -> [Attempt] { earlier[number] ?? [] }

  package func collision(_ number: ItemNumber) -> Collision? { collisions[number] }

  package func contents(of version: Version) -> Contents? { known[version.contents] }

  package var holdsRemovals: Bool {
    let gone = goneCount
    return gone > 0 && removals.holds(gone: gone, total: items.count - 1, at: minute)
  }

  /// How many items that are here are known to be gone at the provider.
  package var goneCount: Int {
    guard observed.contains(where: { $0.value.report == .gone }) || rows.contains(where: { $0.value.absences > 1 })
    else { return 0 }
    return items.keys.count { isGone($0) }
  }
}
