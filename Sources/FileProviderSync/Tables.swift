/// The durable tables of one domain as a value. A crash forgets all that is not in it.
package struct Tables: Sendable {
  private var items = NumberedRows<LocalItem>()
  private var rows = NumberedRows<Synced>()
  /// How many rows are of items that are known to be gone.
  private var released = 0
  private var numbers: [Identifier: ItemNumber] = [:]
  private var formers = SortedIndex<Identifier, ItemNumber>()
  private var reports = Reports()
  private var callRows = CallRows()
  private var attemptRows = AttemptRows()
  /// All that are gone: released, or in a folder that is gone.
  private var gone: Set<ItemNumber> = []
  /// How many items that are here are known to be gone at the provider.
  package private(set) var goneCount = 0
  /// The items here that are not gone, by their parents.
  private var staying = SortedIndex<ItemNumber, ItemNumber>()
  /// The synced items that were not reported to be in another folder, by their synced parents.
  private var remaining = SortedIndex<ItemNumber, ItemNumber>()
  /// When an identifier was found to be gone, so that no older or cached page makes it again.
  package var tombstones: [Identifier: Moment] = [:]
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
  package let hasTrash: Bool
  package let disabled: Rules
  private var lastMoment = 0
  private var lastNumber = 0

  package init(machine: String, hasTrash: Bool = false, disabled: Rules = []) {
    self.machine = machine
    self.hasTrash = hasTrash
    self.disabled = disabled
    add(.root, .root)
    if hasTrash { add(.trash, .trash) }
  }

  private mutating func add(_ number: ItemNumber, _ identifier: Identifier) {
    let place = Place(.root, "")
    items.set(number, LocalItem(number: number, place: place, kind: .folder))
    rows.set(
      number,
      Synced(
        identifier: identifier, place: place, kind: .folder, version: Version(contents: 0, metadata: 0), moment: .zero))
    numbers[identifier] = number
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
    let isHere = items.contains(number)
    items.set(number, item)
    if gone.contains(number) { goneCount += (item == nil ? 0 : 1) - (isHere ? 1 : 0) }
    sort(number)
  }

  /// Writes or deletes a row of `synced`. Item and identifier belong to each other alone.
  package mutating func setSynced(_ number: ItemNumber, _ row: Synced?) {
    let old = rows[number]
    let isRenamed = old?.identifier != row?.identifier
    let isMoved = old?.place.parent != row?.place.parent
    if old?.former != row?.former { formers.set(number, row?.former.map { [$0] } ?? []) }
    guard isRenamed || isMoved || old?.isReleased != row?.isReleased else { return rows.set(number, row) }
    if isRenamed, let identifier = old?.identifier { numbers[identifier] = nil }
    released += (row?.isReleased == true ? 1 : 0) - (old?.isReleased == true ? 1 : 0)
    rows.set(number, row)
    if isRenamed, let identifier = row?.identifier {
      precondition(numbers[identifier] == nil, "an identifier has one item")
      numbers[identifier] = number
    }
    for identifier in [old?.identifier, row?.identifier].compactMap({ $0 }) {
      sort(identifier)
      if isRenamed { for child in reports.children(of: identifier) { sort(child) } }
    }
    sort(number)
    sortGone(from: number)
    guard isMoved else { return }
    for call in [number] + callRows.numbers(below: number) { setCall(call, callRows[call]) }
  }

  mutating func setObservation(_ identifier: Identifier, _ observation: Observation?) {
    reports.set(identifier, observation)
    sort(identifier)
    if let number = numbers[identifier] { sortGone(from: number) }
  }

  mutating func setCall(_ number: ItemNumber, _ call: Call?) {
    var folders: Set<ItemNumber> = []
    if let call {
      folders.formUnion(syncedAncestors(of: number))
      if let parent = call.place?.parent { folders.formUnion([parent] + syncedAncestors(of: parent)) }
    }
    callRows.set(number, call, below: folders)
  }

  mutating func addAttempt(_ number: ItemNumber, _ attempt: Attempt) { attemptRows.add(number, attempt) }

  mutating func forgetAttempts(_ number: ItemNumber) { attemptRows.forget(number) }

  // MARK: Indices

  /// Finds where an identifier belongs by what was reported of it.
  private mutating func sort(_ identifier: Identifier) {
    guard let number = numbers[identifier] else { return reports.sort(identifier, as: .new) }
    reports.sort(identifier, as: isElsewhere(number) ? .moved : .inPlace)
    sort(number)
  }

  /// Whether an item was reported to be in another folder than that in which it was synced.
  private func isElsewhere(_ number: ItemNumber) -> Bool {
    guard case .statement(let statement)? = observation(of: number)?.report else { return false }
    return numbers[statement.parent] != rows[number]?.place.parent
  }

  private mutating func sort(_ number: ItemNumber) {
    guard !number.isFixed else { return }
    staying.set(number, gone.contains(number) ? [] : items[number].map { [$0.place.parent] } ?? [])
    remaining.set(number, isElsewhere(number) ? [] : rows[number].map { [$0.place.parent] } ?? [])
  }

  /// An item is gone, or is not any more, and so are those below it of which nothing else is known.
  private mutating func sortGone(from number: ItemNumber) {
    let isGone = isGone(number)
    var changed = [number]
    while let item = changed.popLast() {
      guard gone.contains(item) != isGone else { continue }
      if isGone { gone.insert(item) } else { gone.remove(item) }
      if items.contains(item) { goneCount += isGone ? 1 : -1 }
      sort(item)
      changed += rows.children(of: item).filter { isKnownGone($0) == nil }
    }
  }
}

