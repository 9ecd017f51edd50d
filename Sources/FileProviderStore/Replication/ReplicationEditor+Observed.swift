import FileProviderSQLite
package import FileProviderSync

/// What a provider has reported of an identifier since it was asked for something: the answer may be older than that.
package struct Reports: OptionSet, Sendable, Hashable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The changes have reported it.
  package static let change = Reports(rawValue: 1)
  /// A call has changed it, or has been answered with it.
  package static let answer = Reports(rawValue: 2)
}

// The table `observed` has a row for each identifier of which the provider has reported something that is not written, or that is newer than a question
// which is not answered yet. Questions and what is reported are numbered in one order; see `Moment`. A question that a listing goes on with has its number in
// `listings`, and so survives the process.
extension ReplicationEditor {
  /// Notes that the provider has reported something of an identifier.
  ///
  /// - Parameter reported: One of them.
  package func note(_ reported: Reports, of identifier: String, at moment: Moment) throws(StoreError) {
    let row = try reader.statement(reported == .change ? .noteChangeOf : .noteAnswerOf)
    row.bind(1, identifier)
    row.bind(2, moment)
    try row.run()
  }

  /// Forgets what was reported before the oldest question that is not answered.
  package func forgetObservations(before question: Moment) throws(StoreError) {
    let row = try reader.statement(.forgetObserved)
    row.bind(1, question)
    try row.run()
  }

  /// Notes that the provider has to be asked for an item.
  package func markStale(for identifier: String) throws(StoreError) {
    // A new value each time, which shows that there was something newer meanwhile.
    let row = try reader.statement(.noteStale)
    row.bind(1, identifier)
    row.bind(2, Int64.random(in: .min ... .max))
    try row.run()
  }

  /// Notes that the provider was asked for an item, unless something newer was reported of it.
  package func endStaleness(_ stale: StaleIdentifier) throws(StoreError) {
    guard try ReplicationReader(reader).stamp(ofStale: stale.identifier) == stale.stamp else { return }
    for statement in [ChangeStatement.endStale, .forgetUnobserved] {
      let row = try reader.statement(statement)
      row.bind(1, stale.identifier)
      try row.run()
    }
  }

  /// Notes that the provider has nothing under an identifier, while something is being created whose identifier is not known yet.
  package func markMissing(_ identifier: String) throws(StoreError) {
    let row = try reader.statement(.noteMissing)
    row.bind(1, identifier)
    try row.run()
  }

  /// Notes that an item seemed gone when it was read.
  package func markSeeminglyGone(_ identifier: String) throws(StoreError) {
    let row = try reader.statement(.noteSeeminglyGone)
    row.bind(1, identifier)
    try row.run()
  }

  /// Notes that a round of pulling begins, after what seemed gone was read.
  package func noteSeeminglyGoneBeforePull() throws(StoreError) {
    try reader.statement(.noteSeeminglyGoneBeforePull).run()
  }

  /// Notes that the provider has to be asked for what seemed gone before this round of pulling.
  package func markStaleWhatSeemedGone() throws(StoreError) {
    let rows = try reader.statement(.makeSeeminglyGoneStale)
    rows.bind(1, Int64.random(in: .min ... .max))
    try rows.run()
  }

  /// Forgets what the provider did not have: nothing is being created any more.
  package func forgetAllMissing() throws(StoreError) { try reader.statement(.forgetMissing).run() }
}

/// An item that the provider has to be asked for.
package struct StaleIdentifier: Sendable, Hashable {
  package var identifier: String
  /// Differs when the provider has reported something newer.
  package var stamp: Int64
}

extension ReplicationReader {
  private static let observedSQL = SQLText(
    "SELECT changed, answered, missing, stale FROM observed WHERE identifier = ?")
  private static let newestSQL = SQLText("SELECT max(max(changed, answered)) FROM observed")
  private static let oldestListingSQL = SQLText(
    "SELECT min(asked) FROM listings WHERE complete = 0 AND page IS NOT NULL")
  private static let newestListingSQL = SQLText(
    "SELECT max(asked) FROM listings WHERE complete = 0 AND page IS NOT NULL")

  /// What was reported of an identifier since a question was asked.
  package func reported(of identifier: String, since question: Moment) throws(StoreError) -> Reports {
    try observed(identifier) { row in
      var reported: Reports = []
      if row.integer(0) > question.rawValue { reported.insert(.change) }
      if row.integer(1) > question.rawValue { reported.insert(.answer) }
      return reported
    } ?? []
  }

