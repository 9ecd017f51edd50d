import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Synchronization
import Logging

/// The thread that pulls: changes first, then what has to be listed again.
struct Puller: ReplicaPart {
  let deletions: Deletions
  var loader: Loader { deletions.loader }
  var state: ReplicaState { deletions.state }

  /// Works until the replica is stopped.
  func pullUntilStopped() {
    var wasUnconfirmed = false
    var postponed = 0
    var idle = Backoff(first: limits.longestPause, longest: limits.longestIdlePause)
    var due = Deadline.never
    while true {
      let round = pulls.wait(until: due) { pulls -> PullSchedule.Round?? in
        if pulls.isStopped { return .some(nil) }
        guard let next = pulls.next() else { return nil }
        return .some(next)
      }
      if case .some(.none) = round { break }
      let begun = state.questions.withLock { $0.next() }
      let pulled = pull(round ?? nil)
      var (report, hasListed) = (pulled.report, pulled.hasListed)
      if state.hasExpired(begun) { hasListed = true }
      let (hasToListAgain, pulledAgain) = pullOnceMore(&report, hasListed: hasListed)
      let hasChanges = !report.failures.contains { $0.container == .workingSet }
      // An item may be in the folder that cannot be listed now. One that cannot be listed at all must not keep what is gone for ever.
      wasUnconfirmed = !wasUnconfirmed && (hasToListAgain || report.failures.contains { Self.mayEnd($0.error) })
      let hasSeenAll = hasChanges && !hasToListAgain && !report.failures.contains { Self.mayEnd($0.error) }
      let isDecided = conclude(&report, decides: !wasUnconfirmed, seen: hasSeenAll ? pulledAgain ?? pulled.at : nil)
      pulls.withLock { $0.noteRoundEnd(isComplete: hasChanges && !hasToListAgain && pulled.isWhole) }
      // A listing for another caller may have left this to the round just now: the next one pulls before it decides.
      // What calls have shifted is listed when they have ended, however long that takes.
      if isDecided || hasToListAgain && !state.containerCalls.withLock({ $0.hasShifts }) {
        try? state.concludeDeletionsLater()
      }
      // What seemed gone during this round is asked for after the changes of the next one.
      if hasChanges, (try? isAnythingSeeminglyGone()) == true { pulls.withLock { _ = $0.schedule() } }
      let waiters = round??.waiters ?? []
      postponed = leavesUndecided(report) && postponed < Self.mostPostponed ? postponed + 1 : 0
      if postponed == 0 || !pulls.withLock({ $0.postpone(waiters) }) {
        for waiter in waiters { waiter(.success(report)) }
      }
      due = .never
      if report.isPutOff || report.failures.contains(where: { Self.isTransient($0.error) }) {
        if let pause = idle.next() { due = .after(pause) }
      } else {
        idle.reset()
      }
    }
    pulls.withLock { $0.noteEnd() }
  }

  /// For how many more rounds a caller waits, where each leaves something to be decided.
  private static let mostPostponed = 4

