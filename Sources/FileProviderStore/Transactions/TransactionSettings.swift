/// What a transaction has to know of its store.
struct TransactionSettings: Sendable {
  /// The documents' contents: the transaction asks how much of them is there, and changes nothing of them.
  let contents: ContentFiles
  /// Tells this opening of the store from every other in the log.
  let origin: Int64
  /// How many rows of the log are kept where the domain says nothing else.
  let retention: Int64
}
