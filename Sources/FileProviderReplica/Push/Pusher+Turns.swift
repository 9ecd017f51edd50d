import FileProviderStore
import LinuxSystem
import Synchronization

/// Waiting for the turn of uploads; see `WritingTurns`.
extension Pusher {
  /// As `change`, when it is the turn of uploads.
  func changeInTurn<Result>(_ body: (Transaction) throws(StoreError) -> Result) throws(StoreError) -> Result {
    waitForTurn()
    return try change(body)
  }

  /// Waits until it is the turn of uploads to write.
  func waitForTurn() {
    while !pushing.read({ $0.isInHurry || $0.isStopped }) {
      let (newest, requests) = (store.wokenGeneration, store.answeredRequests)
      let (now, worked) = (PushPace.now, MonotonicClock.processorTime)
      let turn = state.turns.withLock { $0.turn(at: now, newest: newest, requests: requests, worked: worked) }
      switch turn {
      case .now: return
      case .after(let pause): return pausePushing(for: pause)
      case .later: pausePushing(for: WritingTurns.memory / 2)
      }
    }
  }

  /// - Parameter pause: In nanoseconds.
  private func pausePushing(for pause: Int64) {
    _ = pushing.wait(until: .after(.nanoseconds(pause)), for: { $0.isStopped || $0.isInHurry ? true : nil })
  }

  /// Notes what changed, a part in each turn, until so little is left that the next transaction does it.
  func noteInTurns() throws(StoreError) {
    // Where programs change more than can be noted in their pauses, it is noted all the same.
    var deadline: Deadline?
    while deadline?.hasPassed != true, !pushing.read({ $0.isStopped }) {
      let left = try store.readCommitted { (reader) throws(StoreError) in try PendingReader(reader).unnotedChanges() }
      if let left, left <= Self.notedOnTheWay { return }
      waitForTurn()
      deadline = deadline ?? .after(limits.noteInterval)
      if try store.noteSomePending(state.pace, report: state.noteTurn) { return }
    }
  }

  /// How many changes are noted in a transaction that does something else.
  private static let notedOnTheWay = 128
}
