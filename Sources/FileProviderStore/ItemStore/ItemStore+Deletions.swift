import Synchronization

extension ItemStore {
  /// How many are handled in one transaction.
  static let deletionsAtOnce = 200

  /// Decides what follows from all that the provider has reported gone: it is removed here, or held if it is a mass deletion. What a listing lacks and the
  /// provider was not asked for is only ever held.
  ///
  /// - Parameters:
  ///   - pace: How soon what is noted on the way is uploaded.
  ///   - isStopped: Whether to leave the rest for later.
  /// - Returns: How much is held from now on; `nil` where nothing was to be decided, or it is removed by the next `carryOutDeletions`.
  package func decideOnDeletions(
    _ pace: PushPace, isStopped: () -> Bool = { false }
  ) throws(StoreError) -> MassDeletion? {
    try finishDecision(pace, isStopped: isStopped)
    // What was accepted before is no part of this decision, and of what is here.
    try removeAccepted(pace, isStopped)
    while !isStopped() {
      let found = try readCommitted { (reader) throws(StoreError) in
        try reader.snapshot { () throws(StoreError) -> (newest: String?, mass: MassDeletion)? in
          // All that is held is counted, so not where nothing is new.
          if try ProvidedReader(reader).undecidedItems(limit: 1).isEmpty { return nil }
          return (try ReplicationReader(reader).newestGone(), try MassDeletionReader(reader).massDeletion())
        }
      }
      guard let (newest, mass) = found else { return nil }
      if mass.isHeld {
        try noteItemsGone(.reported, withFolders: .absent ... .held, pace, isStopped)
        return try holdReported(pace, isStopped) ? mass : nil
      }
      if try acceptReported(newest, pace, isStopped) { return nil }
    }
    return nil
  }

  /// In many transactions, as it is held. Where more is reported between two of them, all is counted again, together with what was accepted by then, which
  /// counts for a day (`countRemoval`). So it does where the process ends between two of them.
  ///
  /// - Parameter newest: What was reported last when it was counted.
  /// - Returns: False where more was reported meanwhile, which is not in the sum.
  private func acceptReported(
    _ newest: String?, _ pace: PushPace, _ isStopped: () -> Bool
  ) throws(StoreError) -> Bool {
    while !isStopped() {
      let isDone = try changeAsProvider(pace) { (transaction) throws(StoreError) -> Bool? in
        guard try ReplicationReader(transaction.reader).newestGone() == newest else { return nil }
        let some = try ProvidedReader(transaction.reader).heldItems(.reported, limit: Self.deletionsAtOnce)
        for id in some { try MassDeletionEditor(transaction).accept(id) }
        return some.isEmpty
      }
      guard let isDone else { return false }
      if isDone { return true }
    }
    return true
  }

  private func noteItemsGone(
    _ state: HeldState, withFolders states: ClosedRange<HeldState>, _ pace: PushPace, _ isStopped: () -> Bool
  ) throws(StoreError) {
    var isDone = false
    while !isDone {
      var walk = ItemsBelowGone(states)
      while true {
        if isStopped() { return }
        let some = try readCommitted { (reader) throws(StoreError) in try walk.next(reader, limit: Self.deletionsAtOnce)
        }
        guard !some.isEmpty else { break }
        try changeAsProvider(pace) { (transaction) throws(StoreError) in
          try ReplicationEditor(transaction).noteGone(state, withFolders: some, in: states)
        }
      }
      isDone = !walk.isToBeRepeated
    }
  }

  /// In many transactions: one for all would keep a million numbers in memory, and others from writing.
  ///
  /// - Returns: False where it was stopped: the rest is counted again, with what is held by then.
  private func holdReported(_ pace: PushPace, _ isStopped: () -> Bool) throws(StoreError) -> Bool {
    var isDone = false
    while !isDone {
      try finishDecision(pace, isStopped: isStopped)
      if isStopped() { return false }
      isDone = try changeAsProvider(pace) { (transaction) throws(StoreError) in
        // What is held from now on is none of what the user has decided on.
        guard try MassDeletionReader(transaction.reader).heldDecision() == nil else { return false }
        let some = try ProvidedReader(transaction.reader).undecidedItems(limit: Self.deletionsAtOnce)
        for id in some { try MassDeletionEditor(transaction).decide(.held, on: id) }
        return some.isEmpty
      }
    }
    return true
  }

  private func removeAccepted(_ pace: PushPace, _ isStopped: () -> Bool) throws(StoreError) {
    let isNothing = try readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).heldItems(.accepted, limit: 1).isEmpty
    }
    var key = isNothing ? nil : ItemID.none
    while let last = key, !isStopped() {
      key = try changeAsProvider(pace) { (transaction) throws(StoreError) in
        try MassDeletionEditor(transaction).removeAccepted(after: last, limit: Self.deletionsAtOnce)
      }
    }
  }

  /// Removes what is to be removed, and has made again at the provider what is to be made again, but for documents that the provider has to be asked
  /// about: their contents are not here, or it may have them elsewhere.
  ///
  /// - Parameters:
  ///   - pace: How soon what is noted on the way is uploaded.
  ///   - isStopped: Whether to leave the rest for later.
  package func carryOutDeletions(_ pace: PushPace, isStopped: () -> Bool = { false }) throws(StoreError) {
    guard try readCommitted({ (reader) throws(StoreError) in try ProvidedReader(reader).isAnythingHeld() }) else {
      return
    }
    try finishDecision(pace, isStopped: isStopped)
    try removeAccepted(pace, isStopped)
    guard try readCommitted({ (reader) throws(StoreError) in try MassDeletionReader(reader).isAnythingRestored() })
    else {
      return
    }
    // Of some it was not known when they were held.
    try noteItemsGone(.restoring, withFolders: .restoring ... .restoring, pace, isStopped)
    var key = ItemID.none
    // What older documents may have become is not made again before it is known whether they have.
    var successors: Set<ItemID> = []
    while !isStopped() {
      var (ids, found) = try restoring(after: key)
      guard let last = ids.last else { return }
      key = last
      successors.formUnion(found.successors.values.joined())
      while !ids.isEmpty, !isStopped() {
        let some = ids.prefix(Self.deletionsAtOnce).filter { !successors.contains($0) }
        ids = ids.dropFirst(Self.deletionsAtOnce)
        try changeAsProvider(pace) { (transaction) throws(StoreError) in
          try MassDeletionEditor(transaction).restore(some, unless: found, pace)
        }
      }
    }
  }

  /// Some of what is to be made again, and where the provider may have it.
  package func restoring(after key: ItemID) throws(StoreError) -> (ids: ArraySlice<ItemID>, found: MovedAway) {
    try readCommitted { (reader) throws(StoreError) in
      let ids = try ProvidedReader(reader).heldItems(.restoring, after: key, limit: Self.restoredAtOnce)
      return (ids[...], try MassDeletionReader(reader).movedAway(ids))
    }
  }

  /// For so many is looked at once where the provider may have them: each look reads all that is new.
  private static let restoredAtOnce = 8192
}
