import FileProviderStore
import LinuxSystem
import Synchronization

/// Hearing of what is changed here.
extension Pusher {
  /// Has noted what changes, some time later, and notes when it did.
  func watchChanges(_ waiter: ChangeWaiter) {
    _ = noteMoment()
    while !pushing.read({ $0.isStopped }) {
      guard waiter.wait(milliseconds: -1) else { continue }
      if noteMoment() { state.wakeKeeper() }
      let due = Deadline.after(limits.noteDelay)
      while !due.hasPassed {
        let next = min(due, .after(Self.momentInterval))
        if pushing.wait(until: next, for: { $0.isStopped ? true : nil }) == true { return }
        if noteMoment() { state.wakeKeeper() }
      }
      pushing.withLock { $0.request() }
    }
  }

  /// - Returns: Whether something was committed since this was called last.
  private func noteMoment() -> Bool {
    let newest = store.wokenGeneration
    return state.moments.withLock { $0.note(newest, at: PushPace.now) }
  }

  /// An item may be told so much later than it might.
  private static let momentInterval = Duration.milliseconds(100)
}
