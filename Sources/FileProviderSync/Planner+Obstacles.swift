extension Surroundings {
  /// What prevents putting an item at the place where the provider has it. Nil if nothing does.
  func obstacle(toPlacing number: ItemNumber?, at place: Place, _ statement: Statement? = nil) -> Step? {
    let parent = place.parent
    if let observation = observation(of: parent), observation.isStale, let identifier = synced(parent)?.identifier {
      return .ask(identifier)
    }
    if !isFolder(parent) { return contradiction(number, statement, with: [parent]) }
    if parent != .root, local(parent) == nil {
      guard synced(parent) != nil else { return contradiction(number, statement, with: []) }
      if let circle = deletedCircle(from: parent) { return askOlder(circle) }
      return applies(.newItemsKeepDeletedFolders) ? planRestoring(parent) : .wait(.item(parent))
    }
    if let number, let circle = circle(placing: number, in: parent) { return circle }
    guard let holder = localHolder(of: place), holder != number else { return nil }
    return displace(holder, from: place, for: number, statement)
  }

  /// Folders that were deleted here, and that are each in the next by what was last reported of them: not all of that can be true.
  private func deletedCircle(from folder: ItemNumber) -> [ItemNumber]? {
    var chain = [folder]
    while let parent = providerPlace(of: chain[chain.count - 1])?.parent, parent != .root, local(parent) == nil {
      if chain.contains(parent) { return chain }
      chain.append(parent)
    }
    return nil
  }

  /// The folder goes into one that is below it here: the folder that was moved here goes back.
  private func circle(placing number: ItemNumber, in parent: ItemNumber) -> Step? {
    let chain = [parent] + localAncestors(of: parent)
    guard applies(.circlesAreBroken), let end = chain.firstIndex(of: number) else { return nil }
    let between = chain[..<end]
    for folder in between {
      guard let synced = synced(folder) else { return .rename(folder, to: local(folder)?.place.name ?? "") }
      if providerPlace(of: folder)?.parent != local(folder)?.place.parent {
        return call(folder) == nil || synced.identifier == nil ? .setAside(folder) : .wait(.call(folder))
      }
    }
    return askOlder(between + [number])
  }

  /// Another item has the name here. The provider's item keeps it.
  private func displace(
    _ holder: ItemNumber, from place: Place, for number: ItemNumber?, _ statement: Statement?
  ) -> Step {
    if call(holder) != nil { return .wait(.call(holder)) }
    let rename = Step.rename(holder, to: conflictName(for: place))
    guard let synced = synced(holder) else { return rename }
    if let observation = observation(of: holder), observation.isStale, let identifier = synced.identifier {
      return .ask(identifier)
    }
    // What is gone at the provider may wait for consent, or for items that wait for the name.
    if isGone(holder) { return rename }
    // The provider has moved it into a folder that is not here yet: it need not keep this name.
    guard let there = providerPlace(of: holder) else { return .setAside(holder) }
    if there == place { return contradiction(number, statement, with: [holder]) }
    return there == synced.place ? rename : .setAside(holder)
  }

  private func contradiction(_ number: ItemNumber?, _ statement: Statement?, with others: [ItemNumber]) -> Step {
    if let number { return askOlder(others + [number]) }
    guard let statement else { return .nothing }
    let asked = observation(statement.identifier)?.reported ?? .zero
    let older = others.filter { !$0.isFixed && reported($0) < asked }
    return older.isEmpty ? .ask(statement.identifier) : askOlder(older)
  }
}