extension Tables: Surroundings {
  package func local(_ number: ItemNumber) -> LocalItem? { items[number] }

  package func firstChild(of number: ItemNumber) -> ItemNumber? { items.children(of: number).first }

  package func firstStayingChild(of number: ItemNumber) -> ItemNumber? { staying[number].first }

  package func localHolder(of place: Place) -> ItemNumber? {
    place.parent == .trash ? nil : items.holders(of: place).first
  }

  package func synced(_ number: ItemNumber) -> Synced? { rows[number] }

  package func firstSyncedChild(of number: ItemNumber) -> ItemNumber? { rows.children(of: number).first }

  package func firstRemainingChild(of number: ItemNumber) -> ItemNumber? { remaining[number].first }

  package func syncedHolders(of place: Place) -> [ItemNumber] { rows.holders(of: place) }

  package func number(of identifier: Identifier) -> ItemNumber? { numbers[identifier] }

  package func formerHolder(of identifier: Identifier, _ version: Version) -> ItemNumber? {
    formers[identifier].first { rows[$0]?.version == version }
  }

  package func observation(_ identifier: Identifier) -> Observation? { reports[identifier] }

  package func newChildren(of identifier: Identifier) -> [Identifier] { reports.newChildren(of: identifier) }

  package func firstNewChild(of identifier: Identifier) -> Identifier? { newChildren(of: identifier).first }

  package func firstStaleChild(of identifier: Identifier) -> Identifier? {
    reports.staleChildren(of: identifier).first
  }

  package func firstMovedChild(of identifier: Identifier) -> Identifier? {
    reports.movedChildren(of: identifier).first
  }

  package func reported(in identifier: Identifier, named name: String) -> [Identifier] {
    reports.children(of: identifier, named: name)
  }

  package func reported(in identifier: Identifier, madeBy operation: String) -> [Identifier] {
    reports.children(of: identifier, madeBy: operation)
  }

  package func call(_ number: ItemNumber) -> Call? { callRows[number] }

  package func calls(to place: Place) -> [Call] { callRows.numbers(to: place).compactMap { callRows[$0] } }

  package func firstCall(below folder: ItemNumber) -> ItemNumber? {
    callRows.numbers(below: folder).first { $0 != folder }
  }

  package func firstCall(placing kind: Kind, isOpen: Bool, except number: ItemNumber?) -> Call? {
    callRows.first(placing: kind, isOpen: isOpen, except: number)
  }

  package func attempts(_ number: ItemNumber) -> [Attempt] { attemptRows[number] }

  package func attempted(_ place: Place) -> [ItemNumber] { attemptRows.numbers(to: place) }

  package func collision(_ number: ItemNumber) -> Collision? { collisions[number] }

  package func contents(of version: Version) -> Contents? { known[version.contents] }

  package var holdsRemovals: Bool {
    goneCount > 0 && removals.holds(gone: goneCount, total: itemCount, at: minute)
  }

  /// What was in a folder that is gone may have been moved before: the changes show it.
  package var wantsChanges: Bool { changesRead < lastRelease }

  package var hasReleased: Bool { released > 0 }
}

/// What the engine and the tests look at besides.
extension Tables {
  package func localChildren(of number: ItemNumber) -> [ItemNumber] { items.children(of: number) }

  package func syncedChildren(of number: ItemNumber) -> [ItemNumber] { rows.children(of: number) }

  /// Known items whose last statement, not yet applied, names a parent, and unknown ones.
  func arrivals(in identifier: Identifier) -> [Identifier] {
    reports.newChildren(of: identifier) + reports.movedChildren(of: identifier)
  }

  package var observed: [Identifier: Observation] { reports.rows }

  package var openCalls: [ItemNumber: Call] { callRows.rows }

  package var calls: [Call] { openCalls.isEmpty ? [] : openCalls.values.sorted { $0.number < $1.number } }

  package var earlier: [ItemNumber: [Attempt]] { attemptRows.rows }

  package var itemCount: Int { items.count }

  /// The items that are here, or were when both sides last were equal, the trash and the root first.
  package var itemNumbers: [ItemNumber] {
    var numbers: [ItemNumber] = []
    for rawValue in ItemNumber.trash.rawValue...max(items.last, rows.last).rawValue {
      let number = ItemNumber(rawValue)
      if items.contains(number) || rows.contains(number) || openCalls[number] != nil { numbers.append(number) }
    }
    return numbers
  }
}
