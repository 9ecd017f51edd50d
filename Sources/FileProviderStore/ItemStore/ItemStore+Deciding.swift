/// What the user decides on all that is held, which may be nearly all of a million items: the decision is kept, and done in many transactions.
extension ItemStore {
  /// Decides for the user on all deletions that are held.
  ///
  /// - Parameters:
  ///   - state: `accepted` or `restoring`.
  ///   - seen: What the user has been told of; `nil` for whatever is held.
  /// - Returns: What was held; `nil` for nothing, and where it is not what the user has been told of.
  package func decideOnHeldDeletions(
    _ state: HeldState, seen: HeldDeletions? = nil
  ) throws(StoreError) -> HeldDeletions? {
    guard let held = try beginDecision(state, seen: seen) else { return nil }
    try finishDecision(.standard)
    return held
  }

  /// Keeps what the user has decided. From then on it holds, whatever process does the rest.
  ///
  /// The parameters and the result are those of `decideOnHeldDeletions`.
  package func beginDecision(_ state: HeldState, seen: HeldDeletions? = nil) throws(StoreError) -> HeldDeletions? {
    try changeAsProvider(.standard) { (transaction) throws(StoreError) in
      guard let held = try ProvidedReader(transaction.reader).heldDeletions(), held.items > 0 else { return nil }
      if let seen {
        guard held.isSame(as: seen), try MassDeletionReader(transaction.reader).heldDecision() == nil else {
          return nil
        }
      }
      try transaction.changeSetting(MassDeletionReader.decision, to: String(state.rawValue))
      if state == .accepted {
        try MassDeletionEditor(transaction).forgetAllRemovals()
      } else {
        try MassDeletionEditor(transaction).countRestored(held.items)
      }
      return held
    }
  }

  /// Does the rest of what the user has decided, before anything else can be held.
  ///
  /// - Parameter isStopped: Whether to leave the rest for later.
  func finishDecision(_ pace: PushPace, isStopped: () -> Bool = { false }) throws(StoreError) {
    guard try readCommitted({ (reader) throws(StoreError) in try MassDeletionReader(reader).heldDecision() }) != nil
    else {
      return
    }
    var isDone = false
    while !isDone, !isStopped() {
      isDone = try changeAsProvider(pace) { (transaction) throws(StoreError) in
        guard let state = try MassDeletionReader(transaction.reader).heldDecision() else { return true }
        let some = try ProvidedReader(transaction.reader).heldItems(.held, limit: Self.deletionsAtOnce)
        for id in some { try MassDeletionEditor(transaction).decide(state, on: id) }
        if some.isEmpty { try transaction.changeSetting(MassDeletionReader.decision, to: nil) }
        return some.isEmpty
      }
    }
  }
}
