extension Surroundings {
  /// The next step for an item: both directions in one decision.
  ///
  /// The order is: the end of an open call, then certainty about the item, then what the provider reports, then what
  /// changed here. Where items wait for each other's names in a cycle, one of them gets a temporary name first.
  package func plan(_ number: ItemNumber) -> Step {
    let step = planned(number)
    guard case .wait(.name(let holder)) = step, applies(.nameCyclesAreBroken) else { return step }
    return closesCycle(from: holder, to: number) ? callWithTemporaryName(number) ?? step : step
  }

  private func planned(_ number: ItemNumber) -> Step {
    if let call = call(number) { return call.ended == nil ? .wait(.call(number)) : resolve(call) }
    guard let synced = synced(number) else { return local(number).map(planCreated) ?? .nothing }
    guard let identifier = synced.identifier else {
      guard isGone(number) else { return identify(synced) }
      if let former = synced.former, self.number(of: former) == nil { return .reclaim(number) }
      return planGone(number, synced, isImplied: false)
    }
    let observation = observation(identifier)
    if let observation, observation.isStale { return .ask(identifier) }
    if isGone(number) { return planGone(number, synced, isImplied: true) }
    if synced.wantsListing != nil { return .list(number) }
    if case .statement(let statement)? = observation?.report {
      return planObserved(number, synced, statement)
    }
    guard let local = local(number) else { return planDeletion(number, synced) }
    if !local.isAside, let name = originalName(of: local.place.name) {
      return .rename(number, to: freePlace(Place(local.place.parent, name)).name)
    }
    if local.isAside { return obstacle(toPlacing: number, at: synced.place) ?? .place(number, at: synced.place) }
    return planChanges(local, synced)
  }

  /// Follows who waits for whom.
  private func closesCycle(from holder: ItemNumber, to number: ItemNumber) -> Bool {
    var current = holder
    for _ in 0..<100 {
      if current == number { return true }
      guard case .wait(let wait) = planned(current) else { return false }
      switch wait {
      case .item(let next), .name(let next): current = next
      case .call, .identifier, .consent, .changes: return false
      }
    }
    return false
  }

  private func callWithTemporaryName(_ number: ItemNumber) -> Step? {
    guard let local = local(number) else { return nil }
    guard let synced = synced(number) else {
      // The parent is named in the call, so it has to be ready; until then another item of the cycle goes first.
      guard ready(local.place.parent) == nil else { return nil }
      return .call(creation(of: local, name: freeTemporaryName(number, in: local.place.parent)))
    }
    // Into the new folder at once, since the old one may wait for the item to leave it.
    let isReady = ready(local.place.parent) == nil && providerCircle(local) == nil
    let parent = isReady ? local.place.parent : synced.place.parent
    let place = Place(parent, freeTemporaryName(number, in: parent))
    guard synced.place != place else { return nil }
    return openCallBelow(number) ?? .call(modification(of: local, synced, place: place, contents: nil))
  }

  /// A name that no other machine chooses, with the item's own name behind it.
  package func temporaryName(_ number: ItemNumber) -> String {
    let name = synced(number)?.place.name ?? local(number)?.place.name ?? ""
    return "\(temporaryPrefix)\(number.rawValue) \(originalName(of: name) ?? name)"
  }

  /// The same, or another one if the provider has refused that: what an earlier call has made may have it.
  private func freeTemporaryName(_ number: ItemNumber, in parent: ItemNumber) -> String {
    let name = temporaryName(number)
    guard collision(number)?.place == Place(parent, name), let original = originalName(of: name) else { return name }
    return "\(temporaryPrefix)\(number.rawValue)-\(attempts(number).count) \(original)"
  }

  private var temporaryPrefix: String { ".sync-\(machine)-" }

  private func originalName(of name: String) -> String? {
    guard name.hasPrefix(temporaryPrefix), let space = name.firstIndex(of: " ") else { return nil }
    return String(name[name.index(after: space)...])
  }

  /// What has to be done before a folder, or an item, can be named in a call. Nil if nothing has.
  func ready(_ number: ItemNumber) -> Step? {
    guard !number.isFixed else { return nil }
    guard let synced = synced(number) else { return .wait(.item(number)) }
    if call(number) != nil || isGone(number) { return .wait(.item(number)) }
    guard let identifier = synced.identifier else { return identify(synced) }
    if let observation = observation(identifier), observation.isStale { return .ask(identifier) }
    return openCallAbove(number).map { .wait(.item($0)) }
  }

  /// What has to be done before it is known that the provider still had an item at some moment.
  func certainty(of number: ItemNumber, since moment: Moment) -> Step? {
    guard let synced = synced(number) else { return nil }
    if call(number) != nil { return .wait(.call(number)) }
    guard let identifier = synced.identifier else { return identify(synced) }
    return observation(identifier)?.isStale == true || reported(number) < moment ? .ask(identifier) : nil
  }

  /// With paths, a call on a folder above may name the item anew.
  func openCallAbove(_ number: ItemNumber) -> ItemNumber? {
    syncedAncestors(of: number).first { call($0) != nil }
  }

  /// An item whose identifier is void is recognised by its place, when the level that it is in is listed.
  func identify(_ synced: Synced) -> Step {
    let parent = synced.place.parent
    if let call = call(parent) { return .wait(.item(call.number)) }
    guard let folder = self.synced(parent) else { return .wait(.item(parent)) }
    return folder.identifier == nil ? identify(folder) : .list(parent)
  }

  /// Two statements cannot both be true: the one that is older is asked about again.
  func askOlder(_ numbers: [ItemNumber]) -> Step {
    let oldest = numbers.filter { !$0.isFixed && isKnownGone($0) != true }.min { reported($0) < reported($1) }
    guard let oldest, let synced = synced(oldest) else { return .nothing }
    return synced.identifier.map { .ask($0) } ?? identify(synced)
  }
}
