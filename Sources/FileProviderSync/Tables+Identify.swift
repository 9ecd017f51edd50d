extension Tables {
  /// A complete listing of a folder: recognises by their place the items whose identifiers are void, level by level,
  /// takes every statement, and makes what is missing a question.
  package mutating func listed(
    _ folder: ItemNumber, as identifier: Identifier, _ statements: [Statement], asked: Moment
  ) {
    guard let row = synced(folder), row.identifier == identifier else { return }
    var seen: Set<ItemNumber> = []
    for statement in statements {
      if number(of: statement.identifier) == nil, let void = voidChild(of: folder, like: statement) {
        bind(void, statement.identifier)
        if tombstones[statement.identifier].map({ $0.moment > asked }) ?? false {
          doubt(statement.identifier, at: asked)
        }
        if statement.kind == .folder { update(void) { $0.wantsListing = asked } }
      }
      observe(statement.identifier, .statement(statement), asked: asked, from: .page)
      if let number = number(of: statement.identifier) { seen.insert(number) }
    }
    var isComplete = true
    for child in syncedChildren(of: folder) where !seen.contains(child) {
      guard let row = synced(child) else { continue }
      if let identifier = row.identifier {
        observe(identifier, .gone, asked: asked, from: .page)
      } else if row.absences < 2 {
        update(child) { $0.absences += 1 }
        isComplete = isComplete && row.absences == 1
      }
    }
    for identifier in newChildren(of: identifier) where !statements.contains(where: { $0.identifier == identifier }) {
      doubt(identifier, at: asked)
    }
    if isComplete, row.wantsListing.map({ $0 < asked }) ?? false { update(folder) { $0.wantsListing = nil } }
    if row.listed < asked {
      update(folder) {
        $0.listedBefore = $0.listed
        $0.listed = asked
      }
    }
  }

  private func voidChild(of folder: ItemNumber, like statement: Statement) -> ItemNumber? {
    syncedChildren(of: folder).first { child in
      guard let row = synced(child) else { return false }
      return row.identifier == nil && row.place.name == statement.name && row.kind == statement.kind && row.absences < 2
    }
  }

  /// Gives an item its identifier. With paths all that is below a folder loses its identifiers then.
  package mutating func bind(_ number: ItemNumber, _ identifier: Identifier) {
    guard var row = synced(number), row.identifier != identifier else { return }
    let moment = next()
    if let other = self.number(of: identifier) {
      // The provider has given the identifier to this item: the other one has left it.
      update(other) {
        $0.identifier = nil
        $0.absences = 2
      }
      voidChildren(of: other, at: moment, areGone: true)
      doubtChildren(of: identifier, at: moment)
    }
    let old = row.identifier
    row.identifier = identifier
    row.absences = 0
    setSynced(number, row)
    if observed[identifier] != nil { doubt(identifier, at: moment) }
    guard let old else { return }
    leave(old, at: moment, version: row.version)
    if applies(.renumberingVoidsChildren) { voidChildren(of: number, at: moment, areGone: false) }
  }

  private mutating func voidChildren(of folder: ItemNumber, at moment: Moment, areGone: Bool) {
    guard synced(folder)?.kind == .folder else { return }
    update(folder) { $0.wantsListing = areGone ? nil : moment }
    for child in syncedChildren(of: folder) {
      guard let row = synced(child) else { continue }
      update(child) {
        $0.identifier = nil
        $0.absences = areGone ? 2 : 0
      }
      if let old = row.identifier { leave(old, at: moment, version: row.version) }
      voidChildren(of: child, at: moment, areGone: areGone)
    }
  }

  /// What was said of an identifier that was left may concern another item by now.
  private mutating func leave(_ identifier: Identifier, at moment: Moment, version: Version) {
    bury(identifier, at: moment, version: version)
    if observed[identifier] != nil { doubt(identifier, at: moment) }
    doubtChildren(of: identifier, at: moment)
  }

  /// Statements that name a folder's identifier were made before it became another folder's.
  mutating func doubtChildren(of identifier: Identifier, at moment: Moment) {
    for child in newChildren(of: identifier) + movedChildren(of: identifier) { doubt(child, at: moment) }
  }
}
