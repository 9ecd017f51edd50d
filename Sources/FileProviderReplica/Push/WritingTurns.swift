import FileProviderStore
import LinuxSystem
import Synchronization

/// When it is the turn of what tells the provider to go on.
///
/// A program that changes something waits while anybody writes, and finds its pages forgotten afterwards: SQLite drops a connection's whole page cache
/// when another process has committed. And where processors are few, whatever this process does is done instead of the program's own. So as long as
/// programs change something, telling the provider pauses nine times as long as this process has worked since, but not for more than 50 ms.
/// Nobody who waits for the provider itself is made to wait: pulls, listings and answers take no turns, but what they cost counts; and for 5 minutes after
/// somebody has asked for it, everything is told as fast as can be.
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
  /// The processor time that is counted already.
  private var counted: Int64

  /// - Parameter worked: The processor time that this process has used, in nanoseconds; so everywhere.
  init(worked: Int64) { counted = worked }

  /// Notes a transaction of this process.
  mutating func note(_ span: WritingSpan, worked: Int64) {
    if let known, span.before > known { othersSeen = span.ended }
    known = max(known ?? span.after, span.after)
    pay(max(span.ended - span.began, worked - counted), at: span.ended)
    counted = max(counted, worked)
  }

  /// How long to pause before the next transaction, in nanoseconds; `nil` for not at all.
  ///
  /// - Parameter newest: The newest generation that anybody has committed.
  mutating func pause(at now: Int64, newest: Generation, worked: Int64) -> Int64? {
    if let known, newest > known {
      othersSeen = now
      self.known = newest
    }
    pay(worked - counted, at: now)
    counted = max(counted, worked)
    guard let othersSeen, now - othersSeen < Self.memory, next > now else { return nil }
    return next - now
  }

  private mutating func pay(_ cost: Int64, at now: Int64) {
    guard cost > 0 else { return }
    next = min(max(next, now) + min(cost, Self.longestPause) * Self.pauses, now + Self.longestPause)
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
    if pushing.read({ $0.isInHurry }) { return }
    let newest = store.wokenGeneration
    let (now, worked) = (PushPace.now, MonotonicClock.processorTime)
    guard let pause = turns.withLock({ $0.pause(at: now, newest: newest, worked: worked) }) else { return }
    _ = pushing.wait(until: .after(.nanoseconds(pause)), for: { $0.isStopped ? true : nil })
  }

  /// Notes a transaction of this process.
  func noteTurn(_ span: WritingSpan) {
    let worked = MonotonicClock.processorTime
    turns.withLock { $0.note(span, worked: worked) }
  }

  /// Notes what changed, a part in each turn, until so little is left that the next transaction does it.
  func noteInTurns() throws(StoreError) {
    // Where programs change more than can be noted in their pauses, it is noted all the same.
    let deadline = Deadline.after(limits.noteInterval)
    while !deadline.hasPassed, !pushing.read({ $0.isStopped }) {
      let left = try store.readCommitted { (reader) throws(StoreError) in try reader.unnotedChanges() }
      if let left, left <= Self.notedOnTheWay { return }
      awaitTurn()
      if try store.noteSomePending(pace, whenDone: noteTurn) { return }
    }
  }

  /// So many changes are noted in a transaction that does something else.
  private static let notedOnTheWay = 128
}
