extension Tables {
  /// A complete listing of a folder: recognises by their place the items whose identifiers are void, level by level,
  /// takes every statement, and makes what is missing a question.
  package mutating func listed(
    _ folder: ItemNumber, as identifier: Identifier, _ statements: [Statement], asked: Moment
  ) {
    guard let row = synced(folder), row.identifier == identifier else { return }
    var seen: Set<ItemNumber> = []
    for statement in statements {
      // An item of another folder that has had the identifier has left it with its folder.
      let holder = number(of: statement.identifier).flatMap { synced($0) }
      if holder?.place.parent != folder, let void = voidChild(of: folder, like: statement) {
        bind(void, statement.identifier)
        if tombstones[statement.identifier].map({ $0 > asked }) ?? false {
          makeStale(statement.identifier, at: asked)
        }
        if statement.kind == .folder { update(void) { $0.wantsListing = asked } }
      }
      observe(statement.identifier, .statement(statement), asked: asked, from: .listing)
      if let number = number(of: statement.identifier) { seen.insert(number) }
    }
    var isComplete = true
    for child in syncedChildren(of: folder) where !seen.contains(child) {
      guard let row = synced(child) else { continue }
      if let identifier = row.identifier {
        observe(identifier, .gone, asked: asked, from: .listing)
      } else if row.absences < 2 {
        update(child) { $0.absences += 1 }
        isComplete = isComplete && row.absences == 1
      }
    }
    let listed = Set(statements.map(\.identifier))
    for identifier in arrivals(in: identifier) where !listed.contains(identifier) { makeStale(identifier, at: asked) }
    if isComplete, row.wantsListing.map({ $0 < asked }) ?? false { update(folder) { $0.wantsListing = nil } }
    if row.listed < asked {
      update(folder) {
        $0.listedBefore = $0.listed
        $0.listed = asked
      }
    }
  }

  /// Of two that were at the same place, the one with that version, or the one that was still there when its folder was
  /// moved. Where both seemed gone by then, the one that was there last.
  private func voidChild(of folder: ItemNumber, like statement: Statement) -> ItemNumber? {
    var found: (number: ItemNumber, row: Synced)?
    for child in syncedHolders(of: Place(folder, statement.name)) {
      guard let row = synced(child), row.identifier == nil, !row.isReleased, row.kind == statement.kind
      else { continue }
      if let found, !isLikelier(row, than: found.row, as: statement) { continue }
      found = (child, row)
    }
    return found?.number
  }

  private func isLikelier(_ row: Synced, than other: Synced, as statement: Statement) -> Bool {
    let (isSame, isOtherSame) = (row.version == statement.version, other.version == statement.version)
    if isSame != isOtherSame { return isSame }
    return row.isSuspect == other.isSuspect ? row.moment > other.moment : other.isSuspect
  }

  /// Gives an item its identifier. With paths all that is below a folder loses its identifiers then.
  ///
  /// `isAnswer` says that the call that did it was answered: what was below the folder was not asked about meanwhile.
  package mutating func bind(_ number: ItemNumber, _ identifier: Identifier, isAnswer: Bool = false) {
    guard var row = synced(number), row.identifier != identifier else { return }
    let moment = next()
    if let other = self.number(of: identifier) {
      // The provider has given the identifier to this item: the other one has left it.
      release(identifier, at: moment)
      voidChildren(of: other, at: moment, .gone)
    }
    let old = row.identifier
    let isRenamed = old != nil || row.isReleased
    row.identifier = identifier
    row.former = nil
    row.absences = 0
    row.isSuspect = false
    setSynced(number, row)
    if observed[identifier] != nil { makeStale(identifier, at: moment) }
    if let old { leave(old, at: moment) }
    guard isRenamed, applies(.renumberingVoidsChildren) else { return }
    voidChildren(of: number, at: moment, isAnswer ? .moved : .movedUnseen)
  }

  /// What has become of the items below a folder whose identifier they do not name any more.
  private enum Fate {
    case gone
    /// The folder was moved. What was gone before stays so.
    case moved
    /// The folder was moved some time ago: what seemed gone since may have been moved with it.
    case movedUnseen
  }

  private mutating func voidChildren(of folder: ItemNumber, at moment: Moment, _ fate: Fate) {
    guard synced(folder)?.kind == .folder else { return }
    update(folder) {
      $0.wantsListing = fate == .gone ? nil : moment
      // What was listed may have been another folder, which has the former path by now.
      ($0.listed, $0.listedBefore) = (.zero, .zero)
    }
    for child in syncedChildren(of: folder) {
      guard let row = synced(child) else { continue }
      let isGone = fate == .gone || fate == .moved && row.isReleased
      update(child) {
        $0.former = fate == .moved ? nil : row.identifier ?? row.former
        $0.identifier = nil
        $0.absences = isGone ? 2 : 0
        $0.isSuspect = row.isReleased || row.isSuspect
      }
      if let old = row.identifier { leave(old, at: moment) }
      voidChildren(of: child, at: moment, isGone ? .gone : fate)
    }
  }

  /// The item may be at the identifier that it had before its folder left.
  mutating func reclaim(_ number: ItemNumber) {
    guard var row = synced(number), let former = row.former, self.number(of: former) == nil else { return }
    let moment = next()
    (row.identifier, row.former, row.absences, row.isSuspect) = (former, nil, 0, false)
    if row.kind == .folder { row.wantsListing = moment }
    setSynced(number, row)
    makeStale(former, at: moment)
  }

  /// What was reported of an identifier that was left may concern another item by now.
  private mutating func leave(_ identifier: Identifier, at moment: Moment) {
    bury(identifier, at: moment)
    if observed[identifier] != nil { makeStale(identifier, at: moment) }
  }

  /// Statements that name a folder's identifier were made before it became another folder's.
  mutating func makeChildrenStale(of identifier: Identifier, at moment: Moment) {
    for child in arrivals(in: identifier) { makeStale(child, at: moment) }
  }
}
