import CFuse3
import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

/// Decides which thread reads requests: one at a time, which also answers what it read.
///
/// A round trip costs a hop less when the reading thread answers itself. So that no program waits for another's slow
/// request, the reading thread gives the reading away before it does something that may block. When it blocks
/// unexpectedly, the deputy takes the reading away after a tick. A thread that has lost the reading answers its request
/// and then queues up to read again.
final class Leadership: Sendable {
  /// For the threads that are kept, and for who waits until all threads have left.
  private let condition = Condition()
  /// For the other threads that wait; it has the same lock. One that leaves must not wake these: they would all begin to wait anew.
  private let spares: Condition
  // Only touched with `condition` locked.
  nonisolated(unsafe) private var state = LeadershipState()
  /// The number of the request that the reading thread is answering; 0 between two requests, and once the reading is
  /// given away.
  private let working = Atomic<UInt64>(0)
  /// How many requests were begun.
  private let begun = Atomic<UInt64>(0)
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

  /// - Parameters:
  ///   - spawn: Starts another thread that calls `acquire`; returns whether it could.
  ///   - idleTime: In milliseconds; a thread that was not needed for so long may leave.
  ///   - everyTick: Called by the deputy every 3 ms while requests come, and once after the last.
  ///   - finishWork: Called by the deputy when no more requests arrive: completes what the threads may have left, without
  ///     waiting, and returns whether nothing is left.
  ///   - rest: Called by the deputy when none has arrived for `idleTime`: releases what only a busy mount needs.
  init(
    idleTime: Int = 10_000, spawn: @escaping @Sendable () -> Bool, everyTick: @escaping @Sendable () -> Void = {},
    finishWork: @escaping @Sendable () -> Bool, rest: @escaping @Sendable () -> Void
  ) {
    spares = Condition(sharing: condition)
    self.idleTime = idleTime
    self.spawn = spawn
    self.everyTick = everyTick
    self.finishWork = finishWork
    self.rest = rest
    timer = Descriptor(owning: timerfd_create(Int32(CLOCK_MONOTONIC), Int32(TFD_CLOEXEC)))
  }

  // MARK: The reading thread

  /// Notes that the reading thread begins to answer a request.
  ///
  /// - Returns: The request's number, for `end` and `give`.
  @inline(__always) func begin() -> UInt64 {
    let number = begun.load(ordering: .relaxed) &+ 1
    begun.store(number, ordering: .relaxed)
    working.store(number, ordering: .sequentiallyConsistent)
    if !isTicking.load(ordering: .sequentiallyConsistent) { startTicking() }
    return number
  }

  /// Notes that it has answered.
  ///
  /// - Returns: Whether it still is the reading thread.
  @inline(__always) func end(_ number: UInt64) -> Bool {
    working.compareExchange(expected: number, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }

  /// Whether the thread that answers this request still is the reading thread.
  @inline(__always) func isReading(_ number: UInt64) -> Bool { working.load(ordering: .acquiring) == number }

  /// Gives the reading to another thread, because this one may block; unless the deputy has done so.
  func give(_ number: UInt64) {
    if end(number) { handOver() }
  }

  /// Waits to become the reading thread.
  ///
  /// - Parameter stays: Whether the thread stays even when it is not needed: with the first one the mount ends.
  /// - Returns: False when the thread is not needed any more and is to end.
  func acquire(stays: Bool) -> Bool {
    condition.withLock {
      let room = state.arrive()
      let deadline = Deadline.after(.milliseconds(idleTime))
      while true {
        switch state.turn(in: room, isLate: deadline.hasPassed, stays: stays) {
        case .read: return true
        case .leave: return false
        case .wait where room == .spare && !stays: _ = spares.wait(until: deadline)
        case .wait: waiting(in: room).wait()
        }
      }
    }
  }

  private func waiting(in room: LeadershipState.Room) -> Condition { room == .kept ? condition : spares }

  private func handOver() {
    let next = condition.withLock {
      let next = state.handOver()
      if case .waiting(let room) = next { waiting(in: room).signal() }
      return next
    }
    if next == .newThread, !spawn() { condition.withLock { state.threadLeft() } }
  }

  // MARK: The end

  /// Ends the reading for good. Threads leave when they have answered their requests.
  func finish() {
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
    var lastWorking: UInt64 = 0
    var lastBegun: UInt64 = 0
    while true {
      var expirations: UInt64 = 0
      if read(timer.number, &expirations, 8) < 0 && errno != EINTR { return }
      if condition.withLock({ state.isOver }) { return }
      guard isTicking.load(ordering: .sequentiallyConsistent) else {
        rest()
        continue
      }
      let number = working.load(ordering: .sequentiallyConsistent)
      if number != 0, number == lastWorking,
        working.compareExchange(expected: number, desired: 0, ordering: .acquiringAndReleasing).exchanged
      {
        handOver()
      }
      lastWorking = number
      let count = begun.load(ordering: .relaxed)
      defer { lastBegun = count }
      everyTick()
      if count == lastBegun && number == 0 && finishWork() {
        // First, since a request that arrives when no thread ticks sets the timer to a tick.
        setTimer(idleTime * 1_000_000)
        isTicking.store(false, ordering: .sequentiallyConsistent)
        // The end may have set the timer just before.
        if condition.withLock({ state.isOver }) { return }
        // A request that began just now, and may have ended, saw the old value of `isTicking` and did not set the timer.
        let isQuiet = working.load(ordering: .sequentiallyConsistent) == 0 && begun.load(ordering: .relaxed) == count
        guard !isQuiet else { continue }
        isTicking.store(true, ordering: .sequentiallyConsistent)
      }
      setTimer(Self.tick)
    }
  }
}
