import CFuse3
import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

/// Waits for requests from the kernel, and reads them.
///
/// A wait is poll(2) and then a read. With a read before, which mostly found nothing, a look-up of a missing name cost 0.4 µs of processor time more.
///
/// Where that is faster (`PollingTrial`), the thread first tries for a moment to read: a program that works through a tree sends a request some
/// microseconds after it has had the last answer. After each try it lets others have the processor who want it. Where a sleeping thread is woken at
/// once, 40 µs of tries before each sleep cost that look-up 9.5 µs instead of 6.2, and the program 16.2 µs instead of 12.3.
final class RequestReader: Sendable {
  private let descriptor: Int32
  /// An event counter that ends the wait for a request (eventfd(2)).
  private let bell: Descriptor?
  /// On one processor, polling would keep the program from sending its request.
  private let isAlone = sysconf(Int32(_SC_NPROCESSORS_ONLN)) < 2
  private let patience: UInt64?
  /// When there is something else to do: in nanoseconds of the monotonic clock, 0 for now, `.max` for never.
  private let otherWork: @Sendable () -> UInt64

  // Only touched by the thread in the reader's seat: `Leadership` has one at a time, and its lock is between two of them.
  nonisolated(unsafe) private var trial = PollingTrial()
  nonisolated(unsafe) private var wait: Wait?

  /// A wait that no request has ended yet. It goes on after other work.
  private struct Wait {
    /// Whether it counts for the trial.
    var isTried: Bool
    /// 0 if it is not measured.
    var start: UInt64
    var polling: UInt64 = 0
  }

  /// - Parameters:
  ///   - descriptor: The kernel's device, which is made non-blocking.
  ///   - patience: How long a wait lasts, in nanoseconds; `nil` for a thread that waits for ever.
  ///   - otherWork: When there is something else to do: in nanoseconds of the monotonic clock, 0 for now, `.max` for
  ///     never. If that time becomes earlier, `interrupt` must be called.
  init(descriptor: Int32, patience: UInt64? = nil, otherWork: @escaping @Sendable () -> UInt64) {
    self.descriptor = descriptor
    self.patience = patience
    self.otherWork = otherWork
    bell = Descriptor(owning: eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)))
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Ends the wait for a request, or else the next wait, because there is something else to do. From any thread.
  func interrupt() {
    var count: UInt64 = 1
    _ = write(bell.number, &count, 8)
  }

  /// Waits for a request and reads it.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Reception {
    wait { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Waits for a request as `read` does, and moves it into an empty pipe.
  func move(into pipe: RequestPipe, atMost size: Int) -> Reception {
    wait { pipe.take(from: descriptor, atMost: size) }
  }

  /// Repeats a call on the device until it finds a request.
  @inline(__always) private func wait(_ call: () -> Int) -> Reception {
    var count = -1
    if wait == nil {
      // A thread commits before it sleeps. The next change joins an open group instead, which saves more than polling takes: files were
      // created in 0.54 and renamed in 0.69 of the time.
      let savesCommit = otherWork() == 0
      wait = Wait(isTried: !savesCommit, start: !savesCommit && trial.isMeasured ? MonotonicClock.now : 0)
      if savesCommit || trial.polls, !isAlone { count = retry(call) }
    }
    let end = count < 0 ? patience.map { MonotonicClock.now &+ $0 } : nil
    while count < 0 {
      guard waitForEvent(until: min(otherWork(), end ?? .max)) else {
        if end == nil { return .otherWork }
        wait = nil
        return .idle
      }
      count = call()
      // Another thread may have been faster.
      if count < 0, errno != EAGAIN { return Reception(count) }
    }
    if let wait = wait.take(), wait.isTried {
      trial.note(wait.start == 0 ? 0 : MonotonicClock.now &- wait.start, polling: wait.polling)
    }
    return Reception(count)
  }

  /// Repeats a call on the device until it finds a request, for a moment at most, or until somebody else has used the processor.
  ///
  /// - Returns: What the last call did.
  private func retry(_ call: () -> Int) -> Int {
    let start = MonotonicClock.now
    var now = start
    defer { wait?.polling = now &- start }
    while true {
      let count = call()
      let before = now
      if count >= 0 || errno != EAGAIN || now &- start >= PollingTrial.longest {
        now = MonotonicClock.now
        return count
      }
      sched_yield()
      now = MonotonicClock.now
      if now &- before > Self.longestRound { return call() }
    }
  }

  /// A round takes 1 µs. One that took longer than this, in nanoseconds, has let somebody else have the processor.
  private static let longestRound: UInt64 = 10_000

  /// Sleeps until a request may be there, or until a given time. A request that is there comes first.
  ///
  /// - Returns: False when there is something else to do.
  private func waitForEvent(until time: UInt64) -> Bool {
    let now = time == .max || time == 0 ? 0 : MonotonicClock.now
    // Rounded up by a millisecond, so that the time has come when the sleep ends.
    let patience = time == .max ? -1 : time > now ? Int32(min((time - now) / 1_000_000 + 1, 60_000)) : 0
    return withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { events in
      events[0] = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      events[1] = pollfd(fd: bell.number, events: Int16(POLLIN), revents: 0)
      let ready = poll(events.baseAddress, 2, patience)
      if ready == 0 { return false }
      guard ready > 0, events[0].revents == 0 else { return true }
      var count: UInt64 = 0
      _ = Glibc.read(bell.number, &count, 8)
      return false
    }
  }

  /// Waits for a request, a millisecond at most.
  func waitBriefly() {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&state, 1, 1)
  }
}
