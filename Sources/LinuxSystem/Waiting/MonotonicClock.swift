import Glibc

/// A monotonic clock, independent of changes to the wall clock.
package enum MonotonicClock {
  /// Nanoseconds since some moment.
  package static var now: UInt64 { time(of: CLOCK_MONOTONIC) }

  /// The processor time in nanoseconds that all threads of this process have used; see clock_gettime(2).
  package static var processorTime: Int64 { Int64(time(of: CLOCK_PROCESS_CPUTIME_ID)) }

  private static func time(of clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