  /// When the oldest listing was asked for that goes on with a stored page; `nil` if there is none.
  package func oldestListing() throws(StoreError) -> Moment? {
    let statement = try reader.statement(Self.oldestListingSQL)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return statement.integerOrNil(0).map { Moment(Int($0)) }
  }

  /// The newest moment that is stored: none before it may be used again.
  package func newestMoment() throws(StoreError) -> Moment {
    let reported = try reader.statement(Self.newestSQL)
    defer { reported.reset() }
    let asked = try reader.statement(Self.newestListingSQL)
    defer { asked.reset() }
    let newest = try reported.step() ? reported.integerOrNil(0) ?? 0 : 0
    return Moment(Int(max(newest, try asked.step() ? asked.integerOrNil(0) ?? 0 : 0)))
  }

  /// How many identifiers have a row.
  package func observedCount() throws(StoreError) -> Int64 {
    let statement = try reader.statement("SELECT count(*) FROM observed")
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  func stamp(ofStale identifier: String) throws(StoreError) -> Int64? {
    try observed(identifier) { $0.integerOrNil(3) } ?? nil
  }

  /// Whether the provider had nothing under an identifier, while something was being created.
  package func isMissing(_ identifier: String) throws(StoreError) -> Bool {
    try observed(identifier) { $0.integer(2) != 0 } ?? false
  }

  /// Whether that is so of any identifier.
  package func isAnythingMissing() throws(StoreError) -> Bool {
    try reader.findsRow("SELECT 1 FROM observed WHERE missing != 0 LIMIT 1")
  }

  /// Whether anything seemed gone when it was read, and the changes were not pulled since.
  package func isAnythingSeeminglyGone() throws(StoreError) -> Bool {
    try reader.findsRow("SELECT 1 FROM observed WHERE gone != 0 AND gone = 1 LIMIT 1")
  }

  /// Whether anything seemed gone before a round of pulling began.
  package func isAnythingSeeminglyGoneBeforePull() throws(StoreError) -> Bool {
    try reader.findsRow("SELECT 1 FROM observed WHERE gone != 0 AND gone = 2 LIMIT 1")
  }

  private func observed<Value>(
    _ identifier: String, _ read: (StoreStatement) -> Value
  ) throws(StoreError) -> Value? {
    let statement = try reader.statement(Self.observedSQL)
    statement.bind(1, identifier)
    defer { statement.reset() }
    return try statement.step() ? read(statement) : nil
  }

  /// Whether the provider has to be asked for an item, and may have the contents of one in it whose creation is pending after a loss of power.
  package func isSaveUnconfirmed(in identifier: String) throws(StoreError) -> Bool {
    guard try hasCreationDates() else { return false }
    return try stamp(ofStale: identifier) != nil
  }

  /// Whether the provider has to be asked for an item.
  package func isStale(_ identifier: String) throws(StoreError) -> Bool { try stamp(ofStale: identifier) != nil }

  /// Whether the provider has to be asked for anything that is not known here.
  package func isAnythingUnknownStale() throws(StoreError) -> Bool {
    try reader.findsRow(
      """
      SELECT 1 FROM observed o WHERE o.stale IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM synced s WHERE s.identifier = o.identifier) LIMIT 1
      """)
  }

  /// An item, if the provider has to be asked for it.
  package func staleIdentifier(_ identifier: String) throws(StoreError) -> StaleIdentifier? {
    try stamp(ofStale: identifier).map { StaleIdentifier(identifier: identifier, stamp: $0) }
  }

  /// The items that the provider has to be asked for, in the order of their identifiers.
  package func staleIdentifiers(after identifier: String = "", limit: Int) throws(StoreError) -> [StaleIdentifier] {
    let statement = try reader.statement(
      "SELECT identifier, stale FROM observed WHERE stale IS NOT NULL AND identifier > ? ORDER BY identifier LIMIT ?")
    statement.bind(1, identifier)
    statement.bind(2, Int64(limit))
    defer { statement.reset() }
    var stale: [StaleIdentifier] = []
    while try statement.step() {
      stale.append(StaleIdentifier(identifier: statement.text(0), stamp: statement.integer(1)))
    }
    return stale
  }
}

extension StoreStatement {
  func bind(_ index: Int32, _ moment: Moment) { bind(index, Int64(moment.rawValue)) }
}
