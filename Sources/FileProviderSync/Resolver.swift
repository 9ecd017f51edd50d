extension Surroundings {
  /// How a call of unknown end ended, by exact evidence alone. Without it the call did not happen.
  package func resolve(_ call: Call) -> Step {
    guard let ended = call.ended else { return .wait(.call(call.number)) }
    switch call.wish {
    case .create: return resolveCreation(call, ended)
    case .modify: return resolveModification(call, ended)
    case .delete: return resolveDeletion(call, ended)
    }
  }

  private func resolveCreation(_ call: Call, _ ended: Moment) -> Step {
    guard let place = call.place else { return .didNotHappen(call.number) }
    switch search(for: call, at: place, since: ended, sent: call.snapshot) {
    case .found(let identifier): return .confirm(call.number, .created(identifier))
    case .first(let step): return step
    case .absent: return .didNotHappen(call.number)
    }
  }

  private func resolveModification(_ call: Call, _ ended: Moment) -> Step {
    guard let identifier = call.identifier, let synced = synced(call.number) else { return .didNotHappen(call.number) }
    guard synced.identifier == identifier else { return findMoved(call, synced, ended) }
    let observation = observation(identifier)
    guard reported(call.number) > ended, observation?.isStale != true else { return .ask(identifier) }
    guard let observation else { return .didNotHappen(call.number) }
    if case .statement(let statement) = observation.report, statement.kind == call.kind {
      let there = number(of: statement.parent).map { Place($0, statement.name) }
      if call.place == nil || there == call.place || there != synced.place
        || statement.version.contents == synced.version.contents
      {
        return confirmFields(call, synced, statement)
      }
    }
    return findMoved(call, synced, ended)
  }

  /// With paths the item has another identifier where the call has put it.
  private func findMoved(_ call: Call, _ synced: Synced, _ ended: Moment) -> Step {
    guard let place = call.place, place != synced.place, !keepsIdentifiers else { return .didNotHappen(call.number) }
    switch search(for: call, at: place, since: ended, sent: call.snapshot ?? synced.contents) {
    case .found(let identifier): return .confirm(call.number, .renumbered(identifier))
    case .first(let step): return step
    case .absent: return .didNotHappen(call.number)
    }
  }

  /// What the statement has of this call, and of those before it that seemed not to have happened.
  private func confirmFields(_ call: Call, _ synced: Synced, _ statement: Statement) -> Step {
    let known = [Attempt(call)] + openAttempts(call.number, synced)
    let place = number(of: statement.parent).map { Place($0, statement.name) }
    let isPlace = place != synced.place && known.contains { $0.place != nil && $0.place == place }
    var hasContents = false
    if let snapshot = call.snapshot, synced.hasOtherContents(statement), applies(.attemptsAreRemembered) {
      switch compare(statement, with: [snapshot]) {
      case .unknown: return .fetch(statement.identifier)
      case .equal: hasContents = true
      case .other: break
      }
    }
    let hasFields = statement.fields != synced.fields && known.contains { $0.fields == statement.fields }
    guard isPlace || hasContents || hasFields else { return .didNotHappen(call.number) }
    return .confirm(call.number, .modified(place: isPlace ? place : nil, contents: hasContents, fields: hasFields))
  }

  private func resolveDeletion(_ call: Call, _ ended: Moment) -> Step {
    guard let identifier = call.identifier, synced(call.number)?.identifier == identifier else {
      return .didNotHappen(call.number)
    }
    guard reported(call.number) > ended, observation(identifier)?.isStale != true else { return .ask(identifier) }
    // If it is gone, that is observed by now.
    return .didNotHappen(call.number)
  }
}
