import FileProviderStore
import LinuxSystem
import Synchronization

/// Watching what is changed here.
extension Pusher {
  /// Notes when something is committed, and has the changes noted some time later.
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

  /// The maximum added delay of an upload.
  private static let momentInterval = Duration.milliseconds(100)
}
