/// What a reader of the change history asks for.
///
/// The same shape as the platform's contact change history (`CNChangeHistoryFetchRequest`): a token from last time, authors to leave
/// out, and one code path for a first and a resumed reader, since no token and an expired one both lead to “drop everything” and an `add`
/// for each item.
package struct ChangeHistoryRequest: Sendable {
  /// Where to begin.
  package enum Start: Sendable {
    /// With everything: `visitDropEverything`, then each item as an addition.
    case beginning
    /// With the changes that are committed from now on.
    case now
    /// At the place in a token; see `ContinuationToken`.
    case token(ContinuationToken)
    /// With a number of the last changes.
    case last(Int)
    /// With the first change since a time.
    case time(Timestamp)
  }

  package var start: Start
  package var scope: ChangeScope
  /// The authors whose changes are reported; `nil` for all.
  package var authors: Set<String>?
  package var excludedAuthors: Set<String> = []
  package var includesFolders = true
  /// Each item once as it is now, or every change.
  package var isCoalesced = true
  /// Whether changes carry their items; without, they carry only their places, at half the cost.
  package var wholeItems = true
  /// The last moment whose changes are reported, after which the history ends. It excludes a full listing, which shows the
  /// present.
  package var until: Timestamp?
  /// How many changes a batch has at most.
  package var batchSize = 4096

  package init(start: Start, scope: ChangeScope) {
    self.start = start
    self.scope = scope
  }
}

/// Walks the events of a change history. Four visits are required; the others may be left out.
package protocol ChangeHistoryVisitor: AnyObject {
  /// Forget everything: all items follow.
  func visitDropEverything(at generation: Generation, resume: ContinuationToken)
  /// An item was added, or is part of the full listing after `visitDropEverything`.
  func visitAdd(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError)
  /// An item changed.
  func visitUpdate(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError)
  /// An item left or is gone.
  func visitDelete(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws(StoreError)

  /// A batch is complete, an empty one included; save this token.
  func visitAnchor(_ token: ContinuationToken, at generation: Generation) throws(StoreError)
  /// A new view of the database begins: remembered paths may be wrong.
  func visitBatchStart()
}

extension ChangeHistoryVisitor {
  package func visitAnchor(_ token: ContinuationToken, at generation: Generation) {}
  package func visitBatchStart() {}
}
