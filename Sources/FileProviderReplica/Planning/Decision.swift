import FileProviderStore

/// A decision about one item, in the transaction that carries it out. Tests compare it with that of the planner in `FileProviderSync`.
enum Decision {
  /// Called before anything is written.
  case push(PushDecision, of: PendingRow)
  /// The provider's statement is about to be written.
  ///
  /// `isOvertaken` says that something newer may be known.
  case write(ProvidedItem, isOvertaken: Bool)
  /// The statement was written, or left out.
  case written(ProvidedItem)
}
