extension Surroundings {
  /// An item that the provider does not have any more.
  ///
  /// `isImplied` says that only a folder above is known to be gone: the item itself may have been moved before.
  func planGone(_ number: ItemNumber, _ synced: Synced, isImplied: Bool) -> Step {
    if let step = openCallAbove(number) { return .wait(.item(step)) }
    guard let local = local(number) else {
      if let child = syncedChildren(of: number).first { return .wait(.item(child)) }
      return .forget(number)
    }
    if let step = planLateMove(number, synced) { return step }
    let isEdited = isEdited(local, synced)
    if isImplied, isEdited || local.place != synced.place, let identifier = synced.identifier {
      return .ask(identifier)
    }
    if holdsRemovals, applies(.massDeletionsAreHeld) { return .wait(.consent) }
    if local.isAside, isEdited || !localChildren(of: number).isEmpty {
      return .place(number, at: freePlace(wantedPlace(of: local)))
    }
    if isEdited {
      return applies(.editsOutliveDeletionsThere) ? .unbind(number) : .remove(number, nil)
    }
    let children = localChildren(of: number)
    for child in children where self.synced(child) == nil || !isGone(child) {
      // Something that the other side has not seen here keeps the folder.
      if self.synced(child) != nil, let observation = observation(of: child), observation.isStale {
        return .wait(.item(child))
      }
      return .unbind(number)
    }
    if let child = children.first ?? syncedChildren(of: number).first { return .wait(.item(child)) }
    return .remove(number, Discard.equalToSynced(local, synced))
  }

  /// With paths, a move that seemed not to have happened may have come late: the item is looked for where it went.
  private func planLateMove(_ number: ItemNumber, _ synced: Synced) -> Step? {
    guard let attempt = attempts(number).last, let place = attempt.place, place != synced.place,
      applies(.attemptsAreRemembered)
    else { return nil }
    let move = Call(
      number: number, wish: .modify, kind: synced.kind, base: synced.version, place: place, snapshot: attempt.snapshot)
    switch search(for: move, at: place, since: heard(number), sent: attempt.snapshot ?? synced.contents) {
    case .found(let identifier): return .recognise(number, identifier, at: place, attempt.snapshot)
    case .first(let step): return step
    case .absent: return nil
    }
  }
}
