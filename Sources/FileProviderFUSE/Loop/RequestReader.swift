import CFuse3
import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

/// Reads requests from the kernel's device, and looks for the next one a moment longer before it sleeps.
///
/// A program that works through a tree sends a request some microseconds after it has had the last answer. To sleep in
/// between costs a wake-up on another core: on two cores a rename took 80 µs with it and 63 µs without, an `unlink` 61
/// and 51. So the reading thread polls for as long as that has lately been worth it, at most `longest`; a mount that
/// nobody uses, or where requests are further apart, sleeps at once.
final class RequestReader: Sendable {
  private let descriptor: Int32
  /// How long to poll before sleeping, in nanoseconds. Written by the reading thread; a lost write does no harm.
  private let patience = Atomic<UInt64>(0)
  /// An event counter that ends the wait for a request (eventfd(2)).
  private let bell: Descriptor?
  /// On one processor, polling would keep the program from sending its request.
  private let isAlone = sysconf(Int32(_SC_NPROCESSORS_ONLN)) < 2

  private static let longest: UInt64 = 40_000

  /// When there is something else to do: in nanoseconds of the monotonic clock, 0 for now, `.max` for never.
  private let otherWork: @Sendable () -> UInt64

  /// - Parameters:
  ///   - descriptor: The kernel's device, which is made non-blocking.
  ///   - otherWork: When there is something else to do: in nanoseconds of the monotonic clock, 0 for now, `.max` for
  ///     never. If that time becomes earlier, `interrupt` must be called.
  init(descriptor: Int32, otherWork: @escaping @Sendable () -> UInt64) {
    self.descriptor = descriptor
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
    var count = call()
    guard count < 0, errno == EAGAIN else { return Reception(count) }
    let start = MonotonicClock.now
    let limit = isAlone ? 0 : patience.load(ordering: .relaxed)
    while MonotonicClock.now &- start < limit {
      count = call()
      if count >= 0 || errno != EAGAIN { return Reception(count) }
    }
    while true {
      guard waitForEvent(until: otherWork()) else { return .otherWork }
      count = call()
      // Another thread may have been faster.
      if count >= 0 || errno != EAGAIN { break }
    }
    let reception = Reception(count)
    // If the request arrived soon, polling would have been worth it, and the next wait polls. Otherwise it polls half as
    // long, and soon not at all.
    let isSoon = MonotonicClock.now &- start < 2 * Self.longest
    patience.store(isSoon ? Self.longest : limit / 2, ordering: .relaxed)
    return reception
  }

  /// Sleeps until a request may be there, or until a given time.
  ///
  /// - Returns: False when there is something else to do.
  private func waitForEvent(until time: UInt64) -> Bool {
    let now = time == .max || time == 0 ? 0 : MonotonicClock.now
    guard time > now else { return false }
    // Rounded up by a millisecond, so that the time has come when the sleep ends.
    let patience = time == .max ? -1 : Int32(min((time - now) / 1_000_000 + 1, 60_000))
    return withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { events in
      events[0] = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      events[1] = pollfd(fd: bell.number, events: Int16(POLLIN), revents: 0)
      let ready = poll(events.baseAddress, 2, patience)
      if ready == 0 { return false }
      guard ready > 0, events[1].revents != 0 else { return true }
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
