/// The durable tables of one domain as a value. A crash forgets all that is not in it.
package struct Tables: Sendable {
  private var items = NumberedRows<LocalItem>()
  private var rows = NumberedRows<Synced>()
  /// How many rows are of items that are known to be gone.
  private var released = 0
  private var numbers: [Identifier: ItemNumber] = [:]
  package var observed: [Identifier: Observation] = [:]
  /// When an identifier was found to be gone, so that no older or cached page makes it again.
  package var tombstones: [Identifier: Moment] = [:]
  package var openCalls: [ItemNumber: Call] = [:]
  package var earlier: [ItemNumber: [Attempt]] = [:]
  package var collisions: [ItemNumber: Collision] = [:]
  /// An item was at another place under its identifier: identifiers are not paths.
  package internal(set) var keepsIdentifiers = false
  /// When the changes since some anchor were last found to be lost.
  package internal(set) var expired = Moment.zero
  /// When the changes were last asked for that have been read to their end.
  package var changesRead = Moment.zero
  /// When an item was last found to be gone.
  package internal(set) var lastRelease = Moment.zero
  package var removals = RemovalGuard()
  /// What downloads have shown. May be lost.
  package var known: [Int: Contents] = [:]
  /// Minutes since some beginning.
  package var minute = 0
  /// The start of the engine, by a number that no other has. A power cut makes it give out the last moments again.
  package var start = 0
  package let machine: String
  package let disabled: Rules
  private var lastMoment = 0
  private var lastNumber = 0

  package init(machine: String, disabled: Rules = []) {
    self.machine = machine
    self.disabled = disabled
    let root = Place(.root, "")
    items.set(.root, LocalItem(number: .root, place: root, kind: .folder))
    rows.set(
      .root,
      Synced(
        identifier: .root, place: root, kind: .folder, version: Version(contents: 0, metadata: 0), moment: .zero))
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
    items.move(number, from: items[number]?.place.parent, to: item?.place.parent)
    items.set(number, item)
  }

  /// Writes or deletes a row of `synced`. Item and identifier belong to each other alone.
  package mutating func setSynced(_ number: ItemNumber, _ row: Synced?) {
    let old = rows[number]
    if let identifier = old?.identifier { numbers[identifier] = nil }
    if number != .root { rows.move(number, from: old?.place.parent, to: row?.place.parent) }
    released += (row?.isReleased == true ? 1 : 0) - (old?.isReleased == true ? 1 : 0)
    rows.set(number, row)
    guard let row else { return }
    if let identifier = row.identifier {
      precondition(numbers[identifier] == nil, "an identifier has one item")
      numbers[identifier] = number
    }
  }
}

extension Tables: Surroundings {
  package func local(_ number: ItemNumber) -> LocalItem? { items[number] }

  package func localChildren(of number: ItemNumber) -> [ItemNumber] { items.children(of: number) }

  package func localHolder(of place: Place) -> ItemNumber? {
    items.children(of: place.parent).first { items[$0]?.place.name == place.name }
  }

  package func synced(_ number: ItemNumber) -> Synced? { rows[number] }

  package func syncedChildren(of number: ItemNumber) -> [ItemNumber] { rows.children(of: number) }

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

  package func call(_ number: ItemNumber) -> Call? { openCalls[number] }

  package var calls: [Call] { openCalls.isEmpty ? [] : openCalls.values.sorted { $0.number < $1.number } }

  package func attempts(_ number: ItemNumber) -> [Attempt] { earlier[number] ?? [] }

  package func attempted(_ place: Place) -> [ItemNumber] {
    earlier.isEmpty ? [] : earlier.filter { $0.value.contains { $0.place == place } }.keys.sorted()
  }

  package func collision(_ number: ItemNumber) -> Collision? { collisions[number] }

  package func contents(of version: Version) -> Contents? { known[version.contents] }

  package var holdsRemovals: Bool {
    let gone = goneCount
    return gone > 0 && removals.holds(gone: gone, total: itemCount, at: minute)
  }

  /// How many items that are here are known to be gone at the provider.
  package var goneCount: Int {
    released > 0 ? itemNumbers.count { items.contains($0) && isGone($0) } : 0
  }

  /// What was in a folder that is gone may have been moved before: the changes show it.
  package var wantsChanges: Bool { changesRead < lastRelease }

  package var hasReleased: Bool { released > 0 }

  package var itemCount: Int { items.count - 1 }

  /// The items that are here, or were when both sides last were equal, the root first.
  package var itemNumbers: [ItemNumber] {
    var numbers: [ItemNumber] = []
    for rawValue in 0..<max(items.end, rows.end) {
      let number = ItemNumber(rawValue)
      if items.contains(number) || rows.contains(number) || openCalls[number] != nil { numbers.append(number) }
    }
    return numbers
  }
}
