extension Tables {
  /// Carries out a step that is a transaction on this machine. Questions, waits and calls are the caller's.
  package mutating func perform(_ step: Step) {
    switch step {
    case .take(let number, let place, let taking): take(number, at: place, taking)
    case .acknowledge(let number): acknowledge(number)
    case .create(let identifier): create(identifier)
    case .adopt(let number, let identifier, let contents): adopt(number, identifier, contents)
    case .place(let number, let place): move(number, to: place)
    case .setAside(let number): setAside(number)
    case .rename(let number, let name): rename(number, to: name)
    case .conflictCopy(let number, let name): copy(number, name)
    case .restore(let number): restore(number)
    case .remove(let number, _): remove(number)
    case .forget(let number): forget(number)
    case .unbind(let number): unbind(number)
    case .reclaim(let number): reclaim(number)
    case .recognise(let number, let identifier, let place, let sent): recognise(number, identifier, at: place, sent)
    case .drop(let identifier): setObservation(identifier, nil)
    case .confirm(let number, let confirmation): confirm(number, confirmation)
    case .didNotHappen(let number): didNotHappen(number)
    case .nothing, .wait, .ask, .list, .fetch, .call: break
    }
  }

  private mutating func take(_ number: ItemNumber, at place: Place, _ taking: Taking) {
    guard let old = synced(number), var local = local(number), let row = observedRow(number, old, taking) else {
      return
    }
    let isOurs = openAttempts(number, old).contains { $0.fields == row.fields }
    local.fields = Fields.merge(base: isOurs ? row.fields : old.fields, ours: local.fields, theirs: row.fields)
    local.place = place
    local.isAside = false
    if case .replaced = taking { local.contents = row.contentsAtHand }
    setLocal(number, local)
    setSynced(number, row)
  }

  /// The row that says what was observed, and ends the observation.
  private mutating func observedRow(_ number: ItemNumber, _ old: Synced, _ taking: Taking) -> Synced? {
    guard let identifier = old.identifier, let observation = observed[identifier],
      case .statement(let statement) = observation.report, let parent = self.number(of: statement.parent)
    else { return nil }
    var row = old
    row.place = Place(parent, statement.name)
    row.isPlaceWished = false
    row.version = statement.version
    row.fields = statement.fields
    row.moment = observation.reported
    // With paths it may be another folder, made after the one that had the identifier was deleted.
    if row.kind == .folder, row.version.contents != old.version.contents { row.wantsListing = observation.reported }
    switch taking {
    case .kept: break
    case .known(let contents): row.contents = contents
    case .replaced: if !statement.hidesTarget { row.contents = contents(of: statement) }
    }
    if let target = statement.target { (row.contents, row.isTargetAssumed) = (target, false) }
    setObservation(identifier, nil)
    return row
  }

  private mutating func acknowledge(_ number: ItemNumber) {
    guard let old = synced(number), let row = observedRow(number, old, .kept) else { return }
    setSynced(number, row)
  }

  private mutating func create(_ identifier: Identifier) {
    guard case .statement(let statement)? = observed[identifier]?.report, let parent = number(of: statement.parent)
    else { return }
    let number = nextNumber()
    setLocal(
      number,
      LocalItem(
        number: number, place: Place(parent, statement.name), kind: statement.kind, contents: statement.target,
        fields: statement.fields))
    adopt(number, identifier, statement.target)
  }

  private mutating func adopt(_ number: ItemNumber, _ identifier: Identifier, _ contents: Contents?) {
    guard let observation = observed[identifier], case .statement(let statement) = observation.report,
      let parent = self.number(of: statement.parent)
    else { return }
    var row = Synced(
      identifier: identifier, place: Place(parent, statement.name), kind: statement.kind, version: statement.version,
      contents: contents, fields: statement.fields, moment: observation.reported)
    row.isTargetAssumed = statement.hidesTarget
    row.wantsListing = statement.kind == .folder ? observation.reported : nil
    setObservation(identifier, nil)
    forgetAttempts(number)
    // The item was replaced here by this one.
    if let replaced = self.number(of: identifier) {
      setSynced(replaced, nil)
      forgetAttempts(replaced)
    }
    setSynced(number, row)
  }

  private mutating func move(_ number: ItemNumber, to place: Place) {
    guard var local = local(number) else { return }
    local.place = place
    local.isAside = false
    setLocal(number, local)
  }

  /// Out of the way, into the root, until its own place is free.
  private mutating func setAside(_ number: ItemNumber) {
    guard var local = local(number) else { return }
    local.place = Place(.root, temporaryName(number))
    local.isAside = true
    setLocal(number, local)
  }

  private mutating func rename(_ number: ItemNumber, to name: String) {
    guard var local = local(number) else { return }
    local.place.name = name
    setLocal(number, local)
    collisions[number] = nil
  }

  private mutating func copy(_ number: ItemNumber, _ name: String) {
    guard var local = local(number) else { return }
    var copy = local
    copy.number = nextNumber()
    copy.place = Place(wantedPlace(of: local).parent, name)
    copy.isAside = false
    local.contents = local.kind == .link ? synced(number)?.provenContents : nil
    setLocal(number, local)
    setLocal(copy.number, copy)
    forgetAttempts(number)
  }

  private mutating func restore(_ number: ItemNumber) {
    guard let old = synced(number) else { return }
    let row = observedRow(number, old, .replaced(nil)) ?? old
    setSynced(number, row)
    setLocal(
      number,
      LocalItem(
        number: number, place: row.place, kind: row.kind, contents: row.contentsAtHand, fields: row.fields))
  }

  private mutating func remove(_ number: ItemNumber) {
    setLocal(number, nil)
    removals.record(at: minute)
    // What was below it at the provider may be elsewhere here, and needs the row.
    if syncedChildren(of: number).isEmpty {
      forget(number)
    } else if let identifier = synced(number)?.identifier {
      release(identifier, at: next())
    }
  }

  mutating func forget(_ number: ItemNumber) {
    if let row = synced(number), let identifier = row.identifier {
      bury(identifier, at: observed[identifier]?.reported ?? row.moment)
    }
    setSynced(number, nil)
    forgetAttempts(number)
    collisions[number] = nil
  }

  /// The item becomes new here. What is below it is asked about, each by itself.
  private mutating func unbind(_ number: ItemNumber) {
    let moment = next()
    for child in syncedChildren(of: number) {
      guard let identifier = synced(child)?.identifier else {
        update(child) { $0.absences = 2 }
        continue
      }
      if observed[identifier] == nil { makeStale(identifier, at: moment) }
    }
    forget(number)
  }
}
