import FileProviderStore

/// When it is the turn of uploads.
///
/// A program that changes something waits while anybody writes, and finds its pages forgotten afterwards: SQLite drops a connection's whole page cache
/// when another process has committed. And where processors are few, whatever this process does is done instead of the program's own. So nothing is
/// uploaded in the first seconds after programs began to change or to read something (`ReplicaLimits.burst`); most have finished by then. While they go
/// on, uploads pause nineteen times as long as this process has worked since, but not for more than 100 ms.
/// Nobody who waits for the provider itself is made to wait: pulls, listings and answers take no turns, but what they cost counts; and for 5 minutes after
/// somebody has asked for it, everything is uploaded as fast as possible.
struct WritingTurns: Sendable {
  /// What is to be done before the next transaction.
  enum Turn: Equatable, Sendable {
    case now
    /// In nanoseconds.
    case after(Int64)
    /// Programs have just begun: ask again.
    case later
  }

  private static let pauses: Int64 = 19
  /// What has waited so long is written whatever it costs.
  static let longestPause: Int64 = 100_000_000
  /// How long after a change programs count as changing something.
  static let memory: Int64 = 100_000_000
  /// Programs that have done nothing for so long begin anew.
  static let calm: Int64 = 1_000_000_000
  /// Programs count as reading where the mounts answer so many requests in `memory`. A program that looks every few milliseconds whether something
  /// has happened asks less.
  private static let busy = 50.0

  /// How long nothing is uploaded after programs have begun, in nanoseconds.
  private let burst: Int64
  /// The newest generation that this process has seen or made.
  private var known: Generation?
  /// When programs did something first, without a calm since, and when last; monotonic.
  private var programs: (began: Int64, last: Int64)?
  /// When it was looked how many requests the mounts had answered.
  private var answered: (count: UInt64, at: Int64)?
  /// When the next turn is; monotonic.
  private var next: Int64 = 0
  /// The processor time that is counted already.
  private var counted: Int64

  /// - Parameters:
  ///   - burst: How long nothing is uploaded after programs have begun.
  ///   - worked: The processor time that this process has used, in nanoseconds; so everywhere.
  init(burst: Duration, worked: Int64) {
    self.burst = PushPace.nanoseconds(burst)
    counted = worked
  }

  /// Notes a transaction of this process.
  ///
  /// It is noted before anybody can see it: what is newer than all that was noted is another process's.
  mutating func note(_ event: WritingEvent, at now: Int64, worked: Int64) {
    switch event {
    case .made(let before, let after):
      if let known, before > known { notePrograms(at: now) }
      known = max(known ?? after, after)
    case .ended(let began, let ended):
      pay(max(ended - began, worked - counted), at: ended)
      counted = max(counted, worked)
    }
  }

  /// Whether the next transaction may be made.
  ///
  /// - Parameters:
  ///   - newest: The newest generation that anybody has committed.
  ///   - requests: How many requests the mounts have answered.
  mutating func turn(at now: Int64, newest: Generation, requests: UInt64, worked: Int64) -> Turn {
    if let known, newest > known { notePrograms(at: now) }
    known = max(known ?? newest, newest)
    noteRequests(requests, at: now)
    pay(worked - counted, at: now)
    counted = max(counted, worked)
    guard let programs, now - programs.last < Self.memory else { return .now }
    if now - programs.began < burst { return .later }
    return next > now ? .after(next - now) : .now
  }

  private mutating func notePrograms(at now: Int64) {
    let began = programs.flatMap { now - $0.last < Self.calm ? $0.began : nil }
    programs = (began ?? now, now)
  }

  private mutating func noteRequests(_ count: UInt64, at now: Int64) {
    guard let before = answered else { return answered = (count, now) }
    let (asked, time) = (Double(count &- before.count), now - before.at)
    guard asked >= Self.busy || time >= Self.memory else { return }
    if asked * Double(Self.memory) >= Self.busy * Double(time) { notePrograms(at: now) }
    answered = (count, now)
  }

  private mutating func pay(_ cost: Int64, at now: Int64) {
    guard cost > 0 else { return }
    next = min(max(next, now) + min(cost, Self.longestPause) * Self.pauses, now + Self.longestPause)
  }
}
