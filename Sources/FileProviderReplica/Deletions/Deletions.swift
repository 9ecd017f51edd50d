import FileProviderStore
import LinuxSystem
import Logging
import Synchronization

/// What follows from all that the provider has reported gone.
///
/// Nothing is removed while changes are pulled or containers are listed again. At the end it is counted together, so that a mass deletion is held
/// until the user decides, in however many batches it was reported.
final class Deletions: ReplicaPart {
  let state: ReplicaState
  let loader: Loader
  /// The new folders that were listed since something is to be made again. It may go with the process: then they are listed once more.
  let newFolders = Mutex<Set<ItemID>>([])
  /// How many rounds have waited for what was reported and is not known yet. It may go with the process, too.
  let waits = Mutex<Int>(0)

  init(_ loader: Loader) { (state, self.loader) = (loader.state, loader) }

  /// Decides, and does what is decided. Called by the thread that pulls, at the end of a round.
  ///
  /// - Parameters:
  ///   - decides: Whether the round has seen all that it was to see.
  ///   - report: Gets why the provider cannot be asked whether something is gone.
  /// - Returns: Whether all that had been reported by then is decided.
  func concludeDeletions(decides: Bool, _ report: inout SynchronizationReport) throws(StoreError) -> Bool {
    guard try store.readCommitted({ (reader) throws(StoreError) in try ProvidedReader(reader).isAnythingHeld() }) else {
      noteHeldDeletions(hasHeld: false)
      try forgetClaims()
      return true
    }
    let isOpen = try state.isPullOpen()
    var mayDecide = decides && !isOpen
    var isConfirmed = false
    if mayDecide { (mayDecide, isConfirmed) = try confirmAbsences(&report) }
    if mayDecide, let mass = try store.decideOnDeletions(limits.pace, isStopped: { inFlight.isStopped }) {
      var before = mass.removed > 0 ? ", after \(mass.removed) in the last 24 hours" : ""
      if mass.restored > 0 { before += ", after \(mass.restored) others were restored in the last 24 hours" }
      logger.notice(
        """
        mass deletion: the provider deleted \(mass.gone) of \(mass.listed) items\(before); they stay here until “sync --accept-deletions” or \
        “sync --restore” decides
        """,
        metadata: [Logger.Key.count: "\(mass.gone)"])
      if let held = try heldDeletions() { state.userEvents(.heldDeletions(held)) }
    }
    try listNewFolders()
    if try mayRestore() {
      try store.carryOutDeletions(limits.pace, isStopped: { inFlight.isStopped })
      if try restoreDocuments(&report) {
        try store.carryOutDeletions(limits.pace, isStopped: { inFlight.isStopped })
      }
    } else {
      report.isPutOff = true
    }
    noteHeldDeletions(hasHeld: try heldDeletions() != nil)
    return mayDecide && isConfirmed
  }

  /// Notes that what is reported from now on is new. Writes nothing where nothing was reported since.
  ///
  /// - Parameter pulled: The generation at which the changes were pulled. What they have reported was reported together with what is gone for it; what was
  ///   listed after them was not, and may have been moved meanwhile.
  func noteAllSeen(pulled: Generation) throws(StoreError) {
    let isNoted = try store.readCommitted { (reader) throws(StoreError) in
      try ReplicationReader(reader).lastAllSeen() == (reader.generation(), pulled)
    }
    if !isNoted {
      try change { (transaction) throws(StoreError) in try ReplicationEditor(transaction).noteAllSeen(pulled: pulled) }
    }
  }

  /// What waits for the user to decide; `nil` for nothing.
  private func heldDeletions() throws(StoreError) -> HeldDeletions? {
    let held = try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).heldDeletions() }
    return held.flatMap { $0.items > 0 ? $0 : nil }
  }

  private func noteHeldDeletions(hasHeld: Bool) {
    let hadHeld = state.latches.withLock { latches in
      defer { latches.hasHeldDeletions = hasHeld }
      return latches.hasHeldDeletions
    }
    guard hadHeld, !hasHeld else { return }
    logger.notice("no more held deletions")
    state.userEvents(.noHeldDeletions)
  }
}
