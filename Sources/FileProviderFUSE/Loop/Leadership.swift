import CFuse3
import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

/// Decides which threads read requests, each of which also answers what it read: one, and others while several programs ask at the same time.
///
/// A round trip costs a hop less when the reading thread answers itself. So that no program waits for another's slow
/// request, the reading thread gives the reading away before it does something that may block. When it blocks
/// unexpectedly, the deputy takes the reading away after a tick. A thread that has lost the reading answers its request
/// and then queues up to read again.
///
/// Threads that read at the same time answer at the same time what only reads. A change is answered alone: so the next request, whoever reads it, finds
/// the kernel and this process's memory as the change has left them, and changes neither wait for each other's locks nor break each other's groups.
final class Leadership: Sendable {
  /// For the threads that are kept, and for who waits until all threads have left.
  private let condition = Condition()
  /// For the other threads that wait; it has the same lock. One that leaves must not wake these: they would all begin to wait anew.
  private let spares: Condition
  // Only touched with `condition` locked.
  nonisolated(unsafe) private var state: LeadershipState
  /// The places of the threads that read at the same time.
  private let seats: [Seat]
  /// The seat of the thread that answers a change, and 1; 0 if there is none.
  private let alone = Atomic<Int>(0)
  private let hasEnded = Atomic<Bool>(false)
  private let isTicking = Atomic<Bool>(false)
  private let timer: Descriptor?
  private let idleTime: Int
  private let spawn: @Sendable () -> Bool
  private let everyTick: @Sendable () -> Void
  private let finishWork: @Sendable () -> Bool
  private let rest: @Sendable () -> Void

  /// A request that takes longer than one to two ticks no longer keeps others waiting. A tick costs the deputy one
  /// wake-up, only while requests come.
  private static let tick = 3_000_000

  /// The place of one reading thread.
  private final class Seat: Sendable {
    /// The number of the request that the thread is answering; 0 between two requests, and once the reading is given away.
    let working = Atomic<UInt64>(0)
    /// How many requests were begun.
    let begun = Atomic<UInt64>(0)
  }

  /// A request that a reading thread answers.
  struct Request {
    fileprivate let seat: Int
    fileprivate let number: UInt64
  }

  /// - Parameters:
  ///   - seats: How many threads may read at the same time.
  ///   - spawn: Starts another thread that calls `acquire`; returns whether it could.
  ///   - idleTime: In milliseconds; a thread that was not needed for so long may leave.
  ///   - everyTick: Called by the deputy every 3 ms while requests come, and once after the last.
  ///   - finishWork: Called by the deputy when no more requests arrive: completes what the threads may have left, without
  ///     waiting, and returns whether nothing is left.
  ///   - rest: Called by the deputy when none has arrived for `idleTime`: releases what only a busy mount needs.
  init(
    seats: Int = 1, idleTime: Int = 10_000, spawn: @escaping @Sendable () -> Bool,
    everyTick: @escaping @Sendable () -> Void = {},
    finishWork: @escaping @Sendable () -> Bool, rest: @escaping @Sendable () -> Void
  ) {
    spares = Condition(sharing: condition)
    state = LeadershipState(seats: seats)
    self.seats = (0..<max(seats, 1)).map { _ in Seat() }
    self.idleTime = idleTime
    self.spawn = spawn
    self.everyTick = everyTick
    self.finishWork = finishWork
    self.rest = rest
    timer = Descriptor(owning: timerfd_create(Int32(CLOCK_MONOTONIC), Int32(TFD_CLOEXEC)))
  }

  // MARK: The reading thread

  /// Notes that the reading thread in a seat begins to answer a request, once it may.
  ///
  /// - Parameter isChange: Whether no other reading thread answers anything until this one has answered, gives the reading away, or loses it.
  @inline(__always) func begin(seat index: Int = 0, isChange: Bool = true) -> Request {
    if seats.count > 1 && isChange { waitToBeAlone(index) }
    var request = start(index)
    if seats.count > 1 && !isChange {
      // Whoever begins a change after this sees that this thread is working.
      while alone.load(ordering: .sequentiallyConsistent) != 0, end(request) {
        wait { alone.load(ordering: .relaxed) == 0 }
        request = start(index)
      }
    }
    if !isTicking.load(ordering: .sequentiallyConsistent) { startTicking() }
    return request
  }

  @inline(__always) private func start(_ index: Int) -> Request {
    let seat = seats[index]
    let number = seat.begun.load(ordering: .relaxed) &+ 1
    seat.begun.store(number, ordering: .relaxed)
    seat.working.store(number, ordering: .sequentiallyConsistent)
    return Request(seat: index, number: number)
  }

  /// Waits until no other reading thread answers anything. The deputy takes the reading away from one that takes long, and not from this one, which does
  /// not count as working yet.
  private func waitToBeAlone(_ index: Int) {
    wait { alone.compareExchange(expected: 0, desired: index + 1, ordering: .sequentiallyConsistent).exchanged }
    for other in seats.indices where other != index {
      wait { seats[other].working.load(ordering: .sequentiallyConsistent) == 0 }
    }
  }

  /// Repeats a look at the other seats, mostly for some microseconds; at the end of the mount not for ever, since the deputy has left.
  @inline(__always) private func wait(until isDone: () -> Bool) {
    var looks = 0
    while !isDone() && !hasEnded.load(ordering: .relaxed) {
      if looks < 1000 { sched_yield() } else { usleep(100) }
      looks += 1
    }
  }

