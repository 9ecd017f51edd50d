import LinuxSystem
import Synchronization

extension ItemStore {
  /// Sets who is notified of changes that do not stay as they were made here, where this process takes them back.
  ///
  /// - Parameter body: Gets each conflict, and of the other kinds one item of a transaction. Must not block.
  package func whenOverruled(_ body: @escaping @Sendable (OverruledChange) -> Void) {
    overruleListener.set(body)
  }

  /// Makes a change in the provider's name, in which it is known what was changed here.
  ///
  /// - Parameter report: Called after each transaction that it takes.
  @discardableResult
  package func changeAsProvider<Result>(
    _ pace: PushPace, report: (WritingEvent) -> Void = { _ in },
    _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    while true {
      var overruled: [OverruledChange] = []
      let result = try change(reportingTo: report) { (transaction) throws(StoreError) -> Result? in
        guard try PendingEditor(transaction).notePending(pace) else { return nil }
        let noted = transaction.generation
        let result = try body(transaction)
        try PendingEditor(transaction).skip(changesAfter: noted)
        overruled = self.overruled(in: transaction)
        return .some(result)
      }
      for change in overruled { overruleListener(change) }
      if let result { return result }
    }
  }

  /// Notes some of what changed since that was noted last; see `PendingEditor.notePending`.
  ///
  /// - Returns: Whether everything is noted.
  package func noteSomePending(_ pace: PushPace, report: (WritingEvent) -> Void) throws(StoreError) -> Bool {
    try change(reportingTo: report) { (transaction) throws(StoreError) in
      try PendingEditor(transaction).notePending(pace)
    }
  }

  private func change<Result>(
    reportingTo report: (WritingEvent) -> Void, _ body: (Transaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var began: Int64 = 0
    let result = try change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      began = PushPace.now
      let before = transaction.base
      let result = try body(transaction)
      report(.made(before: before, after: transaction.generation))
      return result
    }
    report(.ended(began: began, at: PushPace.now))
    return result
  }

  /// The newest generation that any process has committed, as far as it has woken the readers.
  package var wokenGeneration: Generation { wakeFile.generation }

  /// How many requests the mounts of a provider's domain have answered, about; it begins anywhere.
  package var answeredRequests: UInt64 { wakeFile.answeredRequests }

  private func overruled(in transaction: Transaction) -> [OverruledChange] {
    let moves: [OverruledChange?] = [
      transaction.rescued.map { .rescued($0.spelling) }, transaction.movedBack.map { .movedBack($0.spelling) },
    ]
    return moves.compactMap { $0 } + transaction.conflicts.map { .conflict(document: $0.document, copy: $0.copy) }
  }
}