  /// Whether a round that saw all it was to see has left to the next one what the provider reports gone.
  private func leavesUndecided(_ report: SynchronizationReport) -> Bool {
    guard report.failures.isEmpty else { return false }
    let some = try? store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).undecidedItems(limit: 1)
    }
    return some?.isEmpty == false
  }

  /// Pulls the changes again where something is to be taken for gone, or for not created: a listing may lack it because it was moved after they were asked
  /// for, into a folder that was listed before.
  ///
  /// - Parameter hasListed: Whether folders were listed again.
  /// - Returns: Whether folders are to be listed again after that; and the generation at which the changes were pulled, where they were.
  private func pullOnceMore(
    _ report: inout SynchronizationReport, hasListed: Bool
  ) -> (hasToListAgain: Bool, at: Generation?) {
    // A folder that cannot be listed is no reason to look less for the rest.
    let failed = Set(report.failures.map(\.container))
    guard !failed.contains(.workingSet) else { return (false, nil) }
    do {
      let isDue = try store.readCommitted { (reader) throws(StoreError) in
        // Without changes to ask for, all listings would begin again.
        guard try ReplicationReader(reader).listing(of: .none)?.page != nil else { return false }
        if hasListed, try ReplicationReader(reader).isAnyCreationUnconfirmed() { return true }
        return try !ProvidedReader(reader).undecidedItems(limit: 1).isEmpty
      }
      guard isDue else { return (false, nil) }
      let pulled = try pullChanges()
      let hasToListAgain = try store.readCommitted { (reader) throws(StoreError) in
        try isAnythingToListAgain(but: failed, reader)
      }
      return (hasToListAgain, pulled)
    } catch {
      state.note(error, of: .none)
      report.failures.append(.init(container: .workingSet, error: error))
      return (false, nil)
    }
  }

  /// Of an enumeration that never ends, no more is expected than it has reported.
  private func endBrokenPull(_ error: any Error) {
    guard ProviderErrorPolicy(error).reaction == .park else { return }
    try? change { (transaction) throws(StoreError) in
      if try transaction.reader.setting(ReplicaState.openPullSetting) != nil {
        try transaction.changeSetting(ReplicaState.openPullSetting, to: nil)
      }
    }
  }

  /// - Parameter seen: The generation at which the changes were pulled, where the round has looked everywhere.
  /// - Returns: Whether all that had been reported by then is decided.
  private func conclude(_ report: inout SynchronizationReport, decides: Bool, seen: Generation?) -> Bool {
    // What a command restores raises no generation that would wake the pushing thread.
    defer { pushing.withLock { $0.request() } }
    do throws(StoreError) {
      let isDecided = try deletions.concludeDeletions(decides: decides, &report)
      try giveBackFreeNames()
      if !report.failures.contains(where: { $0.container == .workingSet && Self.mayEnd($0.error) }) {
        try askForSeeminglyGone()
      }
      if isDecided, let seen { try deletions.noteAllSeen(pulled: seen) }
      return isDecided
    } catch {
      logger.notice("cannot store the results of a pull", metadata: [Logger.Key.error: "\(error)"])
      report.failures.append(.init(container: .workingSet, error: error))
      return false
    }
  }

  /// Gives items their own names back that are free by now.
  private func giveBackFreeNames() throws(StoreError) {
    let folders = try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).foldersOfRenamedItems()
    }
    guard !folders.isEmpty else { return }
    try change { (transaction) throws(StoreError) in
      for folder in folders { _ = try RescueEditor(transaction).giveBackNames(in: folder) }
    }
  }

  /// Whether the error may end with time, or with user action.
  static func mayEnd(_ error: any Error) -> Bool {
    isTransient(error) || ProviderErrorPolicy(error).reaction == .wait
  }

  /// Whether the error may end with time.
  private static func isTransient(_ error: any Error) -> Bool {
    let reaction = ProviderErrorPolicy(error).reaction
    return reaction == .retry || reaction == .answer || ProviderErrorPolicy.isOutage(error)
  }

  /// One round.
  ///
  /// - Parameter round: What was asked for; `nil` for another try.
  /// - Returns: What could not be done; whether folders were to be listed again; whether none is left where an unconfirmed creation may be; and the
  ///   generation at which the changes were pulled.
  private func pull(
    _ round: PullSchedule.Round?
  ) -> (report: SynchronizationReport, hasListed: Bool, isWhole: Bool, at: Generation?) {
    var report = SynchronizationReport()
    var pulled: Generation?
    do {
      // At the end of this round nothing is refused any more that was refused before it.
      if round?.listsAgain == true { try state.retryRefused() }
      try noteSeeminglyGoneBeforePull()
      pulled = try pullChanges(isAsked: round?.listsAgain == true)
      if round?.listsAgain == true { try state.expireUnreportedListings() }
    } catch {
      // Before it is noted: a call that succeeds from then on has this tried again.
      state.status.withLock { $0.isPullIncomplete = true }
      state.note(error, of: .none)
      state.noteFailure(of: .pull, error)
      report.failures.append(.init(container: .workingSet, error: error))
      endBrokenPull(error)
    }
    pulls.withLock { $0.noteBegun() }
    listTrash(&report)
    var hasListed = listDue(&report)
    if let containers = round?.containers, !containers.isEmpty {
      hasListed = true
      loader.list(containers, &report)
    }
    let hasMore = askForItemsInUnlistedFolders(&report)
    if round?.listsEverything == true { listUnlisted(&report) }
    let isPulled = !report.failures.contains { $0.container == .workingSet }
    let wasIncomplete = state.status.withLock { status in
      defer { status.isPullIncomplete = !isPulled }
      return status.isPullIncomplete
    }
    if isPulled {
      if wasIncomplete { retryQuestions() }
      state.noteSuccess(of: .pull)
      state.notePull()
      state.latches.withLock { $0.clear(.none) }
    }
    return (report, hasListed, !hasMore || round?.listsEverything == true, pulled)
  }

  /// Has everything asked at once that could not be asked while the provider was unreachable.
  private func retryQuestions() {
    do throws(StoreError) {
      try change { (transaction) throws(StoreError) in try PushEditor(transaction).retryQuestions() }
    } catch { logger.notice("cannot retry at once", metadata: [Logger.Key.error: "\(error)"]) }
    pushing.withLock { $0.endPause() }
  }

  private func isAnythingSeeminglyGone() throws(StoreError) -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in try ReplicationReader(reader).isAnythingSeeminglyGone() }
  }

  /// What seems gone from now on may be gone after the changes of this round were asked for.
  private func noteSeeminglyGoneBeforePull() throws(StoreError) {
    guard try isAnythingSeeminglyGone() else { return }
    try change { (transaction) throws(StoreError) in try ReplicationEditor(transaction).noteSeeminglyGoneBeforePull() }
  }

  /// Asks once more for what seemed gone when it was read, now that the changes since then are here: it may be back, and a provider that compares listings
  /// does not report it. Not before: a provider that has a folder and cannot list it would be asked for ever.
  func askForSeeminglyGone() throws(StoreError) {
    let isDue = try store.readCommitted { (reader) throws(StoreError) in
      try ReplicationReader(reader).isAnythingSeeminglyGoneBeforePull()
    }
    guard isDue else { return }
    try change { (transaction) throws(StoreError) in try ReplicationEditor(transaction).markStaleWhatSeemedGone() }
  }
}
