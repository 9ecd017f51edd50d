import Glibc

/// A clock that only goes forward, whatever the wall clock is set to.
package enum MonotonicClock {
  /// Nanoseconds since some moment.
  package static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
