/// What a transaction has to know of its store.
struct TransactionSettings: Sendable {
  let contents: ContentFiles
  /// Tells this opening of the store from every other in the log.
  let origin: Int64
  /// How many rows of the log are kept where the domain says nothing else.
  let retention: Int64
  /// Removes rows from the beginning of the log that need not be kept; see `PendingEditor.pruneLog`.
  let prune: @Sendable (Transaction) throws(StoreError) -> Void
}
