extension Surroundings {
  /// An item that is new here.
  func planCreated(_ local: LocalItem) -> Step {
    if let step = ready(local.place.parent) { return step }
    if let step = nameObstacle(local) { return step }
    return .call(creation(of: local, name: local.place.name))
  }

  /// A known item, with whatever changed here.
  func planChanges(_ local: LocalItem, _ synced: Synced) -> Step {
    let isMoved = local.place != synced.place
    let isEdited = isEdited(local, synced)
    guard isMoved || isEdited || local.fields != synced.fields else { return .nothing }
    if let step = openCallAbove(local.number) { return .wait(.item(step)) }
    if isMoved {
      if let step = ready(local.place.parent) ?? providerCircle(local) ?? nameObstacle(local) { return step }
      if let step = openCallBelow(local.number) { return step }
    }
    return .call(
      modification(of: local, synced, place: isMoved ? local.place : nil, contents: isEdited ? local.contents : nil))
  }

  /// An item that was deleted here: from the bottom up, each with its version.
  func planDeletion(_ number: ItemNumber, _ synced: Synced) -> Step {
    if let step = openCallAbove(number) { return .wait(.item(step)) }
    if applies(.foldersAreDeletedFromBelow), let identifier = synced.identifier {
      if let child = firstRemainingChild(of: number) {
        if local(child)?.isAside == true { return planRestoring(number) }
        return self.synced(child)?.identifier == nil && !isGone(child)
          ? identify(self.synced(child)!) : .wait(.item(child))
      }
      if let child = firstMovedChild(of: identifier) { return .wait(.item(self.number(of: child) ?? number)) }
      if let child = firstNewChild(of: identifier) { return .wait(.identifier(child)) }
    }
    if let step = openCallBelow(number) { return step }
    return .call(
      Call(
        number: number, wish: .delete, kind: synced.kind, identifier: synced.identifier,
        base: applies(.callsNameVersions) ? synced.version : nil))
  }

  func creation(of local: LocalItem, name: String) -> Call {
    Call(
      number: local.number, wish: .create, kind: local.kind, place: Place(local.place.parent, name),
      parent: synced(local.place.parent)?.identifier, snapshot: local.contents, fields: local.fields,
      mayAlreadyExist: !attempts(local.number).isEmpty)
  }

  func modification(of local: LocalItem, _ synced: Synced, place: Place?, contents: Contents?) -> Call {
    Call(
      number: local.number, wish: .modify, kind: local.kind, identifier: synced.identifier,
      base: applies(.callsNameVersions) ? synced.version : nil, place: place,
      parent: place.flatMap { self.synced($0.parent)?.identifier }, snapshot: contents, fields: local.fields)
  }

  /// The name that is wanted is another item's at the provider.
  private func nameObstacle(_ local: LocalItem) -> Step? {
    let place = local.place
    if place.parent == .trash { return nil }
    if let call = calls(to: place).first(where: { $0.number != local.number }) {
      return .wait(.name(call.number))
    }
    if let holder = providerHolder(of: place), holder != local.number { return yield(local, to: holder) }
    if let identifier = newHolder(of: place) { return .wait(.identifier(identifier)) }
    guard let collision = collision(local.number), collision.place == place else { return nil }
    // The provider has refused the name, because its rules find another name equal.
    if let holder = number(of: collision.holder.identifier) {
      guard holder != local.number, providerPlace(of: holder) == Place(place.parent, collision.holder.name) else {
        return nil
      }
      return yield(local, to: holder)
    }
    if let observation = observation(collision.holder.identifier), case .statement(let statement) = observation.report,
      statement.name == collision.holder.name, statement.parent == collision.holder.parent
    {
      return .wait(.identifier(collision.holder.identifier))
    }
    return nil
  }

  /// The holder of the name is waited for if it leaves; otherwise the provider's item keeps the name.
  private func yield(_ local: LocalItem, to holder: ItemNumber) -> Step {
    guard let other = self.local(holder) else { return .wait(.name(holder)) }
    let there = providerPlace(of: holder)
    if call(holder) != nil { return .wait(.name(holder)) }
    if !other.isAside, other.place != there { return .wait(.name(holder)) }
    if observation(of: holder) != nil { return .wait(.item(holder)) }
    return .rename(local.number, to: conflictName(for: local.place))
  }

  /// At the provider the new parent is still below the folder: whichever is moved out of the way goes first.
  func providerCircle(_ moved: LocalItem) -> Step? {
    var current = moved.place.parent
    var chain: [ItemNumber] = []
    while !current.isFixed, chain.count < 1_000 {
      if current == moved.number {
        for folder in chain where local(folder)?.place.parent != providerPlace(of: folder)?.parent {
          return .wait(.item(folder))
        }
        return askOlder(chain)
      }
      chain.append(current)
      guard let parent = providerPlace(of: current)?.parent else { return .wait(.item(current)) }
      current = parent
    }
    return nil
  }

  /// A folder's move may name all that is below it anew, so calls below end first.
  func openCallBelow(_ number: ItemNumber) -> Step? { firstCall(below: number).map { .wait(.item($0)) } }
}
