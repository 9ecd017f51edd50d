extension Surroundings {
  /// A known item whose statement differs from `synced`.
  func planObserved(_ number: ItemNumber, _ synced: Synced, _ statement: Statement) -> Step {
    guard let parent = self.number(of: statement.parent) else { return planUnknownParent(of: statement) }
    let place = Place(parent, statement.name)
    if let step = planLateMove(number, synced, replacedBy: statement) { return step }
    // It may be in another folder that has the path of the one that it was in.
    if place == synced.place, statement.version.contents != synced.version.contents, let step = lateMoveAbove(number) {
      return step
    }
    let changesContents = synced.kind != .folder && !statement.hidesTarget && synced.hasOtherContents(statement)
    guard let local = local(number) else {
      guard changesContents, applies(.editsOutliveDeletionsHere) else { return .acknowledge(number) }
      if let step = planReplaced(at: place, statement) { return step }
      // What a call of ours has done late, the user had seen when they deleted the item.
      return switch compare(statement, with: openAttempts(number, synced).compactMap(\.snapshot)) {
      case .unknown: .fetch(statement.identifier)
      case .equal: .acknowledge(number)
      case .other: planRestoring(number)
      }
    }
    let taking: Taking
    switch changesContents ? takeContents(local, synced, statement) : .success(.kept) {
    case .success(let decided): taking = decided
    case .failure(let first): return first.step
    }
    let isMoved = place != synced.place && !openAttempts(number, synced).contains { $0.place == place }
    let target = isMoved || local.isAside ? place : local.place
    if target != local.place || local.isAside, let obstacle = obstacle(toPlacing: number, at: target) {
      return obstacle
    }
    return .take(number, at: target, taking)
  }

  /// The item was replaced here. If the provider has the new bytes at its place, that is one document with the new one.
  private func planReplaced(at place: Place, _ statement: Statement) -> Step? {
    guard applies(.equalBytesAreOne), let holder = localHolder(of: place), synced(holder) == nil,
      let local = local(holder), local.kind == statement.kind, let ours = local.contents, statement.mayHave(ours)
    else { return nil }
    if call(holder) != nil { return .wait(.call(holder)) }
    return switch compare(statement, with: [ours]) {
    case .unknown: .fetch(statement.identifier)
    case .equal(let theirs): .adopt(holder, statement.identifier, theirs)
    case .other: nil
    }
  }

  private func takeContents(
    _ local: LocalItem, _ synced: Synced, _ statement: Statement
  ) -> Result<Taking, StepFirst> {
    let sent = openAttempts(local.number, synced).compactMap(\.snapshot)
    // Written back to what was synced, a document still differs from what a late call has sent.
    let isOurs = isOurs(local, synced)
    guard isOurs || !sent.isEmpty, let ours = local.contents else {
      return .success(.replaced(Discard.equalToSynced(local, synced)))
    }
    guard applies(.conflictsAreCopied) else { return .success(.replaced(nil)) }
    let known = [ours] + sent
    let other: Result<Taking, StepFirst> =
      isOurs
      ? .failure(StepFirst(.conflictCopy(local.number, name: conflictName(for: wantedPlace(of: local)))))
      : .success(.replaced(Discard.equalToSynced(local, synced)))
    guard applies(.equalBytesAreOne) else { return other }
    return switch compare(statement, with: known) {
    case .unknown: .failure(StepFirst(.fetch(statement.identifier)))
    case .equal(let theirs): .success(.known(theirs))
    case .other: other
    }
  }

  /// A deleted item comes back in the state that the provider has.
  func planRestoring(_ number: ItemNumber) -> Step {
    if let observation = observation(of: number), observation.isStale, let identifier = synced(number)?.identifier {
      return .ask(identifier)
    }
    guard let place = providerPlace(of: number) else {
      guard case .statement(let statement)? = observation(of: number)?.report else { return .nothing }
      return planUnknownParent(of: statement)
    }
    return obstacle(toPlacing: number, at: place) ?? .restore(number)
  }

  /// An identifier that no item has yet.
  package func plan(_ identifier: Identifier) -> Step {
    guard number(of: identifier) == nil, let observation = observation(identifier) else { return .nothing }
    if observation.isStale { return .ask(identifier) }
    guard case .statement(let statement) = observation.report else { return .drop(identifier) }
    guard let parent = number(of: statement.parent) else { return planUnknownParent(of: statement) }
    if call(parent) != nil { return .wait(.call(parent)) }
    if !isFolder(parent) { return askOlder(statement, parent) }
    if !parent.isFixed, synced(parent)?.wantsListing != nil { return .list(parent) }
    if let call = maker(of: statement, observation.reported, isOpen: nil) { return .wait(.call(call.number)) }
    if let item = formerHolder(of: identifier, statement.version) { return .wait(.item(item)) }
    let place = Place(parent, statement.name)
    if let step = lateMove(to: place, statement, observation.reported) { return step }
    if let holder = localHolder(of: place), synced(holder) == nil {
      return planMeeting(holder, identifier, statement)
    }
    return obstacle(toPlacing: nil, at: place, statement) ?? .create(identifier)
  }

  /// A call that may have made what was reported, of those that are open, or given up, or of all. Calls that were begun later have not made it.
  ///
  /// Others may have moved or edited it by now. With paths, what the call has made may have had the identifier of what took its place, whatever that is.
  func maker(of statement: Statement, _ reported: Moment, isOpen: Bool?, except number: ItemNumber? = nil) -> Call? {
    guard applies(.unknownItemsWaitForCalls) else { return nil }
    let states = isOpen.map { [$0] } ?? [true, false]
    let ofKind = states.compactMap { firstCall(placing: statement.kind, isOpen: $0, except: number) }
    if let call = ofKind.first(where: { $0.begun < reported }) { return call }
    guard !keepsIdentifiers, let parent = self.number(of: statement.parent) else { return nil }
    return calls(to: Place(parent, statement.name)).first {
      $0.wish != .delete && $0.number != number && states.contains($0.ended == nil) && $0.begun < reported
    }
  }

  /// With paths, an item that a call has moved late is new under its new identifier: what was to be moved there, or was
  /// moved there here, is asked for first.
  private func lateMove(to place: Place, _ statement: Statement, _ reported: Moment) -> Step? {
    guard applies(.attemptsAreRemembered), !keepsIdentifiers else { return nil }
    for number in attempted(place) + (localHolder(of: place).map { [$0] } ?? []) {
      guard let synced = synced(number), synced.kind == statement.kind, synced.place != place else { continue }
      if !isGone(number), let step = certainty(of: number, since: reported) { return step }
      if isSought(number, synced) { return .wait(.item(number)) }
    }
    return nil
  }

  /// Something new at the provider has the place of something new here.
  private func planMeeting(_ number: ItemNumber, _ identifier: Identifier, _ statement: Statement) -> Step {
    guard let local = local(number) else { return .nothing }
    if call(number) != nil { return .wait(.call(number)) }
    let aside = Step.rename(number, to: conflictName(for: local.place))
    guard local.kind == statement.kind else { return aside }
    guard local.kind != .folder, !statement.hidesTarget else { return .adopt(number, identifier, local.contents) }
    guard applies(.equalBytesAreOne) else { return aside }
    let known = (local.contents.map { [$0] } ?? []) + attempts(number).compactMap(\.snapshot)
    return switch compare(statement, with: known) {
    case .unknown: .fetch(identifier)
    case .equal(let theirs): .adopt(number, identifier, theirs)
    case .other: aside
    }
  }

  /// The parent that a statement names is unknown: it is asked for, or the statement is out of date.
  func planUnknownParent(of statement: Statement) -> Step {
    let parent = statement.parent
    guard let observation = observation(parent), !observation.isStale else { return .ask(parent) }
    return .wait(.identifier(parent))
  }

  private func askOlder(_ statement: Statement, _ parent: ItemNumber) -> Step {
    let asked = observation(statement.identifier)?.reported ?? .zero
    guard reported(parent) < asked else { return .ask(statement.identifier) }
    return askOlder([parent])
  }
}

/// A step that has to come first.
private struct StepFirst: Error {
  let step: Step

  init(_ step: Step) { self.step = step }
}
