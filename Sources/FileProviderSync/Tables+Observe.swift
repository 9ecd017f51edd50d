extension Tables {
  /// Where a statement comes from.
  package enum Source: Hashable, Sendable {
    /// A page of changes or of a listing.
    case page
    /// The answer to `item(for:)`: the one that settles a doubt.
    case item
  }

  /// The one rule of freshness: all that the provider says passes through here.
  ///
  /// A statement equal to `synced` is dropped. One that differs, and may be older than what is known, makes the
  /// identifier stale: the provider is asked for the item, and nothing else is done with it until then.
  package mutating func observe(
    _ identifier: Identifier, _ report: Observation.Report, asked: Moment, from source: Source
  ) {
    guard identifier != .root else { return }
    let now = next()
    if let number = number(of: identifier), let synced = synced(number) {
      observeKnown(identifier, number, synced, report, asked, now, source)
    } else {
      observeUnknown(identifier, report, asked, now, source)
    }
  }

  private mutating func observeKnown(
    _ identifier: Identifier, _ number: ItemNumber, _ synced: Synced, _ report: Observation.Report, _ asked: Moment,
    _ now: Moment, _ source: Source
  ) {
    let isInCall = applies(.statementsDuringCallsAreStale) && isInCall(number, asked)
    let existing = observed[identifier]
    let isOlder =
      applies(.olderStatementsAreStale) && (asked < synced.moment || existing.map { asked < $0.heard } ?? false)
    if source == .item {
      if isInCall || isOlder {
        observed[identifier] = Observation(.unknown, heard: now, isStale: true)
      } else if isEqual(report, synced) {
        observed[identifier] = nil
        update(number) { $0.moment = now }
      } else {
        observed[identifier] = Observation(report, heard: now, isStale: false)
      }
      return
    }
    if existing?.isStale == true {
      observed[identifier] = Observation(report, heard: now, isStale: true)
      return
    }
    if existing?.report == report || existing == nil && isEqual(report, synced) { return }
    let isStale =
      isOlder || isInCall || report == .gone && applies(.deletionsAreConfirmed) || isReplaced(report, synced)
    if !isStale, isEqual(report, synced) {
      observed[identifier] = nil
    } else {
      observed[identifier] = Observation(report, heard: now, isStale: isStale)
    }
  }

  private mutating func observeUnknown(
    _ identifier: Identifier, _ report: Observation.Report, _ asked: Moment, _ now: Moment, _ source: Source
  ) {
    let existing = observed[identifier]
    let tombstone = tombstones[identifier]
    let newest = max(existing?.heard ?? .zero, tombstone?.moment ?? .zero)
    let isOlder = asked < newest
    if source == .page, existing?.isStale == true {
      observed[identifier] = Observation(report, heard: now, isStale: true)
      return
    }
    switch report {
    case .statement(let statement):
      if existing?.report == report, source == .page { return }
      let isStale =
        applies(.tombstonesAreConfirmed) && (isOlder || source == .page && tombstone?.version == statement.version)
      observed[identifier] = Observation(report, heard: now, isStale: isStale)
    case .gone:
      if existing != nil, isOlder {
        observed[identifier] = Observation(.unknown, heard: now, isStale: true)
      } else {
        observed[identifier] = nil
        bury(identifier, at: now, version: tombstone?.version)
      }
    case .unknown:
      observed[identifier] = Observation(.unknown, heard: now, isStale: true)
    }
  }

  package mutating func bury(_ identifier: Identifier, at moment: Moment, version: Version?) {
    let moment = max(moment, tombstones[identifier]?.moment ?? .zero)
    tombstones[identifier] = Tombstone(moment: moment, version: version)
  }

  /// Asks again about an identifier whose state became uncertain.
  package mutating func doubt(_ identifier: Identifier, at moment: Moment) {
    guard identifier != .root else { return }
    let existing = observed[identifier]
    observed[identifier] = Observation(
      existing?.report ?? .unknown, heard: max(moment, existing?.heard ?? .zero), isStale: true)
  }

  func isEqual(_ report: Observation.Report, _ synced: Synced) -> Bool {
    guard case .statement(let statement) = report else { return false }
    return statement.kind == synced.kind && statement.version == synced.version && statement.fields == synced.fields
      && statement.name == synced.place.name && number(of: statement.parent) == synced.place.parent
  }

  /// Whether a cache may have answered with what the last call has replaced. Another kind is confirmed as well.
  private func isReplaced(_ report: Observation.Report, _ synced: Synced) -> Bool {
    guard case .statement(let statement) = report else { return false }
    if statement.kind != synced.kind { return true }
    return applies(.replacedVersionsAreConfirmed) && statement.version == synced.replaced
  }

  /// Whether a question was asked before a call on the item, or on a folder above it, has ended.
  private func isInCall(_ number: ItemNumber, _ asked: Moment) -> Bool {
    guard !openCalls.isEmpty else { return false }
    return ([number] + syncedAncestors(of: number)).contains { item in
      openCalls[item].map { call in call.ended.map { asked < $0 } ?? true } ?? false
    }
  }

  package mutating func update(_ number: ItemNumber, _ change: (inout Synced) -> Void) {
    guard var row = synced(number) else { return }
    change(&row)
    setSynced(number, row)
  }
}
