package import Glibc

/// A moment on the monotonic clock until which somebody waits. Setting the wall clock moves none of them.
package struct Deadline: Comparable, Sendable {
  /// Nanoseconds on `CLOCK_MONOTONIC`.
  private let nanoseconds: Int64

  private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The moment after which a duration has passed from now.
  package static func after(_ duration: Duration) -> Deadline {
    let (seconds, attoseconds) = duration.components
    let (length, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return .never }
    let (sum, carry) = now.nanoseconds.addingReportingOverflow(length)
    return carry ? .never : Deadline(nanoseconds: sum + attoseconds / 1_000_000_000)
  }

  /// A moment of `MonotonicClock`.
  package static func at(_ nanoseconds: UInt64) -> Deadline { Deadline(nanoseconds: Int64(clamping: nanoseconds)) }

  package static var now: Deadline { Deadline(nanoseconds: Int64(MonotonicClock.now)) }

  package static let never = Deadline(nanoseconds: .max)

  package var hasPassed: Bool { self <= .now }

  /// The form system calls take.
  package var systemTime: timespec {
    timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }

  package static func < (a: Deadline, b: Deadline) -> Bool { a.nanoseconds < b.nanoseconds }
}
