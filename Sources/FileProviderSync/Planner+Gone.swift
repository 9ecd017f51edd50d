extension Surroundings {
  /// An item that the provider does not have any more.
  ///
  /// `isImplied` says that only a folder above is known to be gone: the item itself may have been moved before.
  func planGone(_ number: ItemNumber, _ synced: Synced, isImplied: Bool) -> Step {
    if let step = openCallAbove(number) { return .wait(.item(step)) }
    let lateMove = planLateMove(number, synced)
    // What a wait for the folder waits for may wait for this.
    if let lateMove, !lateMove.isWait { return lateMove }
    if let step = lateMoveAbove(number) ?? lateMove ?? newFolder(above: number) { return step }
    guard let local = local(number) else {
      // The deletion here holds for the item wherever the provider has it.
      if isImplied, let identifier = synced.identifier { return .ask(identifier) }
      if let child = firstSyncedChild(of: number) { return .wait(.item(child)) }
      return .forget(number)
    }
    let isOurs = isOurs(local, synced)
    if isImplied, isOurs || local.place != synced.place, let identifier = synced.identifier {
      return .ask(identifier)
    }
    if isImplied, let identifier = synced.identifier, let step = implication(of: number, identifier) { return step }
    if holdsRemovals, applies(.massDeletionsAreHeld) { return .wait(.consent) }
    if local.isAside, isOurs || firstChild(of: number) != nil {
      let wanted = wantedPlace(of: local)
      // The folder that it would be in may be in this one by now.
      let isBelow = wanted.parent == number || localAncestors(of: wanted.parent).contains(number)
      return .place(number, at: freePlace(isBelow ? Place(.root, wanted.name) : wanted))
    }
    if isOurs {
      return applies(.editsOutliveDeletionsThere) ? .unbind(number) : .remove(number, nil)
    }
    if let child = firstStayingChild(of: number) {
      // It may leave, on the provider's word. Otherwise something that the other side has not seen keeps the folder.
      return observation(of: child) == nil ? .unbind(number) : .wait(.item(child))
    }
    if let child = firstChild(of: number) { return .wait(.item(child)) }
    return .remove(number, Discard.equalToSynced(local, synced))
  }

  /// What has to be done before an item is known to be gone with a folder above it: it may have been moved out before.
  private func implication(of number: ItemNumber, _ identifier: Identifier) -> Step? {
    let folders = syncedAncestors(of: number)
    let folder = folders.first { isKnownGone($0) == true }
    let gone = folder.flatMap { synced($0)?.moment } ?? .zero
    let between = folders.prefix { $0 != folder }
    guard reported(number) < gone else {
      // It was there after that, so one of the folders in between was moved out, or is gone by now.
      return between.first { reported($0) < gone }.flatMap { ask($0) }
    }
    // That may be among the changes that were lost, of the item or of a folder in between.
    if reported(number) < expired { return .ask(identifier) }
    if let moved = between.first(where: { reported($0) < expired }) { return ask(moved) }
    return changesRead < gone ? .wait(.changes) : nil
  }

  private func ask(_ number: ItemNumber) -> Step? {
    synced(number).map { row in row.identifier.map { .ask($0) } ?? identify(row) }
  }

  /// With paths, a folder above that was moved late has taken the item with it.
  func lateMoveAbove(_ number: ItemNumber) -> Step? {
    lateMove(of: syncedAncestors(of: number), since: reported(number), notInto: [number])
  }

  /// With paths: what has to be done before it is known that folders still had their paths at `moment`. A late move may have
  /// taken one away with all that was in it, and another folder may have its path. Where `items` are does not depend on themselves.
  func lateMove(of folders: [ItemNumber], since moment: Moment, notInto items: [ItemNumber]) -> Step? {
    guard !keepsIdentifiers else { return nil }
    for folder in folders where !items.contains(folder) {
      guard let synced = synced(folder) else { continue }
      let isMoved = newFolder(above: folder, notInto: items) != nil
      if isGone(folder) {
        if isMoved { return .wait(.item(folder)) }
      } else {
        let moves = moves(folder, synced, among: attempts(folder)).compactMap(\.place)
        if !isMoved, !moves.contains(where: { !isInside($0, items) }) { continue }
        if let step = certainty(of: folder, since: moment) { return step }
      }
      if isSought(folder, synced, notInto: items) { return .wait(.item(folder)) }
    }
    return nil
  }

  /// With paths: whether an item is still looked for where a late move may have put it. It is gone, or what is at its place
  /// has another version, and may be another item.
  func isSought(_ number: ItemNumber, _ synced: Synced, notInto items: [ItemNumber] = []) -> Bool {
    if isGone(number) { return planLateMove(number, synced, notInto: items) != nil }
    guard case .statement(let statement)? = observation(of: number)?.report else { return false }
    return planLateMove(number, synced, replacedBy: statement, notInto: items) != nil
  }

  /// The attempts that move an item, and its move here to a folder that the provider has, or may have by now: a call whose
  /// row a power cut took may have done that. Nothing but the version proves it then, so it has no base.
  func moves(_ number: ItemNumber, _ synced: Synced, among attempts: [Attempt]) -> [Attempt] {
    var moves = attempts.filter { $0.place ?? synced.place != synced.place }
    if let local = local(number), !local.isAside, local.place != synced.place,
      self.synced(local.place.parent) != nil || call(local.place.parent) != nil
    {
      moves.append(
        Attempt(Call(number: number, wish: .modify, kind: synced.kind, place: local.place, fields: local.fields)))
    }
    return moves
  }

  /// With paths, a power cut may have taken the rows of the calls that have made a folder and moved the item into it: when
  /// the folder is made again, it is looked for there.
  private func newFolder(above number: ItemNumber, notInto items: [ItemNumber] = []) -> Step? {
    guard !keepsIdentifiers, let local = local(number), !local.isAside, local.place != synced(number)?.place,
      !isInside(local.place, items)
    else { return nil }
    let parent = local.place.parent
    return synced(parent) == nil && call(parent) == nil ? .wait(.item(parent)) : nil
  }

  private func isInside(_ place: Place, _ folders: [ItemNumber]) -> Bool {
    !folders.isEmpty && ([place.parent] + localAncestors(of: place.parent)).contains { folders.contains($0) }
  }

  /// With paths, a move of a gone item that seemed not to have happened may have come late: the item is looked for where it
  /// went.
  func planLateMove(_ number: ItemNumber, _ synced: Synced, notInto items: [ItemNumber] = []) -> Step? {
    // One that names another version than was there last has not come.
    let attempts = openAttempts(number, synced)
    var moves = moves(number, synced, among: attempts)
    if attempts.contains(where: { $0.place ?? synced.place != synced.place }) {
      // A call whose row a power cut took may have moved it back.
      let call = Call(number: number, wish: .modify, kind: synced.kind, place: synced.place, fields: synced.fields)
      moves.insert(Attempt(call), at: 0)
    }
    return planLateMove(number, synced, among: moves, notInto: items)
  }

  /// The same where the provider has another version at the place: with paths, that may be another item.
  func planLateMove(
    _ number: ItemNumber, _ synced: Synced, replacedBy statement: Statement, notInto items: [ItemNumber] = []
  ) -> Step? {
    guard isAt(synced.place, statement), statement.version.contents != synced.version.contents else { return nil }
    let moves = openAttempts(number, synced).filter { $0.place ?? synced.place != synced.place }
    return planLateMove(number, synced, among: moves, notInto: items)
  }

  /// A move into one of `items` came after that had left what is looked for. Where one place has to be waited for, the item is
  /// looked for at the others first: what is waited for may wait for that.
  private func planLateMove(
    _ number: ItemNumber, _ synced: Synced, among moves: [Attempt], notInto items: [ItemNumber] = []
  ) -> Step? {
    guard !keepsIdentifiers else { return nil }
    var wait: Step?
    for attempt in moves.reversed() {
      guard let place = attempt.place, !isInside(place, items) else { continue }
      // What is there may be what an open call has put there.
      if let call = calls(to: place).first(where: { $0.number != number }) {
        wait = wait ?? .wait(.call(call.number))
        continue
      }
      let move = Call(
        number: number, wish: .modify, kind: synced.kind, base: synced.version, place: place,
        snapshot: attempt.snapshot)
      let sent = attempt.base == nil ? nil : attempt.snapshot ?? synced.contents
      switch search(for: move, at: place, since: reported(number), sent: sent, notInto: items) {
      case .found(let identifier): return .recognise(number, identifier, at: place, attempt)
      case .first(.wait(let first)): wait = wait ?? .wait(first)
      case .first(let step): return step
      case .absent: continue
      }
    }
    return wait
  }
}
