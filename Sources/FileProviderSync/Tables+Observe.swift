extension Tables {
  /// Where a statement comes from.
  package enum Source: Hashable, Sendable {
    /// A page of changes, or the answer to a call. It is what the provider had when it was asked.
    case change
    /// A page of a listing. It may come from a cache that lags.
    case listing
    /// The answer to `item(for:)`: the one that confirms.
    case item
  }

  /// The one rule of freshness: all that the provider reports passes through here.
  ///
  /// A statement equal to `synced` is dropped. One that differs, and may be older than what is known, makes the
  /// identifier stale: the provider is asked for the item, and nothing else is done with it until then.
  package mutating func observe(
    _ identifier: Identifier, _ report: Observation.Report, asked: Moment, from source: Source
  ) {
    guard !identifier.isFixed else { return }
    let report = withoutTrash(report)
    let now = next()
    let row = number(of: identifier).flatMap { synced($0) }
    let existing = observed[identifier]
    if let number = number(of: identifier), row?.isTargetAssumed == true, provesTarget(report, row) {
      update(number) { $0.isTargetAssumed = false }
    }
    keepsIdentifiers = keepsIdentifiers || row.map { isElsewhere(report, $0) } ?? false
    if source != .item {
      if existing?.isStale == true {
        return makeStale(identifier, report, at: now)
      }
      if existing.map({ $0.report == report }) ?? row.map({ isEqual(report, $0) }) ?? false { return }
    }
    if row == nil, existing == nil, report == .gone { return bury(identifier, at: now) }
    if mayBeOlder(identifier, report, row, asked) || source != .item && mayBeWrong(identifier, report, row, source) {
      makeStale(identifier, report, at: now)
    } else {
      accept(identifier, report, row, now)
      if source == .item, let number = number(of: identifier) { update(number) { $0.moment = now } }
    }
  }

  /// Whether a report is of the state that is synced, with the target that was assumed.
  private func provesTarget(_ report: Observation.Report, _ row: Synced?) -> Bool {
    guard let row, case .statement(let statement) = report else { return false }
    return !statement.hidesTarget && isEqual(report, row)
  }

  /// Where the domain has no trash, what is in the provider's is gone.
  private func withoutTrash(_ report: Observation.Report) -> Observation.Report {
    guard !hasTrash, case .statement(let statement) = report, statement.parent == .trash else { return report }
    return .gone
  }

  /// Whether the answer to a question may be older than what is known.
  private func mayBeOlder(
    _ identifier: Identifier, _ report: Observation.Report, _ row: Synced?, _ asked: Moment
  ) -> Bool {
    // Among the changes that were lost may be the deletion of something that was never reported.
    let reported = max(
      row?.moment ?? expired, observed[identifier]?.reported ?? .zero, tombstones[identifier] ?? .zero,
      parentGone(report))
    if asked < reported, applies(row == nil ? .tombstonesAreConfirmed : .olderStatementsAreStale) { return true }
    guard let number = number(of: identifier), applies(.statementsDuringCallsAreStale) else { return false }
    return isInCall(number, asked)
  }

  /// Whether a page has to be confirmed although it is new. What a listing reports of something unknown is believed,
  /// or each first listing would ask for all that it has.
  private func mayBeWrong(
    _ identifier: Identifier, _ report: Observation.Report, _ row: Synced?, _ source: Source
  ) -> Bool {
    guard let row else {
      return source == .listing && applies(.tombstonesAreConfirmed)
        && (observed[identifier] != nil || tombstones[identifier] != nil)
    }
    if isDeletion(report, row) { return applies(.deletionsAreConfirmed) }
    return source == .listing && applies(.listingsAreConfirmed)
  }

  private mutating func accept(_ identifier: Identifier, _ report: Observation.Report, _ row: Synced?, _ now: Moment) {
    setObservation(identifier, nil)
    if let row {
      if isEqual(report, row) { return }
      if isDeletion(report, row) { release(identifier, at: now) }
    }
    if report == .gone { return bury(identifier, at: now) }
    setObservation(identifier, Observation(report, reported: now, isStale: false))
  }

  /// An item is gone, and its identifier is nobody's. If the provider uses it again, it names something else.
  mutating func release(_ identifier: Identifier, at moment: Moment) {
    guard let number = number(of: identifier) else { return }
    update(number) {
      $0.identifier = nil
      $0.absences = 2
      $0.moment = moment
    }
    bury(identifier, at: moment)
    lastRelease = moment
  }

  /// Whether a report about a known item means that it is gone: the identifier may be another's by now. That is
  /// certain of another kind of item, and of another version in a folder whose own identifier was gone in between.
  private func isDeletion(_ report: Observation.Report, _ row: Synced) -> Bool {
    guard case .statement(let statement) = report else { return report == .gone }
    if statement.kind != row.kind { return true }
    return isInAnother(statement, row) && statement.version != row.version
  }

  /// Whether an item is, or was, at another place under its identifier. No path is.
  private func isElsewhere(_ report: Observation.Report, _ row: Synced) -> Bool {
    guard case .statement(let statement) = report, !row.isPlaceWished else { return false }
    return !isInAnother(statement, row) && !isAt(row.place, statement)
  }

  /// Whether the folder that a statement names was gone in between, and is not the item's folder by now.
  private func isInAnother(_ statement: Statement, _ row: Synced) -> Bool {
    guard let gone = tombstones[statement.parent], gone > row.moment else { return false }
    return number(of: statement.parent) != row.place.parent
  }

  /// When the folder that a statement names was last found to be gone, or was made here. Its identifier may have been another folder's before.
  private func parentGone(_ report: Observation.Report) -> Moment {
    guard case .statement(let statement) = report else { return .zero }
    let made = number(of: statement.parent).flatMap { synced($0)?.made } ?? .zero
    return max(tombstones[statement.parent] ?? .zero, made)
  }

  /// The identifier is gone. What was reported in it was reported before, or of another folder.
  mutating func bury(_ identifier: Identifier, at moment: Moment) {
    tombstones[identifier] = max(moment, tombstones[identifier] ?? .zero)
    makeChildrenStale(of: identifier, at: moment)
  }

  /// The provider cannot report the changes since the anchor that it was asked for: every folder has to be listed.
  package mutating func anchorExpired() {
    let moment = next()
    expired = moment
    for number in itemNumbers where synced(number)?.kind == .folder { update(number) { $0.wantsListing = moment } }
  }

  /// Makes an identifier stale whose state became uncertain. What was last reported of it may still be true.
  mutating func makeStale(_ identifier: Identifier, _ report: Observation.Report = .unknown, at moment: Moment) {
    guard !identifier.isFixed else { return }
    let existing = observed[identifier]
    var report = report
    if case .statement = report {} else { report = existing?.report ?? report }
    setObservation(identifier, Observation(report, reported: max(moment, existing?.reported ?? .zero), isStale: true))
  }

  package func isEqual(_ report: Observation.Report, _ synced: Synced) -> Bool {
    guard case .statement(let statement) = report else { return false }
    return statement.kind == synced.kind && statement.version == synced.version && statement.fields == synced.fields
      && isAt(synced.place, statement) && !synced.hasOtherContents(statement)
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
