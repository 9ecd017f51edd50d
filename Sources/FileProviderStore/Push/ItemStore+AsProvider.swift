import Synchronization

/// From when to when a transaction kept others from writing, and what was committed before and with it.
package struct WritingSpan: Sendable {
  /// In nanoseconds of the monotonic clock.
  package var began: Int64
  package var ended: Int64
  package var before: Generation
  package var after: Generation

  package init(began: Int64, ended: Int64, before: Generation, after: Generation) {
    (self.began, self.ended, self.before, self.after) = (began, ended, before, after)
  }
}

/// A change that was made here and does not stay as it was made, because of what the provider says.
package enum OverruledChange: Sendable, Hashable {
  /// What has this name went to the folder `Rescued`.
  case rescued(String)
  /// The folder of this name does not stay where it was moved to.
  case movedBack(String)
}

extension ItemStore {
  /// Sets who is told of changes that do not stay as they were made here, where this process takes them back.
  ///
  /// - Parameter body: Gets one item of each kind and transaction. Must not block.
  package func whenOverruled(_ body: @escaping @Sendable (OverruledChange) -> Void) {
    overruleListener.withLock { $0 = body }
  }

  /// Makes a change in the provider's name, in which it is known what was changed here.
  ///
  /// - Parameter whenDone: Told of each transaction that it took.
  @discardableResult
  package func changeAsProvider<Result>(
    _ pace: PushPace, whenDone: (WritingSpan) -> Void = { _ in },
    _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    while true {
      var overruled: [OverruledChange] = []
      let result = try change(measuredBy: whenDone) { (transaction) throws(StoreError) -> Result? in
        guard try transaction.notePending(pace) else { return nil }
        let noted = transaction.generation
        let result = try body(transaction)
        try transaction.passOver(changesAfter: noted)
        overruled = transaction.overruled
        return .some(result)
      }
      for change in overruled { overruleListener.withLock { $0 }?(change) }
      if let result { return result }
    }
  }

  /// Notes some of what changed since that was noted last; see `Transaction.notePending`.
  ///
  /// - Returns: Whether everything is noted.
  package func noteSomePending(_ pace: PushPace, whenDone: (WritingSpan) -> Void) throws(StoreError) -> Bool {
    try change(measuredBy: whenDone) { (transaction) throws(StoreError) in try transaction.notePending(pace) }
  }

  private func change<Result>(
    measuredBy whenDone: (WritingSpan) -> Void, _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var span = WritingSpan(began: 0, ended: 0, before: .zero, after: .zero)
    let result = try change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      span.began = PushPace.now
      span.before = transaction.base
      let result = try body(transaction)
      span.after = transaction.generation
      return result
    }
    span.ended = PushPace.now
    whenDone(span)
    return result
  }

  /// The newest generation that any process has committed, as far as it has woken the readers.
  package var wokenGeneration: Generation { wakeFile.generation }

  /// How many requests the mounts of a provider's domain have answered, about; it begins anywhere.
  package var answeredRequests: UInt64 { wakeFile.answeredRequests }
}

extension Transaction {
  fileprivate var overruled: [OverruledChange] {
    [rescued.map { .rescued($0.spelling) }, movedBack.map { .movedBack($0.spelling) }].compactMap { $0 }
  }
}
