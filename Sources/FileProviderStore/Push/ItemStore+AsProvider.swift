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

extension ItemStore {
  /// Sets who is told of what goes to the folder `Rescued` because of what the provider says, where this process changes that.
  ///
  /// - Parameter body: Gets the name of one item of each transaction. Must not block.
  package func whenRescued(_ body: @escaping @Sendable (String) -> Void) { rescueListener.withLock { $0 = body } }

  /// Makes a change in the provider's name, in which it is known what was changed here.
  ///
  /// - Parameter whenDone: Told of each transaction that it took.
  @discardableResult
  package func changeAsProvider<Result>(
    _ pace: PushPace, whenDone: (WritingSpan) -> Void = { _ in },
    _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    while true {
      var rescued: FileName?
      let result = try change(measuredBy: whenDone) { (transaction) throws(StoreError) -> Result? in
        guard try transaction.notePending(pace) else { return nil }
        let noted = transaction.generation
        let result = try body(transaction)
        try transaction.passOver(changesAfter: noted)
        rescued = transaction.rescued
        return .some(result)
      }
      if let rescued { rescueListener.withLock { $0 }?(rescued.spelling) }
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
}