  /// Notes that it has answered.
  ///
  /// - Returns: Whether it still is the reading thread.
  @inline(__always) func end(_ request: Request) -> Bool {
    guard
      seats[request.seat].working.compareExchange(
        expected: request.number, desired: 0, ordering: .sequentiallyConsistent
      ).exchanged
    else { return false }
    if alone.load(ordering: .relaxed) == request.seat + 1 { alone.store(0, ordering: .sequentiallyConsistent) }
    return true
  }

  /// Whether the thread that answers this request still is the reading thread.
  @inline(__always) func isReading(_ request: Request) -> Bool {
    seats[request.seat].working.load(ordering: .acquiring) == request.number
  }

  /// Gives the reading to another thread, because this one may block; unless the deputy has done so.
  func give(_ request: Request) {
    if end(request) { handOver(request.seat) }
  }

  /// Calls one more thread to read, because several programs ask at the same time.
  func add() {
    guard
      let next = condition.withLock({
        let next = state.add()
        if case .waiting(let room) = next { waiting(in: room).signal() }
        return next
      })
    else { return }
    if next == .newThread, !spawn() { condition.withLock { state.threadLeft() } }
  }

  /// Notes that the thread in a seat reads no more, because it found nothing to do beside the others.
  func vacate(seat: Int) {
    condition.withLock { state.vacate(seat: seat) }
  }

  /// Waits to become a reading thread.
  ///
  /// - Parameter stays: Whether the thread stays even when it is not needed: with the first one the mount ends.
  /// - Returns: Its seat; `nil` when the thread is not needed any more and is to end.
  func acquire(stays: Bool) -> Int? {
    condition.withLock {
      let room = state.arrive()
      let deadline = Deadline.after(.milliseconds(idleTime))
      while true {
        switch state.turn(in: room, isLate: deadline.hasPassed, stays: stays) {
        case .read(let seat):
          // Two calls may have woken the same thread.
          if let room = state.roomOfNext { waiting(in: room).signal() }
          return seat
        case .leave: return nil
        case .wait where room == .spare && !stays: _ = spares.wait(until: deadline)
        case .wait: waiting(in: room).wait()
        }
      }
    }
  }

  private func waiting(in room: LeadershipState.Room) -> Condition { room == .kept ? condition : spares }

  private func handOver(_ seat: Int) {
    let next = condition.withLock {
      let next = state.handOver(seat: seat)
      if case .waiting(let room) = next { waiting(in: room).signal() }
      return next
    }
    if next == .newThread, !spawn() { condition.withLock { state.threadLeft() } }
  }

  /// The greatest number of threads that have read at the same time.
  var mostReaders: Int { condition.withLock { state.mostReaders } }

  // MARK: The end

  /// Ends the reading for good. Threads leave when they have answered their requests.
  func finish() {
    hasEnded.store(true, ordering: .relaxed)
    condition.withLock {
      state.finish()
      condition.broadcast()
      spares.broadcast()
    }
    setTimer(1)
  }

  /// Notes that a thread has left: one that was not needed any more, or that saw the end.
  func threadLeft() {
    condition.withLock {
      state.threadLeft()
      condition.broadcast()
    }
  }

  /// Waits until all threads have left, but not for ever: one may be stuck in a provider.
  ///
  /// - Returns: Whether all have.
  func waitForThreads(seconds: Int) -> Bool {
    condition.withLock {
      condition.wait(until: .after(.seconds(seconds))) { !state.hasThreads }
    }
  }

  // MARK: The deputy

  /// How many requests were begun in all seats.
  var begun: UInt64 { seats.reduce(0) { $0 &+ $1.begun.load(ordering: .relaxed) } }

  private func startTicking() {
    isTicking.store(true, ordering: .sequentiallyConsistent)
    setTimer(Self.tick)
  }

  private func setTimer(_ nanoseconds: Int) {
    var time = itimerspec()
    time.it_value = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    timerfd_settime(timer.number, 0, &time, nil)
  }

  /// The deputy's thread: takes the reading away from a thread that has been at one request for a whole tick, and lets a mount rest that has nothing
  /// to do.
  func watch() {
    var lastWorking = [UInt64](repeating: 0, count: seats.count)
    var lastBegun: UInt64 = 0
    while true {
      var expirations: UInt64 = 0
      if read(timer.number, &expirations, 8) < 0 && errno != EINTR { return }
      if condition.withLock({ state.isOver }) { return }
      guard isTicking.load(ordering: .sequentiallyConsistent) else {
        rest()
        continue
      }
      var isWorking = false
      for (index, seat) in seats.enumerated() {
        let number = seat.working.load(ordering: .sequentiallyConsistent)
        if number != 0, number == lastWorking[index], end(Request(seat: index, number: number)) { handOver(index) }
        lastWorking[index] = number
        isWorking = isWorking || number != 0
      }
      let count = begun
      defer { lastBegun = count }
      everyTick()
      if count == lastBegun && !isWorking && finishWork() {
        // First, since a request that arrives when no thread ticks sets the timer to a tick.
        setTimer(idleTime * 1_000_000)
        isTicking.store(false, ordering: .sequentiallyConsistent)
        // The end may have set the timer just before.
        if condition.withLock({ state.isOver }) { return }
        // A request that began just now, and may have ended, saw the old value of `isTicking` and did not set the timer.
        let isQuiet = seats.allSatisfy { $0.working.load(ordering: .sequentiallyConsistent) == 0 } && begun == count
        guard !isQuiet else { continue }
        isTicking.store(true, ordering: .sequentiallyConsistent)
      }
      setTimer(Self.tick)
    }
  }
}
