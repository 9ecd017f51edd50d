import FileProviderStore

/// When the pulling thread has another round to make, and for which callers. Signals that come while it works become one.
struct PullSchedule {
  /// The completion of a caller that waits for a synchronization.
  typealias Waiter = @Sendable (Result<SynchronizationReport, any Error>) -> Void

  /// One round of the thread.
  struct Round {
    var waiters: [Waiter]
    /// Whether folders that were never opened are listed, too.
    var listsEverything: Bool
    /// Whether what was listed is listed again, where the provider may not have reported what changed in it.
    var listsAgain: Bool
    /// Folders that are listed again in any case.
    var containers: [ItemID]
  }

  private(set) var isStopped = false
  private(set) var hasEnded = false
  /// Whether the anchor has been asked for, so that listings may begin.
  private(set) var hasBegun = false
  /// How many rounds have begun, and which was the last that was complete.
  private(set) var begun = 0
  private(set) var complete = 0
  private var isDue = false
  /// Whether a round has begun, or is to begin.
  private(set) var isBusy = false
  private var listsEverything = false
  private var listsAgain = false
  private var containers: [ItemID] = []
  private var waiters: [Waiter] = []

  /// Asks for a round.
  ///
  /// - Returns: False when the replica has stopped.
  mutating func schedule(
    listsEverything: Bool = false, listsAgain: Bool = false, container: ItemID? = nil, waiter: Waiter? = nil
  ) -> Bool {
    guard !isStopped else { return false }
    isDue = true
    isBusy = true
    if listsEverything { self.listsEverything = true }
    if listsAgain { self.listsAgain = true }
    if let container, !containers.contains(container) { containers.append(container) }
    if let waiter { waiters.append(waiter) }
    return true
  }

  /// Has the callers of a round that is over wait for another one.
  ///
  /// - Returns: False when nobody waits, or the replica has stopped.
  mutating func postpone(_ waiters: [Waiter]) -> Bool {
    guard !isStopped, !waiters.isEmpty else { return false }
    self.waiters.insert(contentsOf: waiters, at: 0)
    return schedule()
  }

  /// The next round, if one is due.
  mutating func next() -> Round? {
    guard isDue else { return nil }
    begun += 1
    defer {
      isDue = false
      listsEverything = false
      listsAgain = false
      containers = []
      waiters = []
    }
    return Round(
      waiters: waiters, listsEverything: listsEverything, listsAgain: listsAgain, containers: containers)
  }

  /// Notes that a round is over.
  ///
  /// - Parameter isComplete: Whether all changes were asked for.
  mutating func noteRoundEnd(isComplete: Bool) {
    isBusy = isDue
    if isComplete { complete = begun }
  }

  mutating func noteBegun() { hasBegun = true }
  mutating func noteEnd() { hasEnded = true }

  /// - Returns: The callers that wait in vain now.
  mutating func stop() -> [Waiter] {
    isStopped = true
    hasBegun = true
    defer { waiters = [] }
    return waiters
  }
}
