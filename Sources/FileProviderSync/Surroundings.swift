/// What the planner may look at: one item, its parents and children, the holders of names, and open calls.
package protocol Surroundings {
  func local(_ number: ItemNumber) -> LocalItem?
  func firstChild(of number: ItemNumber) -> ItemNumber?
  /// The first child that is not known to be gone at the provider.
  func firstStayingChild(of number: ItemNumber) -> ItemNumber?
  /// Nil in the trash, where names need not differ.
  func localHolder(of place: Place) -> ItemNumber?
  func synced(_ number: ItemNumber) -> Synced?
  func firstSyncedChild(of number: ItemNumber) -> ItemNumber?
  /// The first of them that was not reported to be in another folder.
  func firstRemainingChild(of number: ItemNumber) -> ItemNumber?
  func syncedHolders(of place: Place) -> [ItemNumber]
  func number(of identifier: Identifier) -> ItemNumber?
  /// The first item of this version that had the identifier before it became void.
  func formerHolder(of identifier: Identifier, _ version: Version) -> ItemNumber?
  func observation(_ identifier: Identifier) -> Observation?
  /// The identifiers that no item has yet, and whose last statement names this parent. Only a mutant looks at all of them.
  func newChildren(of identifier: Identifier) -> [Identifier]
  func firstNewChild(of identifier: Identifier) -> Identifier?
  /// The first of them that the provider has to be asked for.
  func firstStaleChild(of identifier: Identifier) -> Identifier?
  /// The first known item whose last statement names this parent, and which was synced in another.
  func firstMovedChild(of identifier: Identifier) -> Identifier?
  /// All whose last statement, not yet applied, names this place.
  func reported(in identifier: Identifier, named name: String) -> [Identifier]
  /// All whose last statement names this parent and the operation that made them.
  func reported(in identifier: Identifier, madeBy operation: String) -> [Identifier]
  func call(_ number: ItemNumber) -> Call?
  /// The calls that ask for a place.
  func calls(to place: Place) -> [Call]
  /// The first item in a call below a folder, or that a call puts there.
  func firstCall(below folder: ItemNumber) -> ItemNumber?
  /// The first call that was begun of those that give something of this kind a place. An open one may still be answered.
  func firstCall(placing kind: Kind, isOpen: Bool, except number: ItemNumber?) -> Call?
  func attempts(_ number: ItemNumber) -> [Attempt]
  /// The items that an attempt would have put at this place.
  func attempted(_ place: Place) -> [ItemNumber]
  func collision(_ number: ItemNumber) -> Collision?
  /// The hash of a version's bytes, where a download has shown it.
  func contents(of version: Version) -> Contents?
  /// Whether identifiers are known not to be paths.
  var keepsIdentifiers: Bool { get }
  /// When the changes since some anchor were last found to be lost.
  var expired: Moment { get }
  /// When the changes were last asked for that have been read to their end.
  var changesRead: Moment { get }
  /// Whether any item is known to be gone.
  var hasReleased: Bool { get }
  /// Whether the guard holds what the provider reports as gone.
  var holdsRemovals: Bool { get }
  /// The name of this machine in conflict names, and its own prefix for temporary names.
  var machine: String { get }
  var disabled: Rules { get }
}

extension Surroundings {
  func applies(_ rule: Rules) -> Bool { !disabled.contains(rule) }

  /// The attempts that the provider may still let happen: it has the version that they name.
  func openAttempts(_ number: ItemNumber, _ synced: Synced) -> [Attempt] {
    guard applies(.attemptsAreRemembered) else { return [] }
    return attempts(number).filter { $0.base == nil || $0.base == synced.version }
  }

  /// What is observed of a known item, if anything.
  func observation(of number: ItemNumber) -> Observation? {
    synced(number)?.identifier.flatMap { observation($0) }
  }

  /// Where the provider has a known item, so far as its parent is known.
  package func providerPlace(of number: ItemNumber) -> Place? {
    guard let synced = synced(number) else { return nil }
    guard case .statement(let statement)? = observation(of: number)?.report else { return synced.place }
    return self.number(of: statement.parent).map { Place($0, statement.name) }
  }

  func isAt(_ place: Place, _ statement: Statement) -> Bool {
    statement.name == place.name && number(of: statement.parent) == place.parent
  }

  /// Whether the provider is known not to have the item any more: confirmed of itself, or of a folder above it.
  package func isGone(_ number: ItemNumber) -> Bool {
    guard hasReleased else { return false }
    if let known = isKnownGone(number) { return known }
    for folder in syncedAncestors(of: number) {
      if let known = isKnownGone(folder) { return known }
    }
    return false
  }

