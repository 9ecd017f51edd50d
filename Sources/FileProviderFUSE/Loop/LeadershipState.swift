/// Who reads requests, who waits to read, and who may leave: the state of `Leadership`, without threads and clocks.
struct LeadershipState {
  /// What a thread does that waits to read.
  enum Turn {
    case read, wait, leave
  }

  /// Who reads next.
  enum HandOver {
    /// One of the threads that wait.
    case waiting
    /// A thread that is still to be started.
    case newThread
    /// One that answers a request now, as soon as it is done.
    case nobodyYet
  }

  private var hasReader = true
  private var idle = 0
  private var threads = 1
  private(set) var isOver = false

  static let maximumThreads = 64
  /// So many threads wait though nobody needs them.
  static let keptIdle = 2

  var hasThreads: Bool { threads > 0 }

  /// A thread begins to wait.
  mutating func arrive() { idle += 1 }

  /// Says what a thread that waits does now; unless it goes on waiting it does not count as one any more.
  ///
  /// - Parameters:
  ///   - isLate: Whether it has not been needed for long.
  ///   - stays: Whether it stays even then: with the first one the mount ends.
  mutating func turn(isLate: Bool, stays: Bool) -> Turn {
    if !isOver && hasReader && (!isLate || stays || idle <= Self.keptIdle) { return .wait }
    idle -= 1
    if isOver || hasReader { return .leave }
    hasReader = true
    return .read
  }

  /// The reading thread reads no more. A new thread that is needed counts from now on; see `threadLeft`.
  mutating func handOver() -> HandOver {
    hasReader = false
    if idle > 0 { return .waiting }
    guard threads < Self.maximumThreads, !isOver else { return .nobodyYet }
    threads += 1
    return .newThread
  }

  /// A thread has ended, or could not be started.
  mutating func threadLeft() { threads -= 1 }

  mutating func finish() { isOver = true }
}
