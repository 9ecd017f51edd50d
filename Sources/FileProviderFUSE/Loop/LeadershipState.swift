/// Who reads requests, who waits to read, and who may leave: the state of `Leadership`, without threads and clocks.
struct LeadershipState {
  /// What a thread does that waits to read.
  enum Turn: Equatable {
    /// It takes a seat, by its number.
    case read(seat: Int)
    case wait, leave
  }

  /// Where a thread waits.
  enum Room {
    /// Including the few idle threads.
    case kept
    /// With those that leave when they have not been needed for long. They are called when no other waits: so the same few serve a mount that has
    /// little to do, and those that a burst has left are not needed.
    case spare
  }

  /// Who reads next.
  enum HandOver: Equatable {
    /// One of the threads that wait there.
    case waiting(Room)
    /// A thread that is still to be started.
    case newThread
    /// One that answers a request now, as soon as it is done.
    case nobodyYet
  }

  /// The seats of the threads that read, a bit each. The first thread begins in seat 0.
  private var taken: UInt = 1
  /// How many threads are to read at the same time.
  private var wanted = 1
  private let seats: Int
  /// The greatest number of seats that were taken at the same time.
  private(set) var mostReaders = 1
  private var kept = 0
  private var spare = 0
  private var threads = 1
  private(set) var isOver = false

  static let maximumThreads = 64
  /// Maximum number of idle threads.
  static let keptIdle = 2

  /// - Parameter seats: How many threads may read at the same time.
  init(seats: Int = 1) { self.seats = min(max(seats, 1), UInt.bitWidth) }

  var hasThreads: Bool { threads > 0 }

  /// A thread begins to wait.
  mutating func arrive() -> Room {
    guard kept < Self.keptIdle else {
      spare += 1
      return .spare
    }
    kept += 1
    return .kept
  }

  /// Returns what a waiting thread does now. Unless it continues to wait, it no longer counts as waiting.
  ///
  /// - Parameters:
  ///   - room: Where it waits.
  ///   - isLate: Whether it has not been needed for long.
  ///   - stays: Whether it stays even then: with the first one the mount ends.
  mutating func turn(in room: Room, isLate: Bool, stays: Bool) -> Turn {
    let seat = isOver ? nil : freeSeat
    if !isOver && seat == nil && (!isLate || stays || room == .kept) { return .wait }
    switch room {
    case .kept: kept -= 1
    case .spare: spare -= 1
    }
    guard let seat else { return .leave }
    taken |= 1 << seat
    mostReaders = max(mostReaders, taken.nonzeroBitCount)
    return .read(seat: seat)
  }

  /// Where a thread waits that may read, because there is a seat for it.
  var roomOfNext: Room? {
    guard !isOver, freeSeat != nil else { return nil }
    return kept > 0 ? .kept : spare > 0 ? .spare : nil
  }

  private var freeSeat: Int? { taken.nonzeroBitCount < wanted ? (~taken).trailingZeroBitCount : nil }

  /// A reading thread reads no more, and another takes its place. A new thread that is needed counts from now on; see `threadLeft`.
  mutating func handOver(seat: Int) -> HandOver {
    taken &= ~(1 << seat)
    return next()
  }

  /// One more thread is to read.
  ///
  /// - Returns: Who; `nil` where no seat is left.
  mutating func add() -> HandOver? {
    guard wanted < seats, !isOver else { return nil }
    wanted += 1
    return next()
  }

  /// A reading thread is not needed beside the others.
  mutating func vacate(seat: Int) {
    taken &= ~(1 << seat)
    wanted -= 1
  }

  private mutating func next() -> HandOver {
    if kept > 0 { return .waiting(.kept) }
    if spare > 0 { return .waiting(.spare) }
    guard threads < Self.maximumThreads, !isOver else { return .nobodyYet }
    threads += 1
    return .newThread
  }

  /// A thread has ended, or could not be started.
  mutating func threadLeft() { threads -= 1 }

  mutating func finish() { isOver = true }
}