  /// Whether other items can be in an item at the provider.
  func isFolder(_ number: ItemNumber) -> Bool {
    number.isFixed || !isGone(number) && synced(number)?.kind ?? .folder == .folder
  }

  /// What is known of the item itself. Nil if it is where it was, so that the folder above decides.
  func isKnownGone(_ number: ItemNumber) -> Bool? {
    guard !number.isFixed, let synced = synced(number) else { return false }
    guard let identifier = synced.identifier else { return synced.isReleased ? true : nil }
    return observation(identifier) == nil ? nil : false
  }

  /// The folders above as they were last synced, the nearest first, without the root.
  ///
  /// While moves are taken one by one the rows may lead in a circle: it is followed once.
  package func syncedAncestors(of number: ItemNumber) -> [ItemNumber] {
    var ancestors: [ItemNumber] = []
    var above = synced(number)?.place.parent
    while let folder = above, !folder.isFixed, folder != number, !ancestors.contains(folder) {
      ancestors.append(folder)
      above = synced(folder)?.place.parent
    }
    return ancestors
  }

  /// Where an item belongs: an item set aside has no place of its own.
  package func wantedPlace(of local: LocalItem) -> Place {
    guard local.isAside, let place = synced(local.number)?.place else { return local.place }
    return self.local(place.parent) == nil ? Place(.root, place.name) : place
  }

  func isEdited(_ local: LocalItem, _ synced: Synced) -> Bool {
    local.contents != nil && local.contents != synced.contents
  }

  /// Whether nothing proves that the provider has had the contents that are here.
  func isOurs(_ local: LocalItem, _ synced: Synced) -> Bool {
    local.contents != nil && Discard.equalToSynced(local, synced) == nil
  }

  /// The bytes that a statement is about, where they are known.
  func contents(of statement: Statement) -> Contents? {
    statement.kind == .link ? statement.target : contents(of: statement.version)
  }

  /// Compares the bytes that a statement is about with some that are known. They are downloaded only if the size is one of theirs.
  func compare(_ statement: Statement, with known: [Contents]) -> Comparison {
    guard known.contains(where: { statement.mayHave($0) }) else { return .other }
    guard let theirs = contents(of: statement) else { return statement.kind == .link ? .other : .unknown }
    return known.contains(theirs) ? .equal(theirs) : .other
  }

  /// When the provider last reported something of an item.
  func reported(_ number: ItemNumber) -> Moment {
    max(synced(number)?.moment ?? .zero, observation(of: number)?.reported ?? .zero)
  }

  /// The folders above in the local tree, the nearest first, without the root.
  func localAncestors(of number: ItemNumber) -> [ItemNumber] {
    var ancestors: [ItemNumber] = []
    var current = number
    while let parent = local(current)?.place.parent, !parent.isFixed, ancestors.count < 1_000 {
      ancestors.append(parent)
      current = parent
    }
    return ancestors
  }

  /// A name beside `name` that nobody has, here or at the provider.
  func conflictName(for place: Place) -> String {
    var count = 1
    while true {
      let name = "\(place.name) (conflict \(machine) \(count))"
      if localHolder(of: Place(place.parent, name)) == nil, providerHolder(of: Place(place.parent, name)) == nil {
        return name
      }
      count += 1
    }
  }

  /// The place itself if it is free, otherwise one beside it.
  func freePlace(_ place: Place) -> Place {
    localHolder(of: place) == nil ? place : Place(place.parent, conflictName(for: place))
  }

  /// The known item that the provider has at a place. One in a call counts until the call has ended.
  func providerHolder(of place: Place) -> ItemNumber? {
    let reported = synced(place.parent)?.identifier.map { self.reported(in: $0, named: place.name) } ?? []
    let holders = Set(syncedHolders(of: place) + reported.compactMap { number(of: $0) })
      .filter { providerPlace(of: $0) == place }.sorted()
    // Items that were observed to move into the folder come last.
    return holders.first { synced($0)?.place.parent == place.parent && (!isGone($0) || call($0) != nil) }
      ?? holders.first { !isGone($0) }
  }

  /// The unknown item that the provider has at a place.
  func newHolder(of place: Place) -> Identifier? {
    guard let folder = synced(place.parent)?.identifier else { return nil }
    return reported(in: folder, named: place.name).first { number(of: $0) == nil }
  }
}
