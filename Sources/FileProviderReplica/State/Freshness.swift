import FileProviderStore
import FileProviderSync
import Logging
import Synchronization

/// Whether the provider's answer to a question may be older than what was reported since.
struct Freshness: Sendable {
  let state: ReplicaState
  let question: Moment
  /// What overtakes the answer.
  let overtaking: Reports

  /// Whether an answer about an item may be older than what is known of it.
  func isOvertaken(_ identifier: String, _ reader: StoreReader) throws(StoreError) -> Bool {
    // Changes are lost between two questions for changes, not within one.
    if overtaking.contains(.change), state.hasExpired(question) { return true }
    return try !state.reported(of: identifier, since: question, reader).isDisjoint(with: overtaking)
  }

  /// Notes that the answer is about items: what was asked for before is older.
  func note(_ reported: Reports, of identifiers: [String], _ transaction: Transaction) throws(StoreError) {
    try state.note(reported, of: identifiers, answering: question, transaction)
  }
}

extension ReplicaState {
  /// Runs a question to the provider.
  func asking<Value>(_ body: (Moment) throws -> Value) rethrows -> Value {
    try asking(questions.withLock { $0.next() }, body)
  }

  /// Runs a question that has its number already.
  func asking<Value>(_ question: Moment, _ body: (Moment) throws -> Value) rethrows -> Value {
    questions.withLock { $0.open(question) }
    defer { questions.withLock { $0.close(question) } }
    return try body(question)
  }

  /// What was reported of an identifier since a question was asked.
  func reported(of identifier: String, since question: Moment, _ reader: StoreReader) throws(StoreError) -> Reports {
    let (isWriting, hasNoted) = questions.withLock {
      ($0.isWriting(identifier, since: question), $0.hasNoted(since: question))
    }
    let noted = hasNoted ? try ReplicationReader(reader).reported(of: identifier, since: question) : []
    return isWriting ? noted.union(.change) : noted
  }

  /// Whether changes were lost since a question was asked.
  func hasExpired(_ question: Moment) -> Bool { questions.withLock { $0.hasExpired(question) } }

  /// Whether the answer to a question may be older than what is known of an item.
  func isOutdated(_ identifier: String, since question: Moment, _ reader: StoreReader) throws(StoreError) -> Bool {
    try Freshness(state: self, question: question, overtaking: [.change, .answer]).isOvertaken(identifier, reader)
  }

  /// Notes that the provider has reported identifiers, in the transaction that writes it.
  ///
  /// - Parameter question: The question that is answered by it.
  func note(
    _ reported: Reports, of identifiers: some Sequence<String>, answering question: Moment?, _ transaction: Transaction
  ) throws(StoreError) {
    let stored = try ReplicationReader(transaction.reader).oldestListing()
    for identifier in identifiers {
      guard let moment = questions.withLock({ $0.hear(answering: question, stored) }) else { break }
      try ReplicationEditor(transaction).note(reported, of: identifier, at: moment)
    }
    guard let oldest = questions.withLock({ $0.toForget(stored) }) else { return }
    try ReplicationEditor(transaction).forgetObservations(before: oldest)
    // Because of an interrupted listing everything would be kept that was ever reported.
    if let stored, stored <= oldest, try ReplicationReader(transaction.reader).observedCount() > Self.mostObserved {
      logger.info("interrupted listings begin again: much has changed meanwhile")
      try ReplicationEditor(transaction).dropListingPages()
    }
  }

  private static let mostObserved: Int64 = 100_000
}
