import FileProviderStore
import LinuxSystem
import Synchronization

/// When it is the turn of what tells the provider to write to the store.
///
/// A program that changes something waits while anybody writes, and finds its pages forgotten afterwards: SQLite drops a connection's whole page cache
/// when another process has committed. So as long as programs change something, the pushing pauses nine times as long after each of its transactions as
/// that took, which leaves them nine tenths of the time. Nobody who waits for the provider itself is made to wait: pulls and listings take no turns.
struct WritingTurns: Sendable {
  private static let pauses: Int64 = 9
  /// What has waited so long is written whatever it costs.
  static let longestPause: Int64 = 50_000_000
  /// So long after a change programs count as changing something.
  static let memory: Int64 = 100_000_000

  /// The newest generation that this process has seen or made.
  private var known: Generation?
  /// When a change of another process was last seen, and when the next turn is; monotonic.
  private var othersSeen: Int64?
  private var next: Int64 = 0

  /// Notes a transaction of this process.
  mutating func note(_ span: WritingSpan) {
    if let known, span.before > known { othersSeen = span.ended }
    known = max(known ?? span.after, span.after)
    next = span.ended + min(max(span.ended - span.began, 0) * Self.pauses, Self.longestPause)
  }

  /// How long to pause before the next transaction, in nanoseconds; `nil` for not at all.
  ///
  /// - Parameter newest: The newest generation that anybody has committed.
  mutating func pause(at now: Int64, newest: Generation) -> Int64? {
    if let known, newest > known {
      othersSeen = now
      self.known = newest
    }
    guard let othersSeen, now - othersSeen < Self.memory, next > now else { return nil }
    return next - now
  }
}

extension Replica {
  /// As `change`, when it is the turn of what tells the provider.
  func changeInTurn<Result>(_ body: (Transaction) throws(StoreError) -> Result) throws(StoreError) -> Result {
    awaitTurn()
    return try change(body)
  }

  /// Waits until it is the turn of what tells the provider to write.
  func awaitTurn() {
    let newest = store.wokenGeneration
    guard let pause = turns.withLock({ $0.pause(at: PushPace.now, newest: newest) }) else { return }
    _ = pushing.wait(until: .after(.nanoseconds(pause)), for: { $0.isStopped ? true : nil })
  }

  /// Notes what changed, a part in each turn, until so little is left that the next transaction does it.
  func noteInTurns() throws(StoreError) {
    // Where programs change more than can be noted in their pauses, it is noted all the same.
    let deadline = Deadline.after(limits.noteInterval)
    while !deadline.hasPassed, !pushing.read({ $0.isStopped }) {
      let left = try store.readCommitted { (reader) throws(StoreError) in try reader.unnotedChanges() }
      if let left, left <= Self.notedOnTheWay { return }
      awaitTurn()
      if try store.noteSomePending(pace, whenDone: { span in turns.withLock { $0.note(span) } }) { return }
    }
  }

  /// So many changes are noted in a transaction that does something else.
  private static let notedOnTheWay = 128
}
