/// What a search for something that a call has sent comes to.
enum Search {
  case found(Identifier)
  /// This has to be done before it is known.
  case first(Step)
  case absent
}

extension Surroundings {
  /// Looks for what a call has sent at the place that it asked for, in listings asked for after `since`.
  ///
  /// One listing may be cut short, or come from a cache that lags: what two lack is absent.
  ///
  /// `items` are looked for in this folder, or in one that may be in it: it is in none of them.
  func search(
    for call: Call, at place: Place, since: Moment, sent: Contents?, notInto items: [ItemNumber] = []
  ) -> Search {
    let items = items + [call.number]
    guard let folder = synced(place.parent) else {
      // The folder is being made again: with paths a late move finds the new one.
      return self.call(place.parent) == nil ? .absent : .first(.wait(.item(place.parent)))
    }
    if isGone(place.parent) {
      return mayHaveMovedLate(place.parent, folder, notInto: items)
        ? .first(.wait(.item(place.parent))) : .absent
    }
    guard let identifier = folder.identifier else { return .first(identify(folder)) }
    if let observation = observation(identifier), observation.isStale { return .first(.ask(identifier)) }
    guard folder.listed > since else { return .first(.list(place.parent)) }
    let folders = ([place.parent] + syncedAncestors(of: place.parent)).prefix { !isGone($0) }
    if let step = lateMove(of: Array(folders), since: folder.listed, notInto: items) { return .first(step) }
    if let other = another(at: place, like: call, in: identifier) {
      return observation(other)?.isStale == true ? .first(.ask(other)) : .found(other)
    }
    for candidate in candidates(for: call, at: place, in: identifier) {
      guard let observation = observation(candidate) else { continue }
      if observation.isStale { return .first(.ask(candidate)) }
      guard case .statement(let statement) = observation.report, statement.kind == call.kind else { continue }
      switch isSent(statement, by: call, to: place, sent) {
      case nil: return .first(.fetch(candidate))
      case true?:
        // The answer may yet say that another call has made it.
        let isNamed = call.operation != nil && statement.operation == call.operation
        let open = isNamed ? nil : maker(of: statement, observation.reported, isOpen: true, except: call.number)
        return open.map { .first(.wait(.call($0.number))) } ?? .found(candidate)
      case false?: continue
      }
    }
    return folder.listedBefore > since ? .absent : .first(.list(place.parent))
  }

  /// The unknown items that may be what is looked for: of those that are stale, one at a time.
  private func candidates(for call: Call, at place: Place, in folder: Identifier) -> [Identifier] {
    guard applies(.creationsAreKnownByPlace) else { return newChildren(of: folder) }
    var found = Set(reported(in: folder, named: place.name))
    if let operation = call.operation { found.formUnion(reported(in: folder, madeBy: operation)) }
    if let stale = firstStaleChild(of: folder) { found.insert(stale) }
    return found.filter { number(of: $0) == nil }.sorted()
  }

  /// Whether a folder that is gone may be where a call moves it, or an earlier one has moved it, in a folder that is there.
  private func mayHaveMovedLate(_ number: ItemNumber, _ synced: Synced, notInto items: [ItemNumber]) -> Bool {
    if call(number)?.place != nil { return true }
    let moves = moves(number, synced, among: attempts(number))
    guard moves.contains(where: { $0.place.map { !isGone($0.parent) } ?? false }) else { return false }
    return planLateMove(number, synced, notInto: items) != nil
  }

  /// The identifier of another item that may name by now, with paths, what the call has sent.
  private func another(at place: Place, like call: Call, in folder: Identifier) -> Identifier? {
    reported(in: folder, named: place.name).first { identifier in
      guard let other = number(of: identifier), other != call.number, let observation = observation(identifier),
        case .statement(let statement) = observation.report, statement.kind == call.kind
      else { return false }
      // The version is that of the item that is looked for, and not what was there.
      let version = statement.version.contents
      return observation.isStale || version == call.base?.contents && version != synced(other)?.version.contents
    }
  }

  /// Whether a call on another item has moved it to the place: what is there has that item's version.
  private func isMoved(_ statement: Statement, to place: Place, instead number: ItemNumber) -> Bool {
    attempted(place).contains { other in
      guard other != number, let synced = synced(other), synced.kind == statement.kind else { return false }
      return synced.version.contents == statement.version.contents
    }
  }

  /// Exact evidence alone: the operation's name, or the place with the bytes. Nil if the bytes have to be fetched.
  private func isSent(_ statement: Statement, by call: Call, to place: Place, _ sent: Contents?) -> Bool? {
    let comparison = sent.map { compare(statement, with: [$0]) } ?? .other
    if call.operation != nil, statement.operation == call.operation {
      // Ours. Its bytes may be somebody else's by now.
      if case .unknown = comparison { return nil }
      return true
    }
    guard statement.name == place.name || !applies(.creationsAreKnownByPlace) else { return false }
    if statement.kind == .folder || statement.hidesTarget {
      if call.wish == .create { return !isMoved(statement, to: place, instead: call.number) }
      // Somebody else may have made a folder there.
      return call.base.map { statement.version.contents == $0.contents } ?? true
    }
    if let base = call.base, call.snapshot == nil, statement.version.contents == base.contents { return true }
    guard let sent, statement.mayHave(sent), !isMoved(statement, to: place, instead: call.number) else {
      return false
    }
    guard applies(.creationsAreKnownByBytes) else { return true }
    return switch comparison {
    case .unknown: nil
    case .equal: true
    case .other: false
    }
  }
}
