package import Foundation
import Glibc

/// Nanoseconds since 1970-01-01 00:00 UTC. Reaches from 1677 to 2262; what lies outside is moved to the nearer end.
package struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable {
  package var rawValue: Int64

  @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }

  package init(_ time: timespec) { self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec)) }

  package init(seconds: Int64, nanoseconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = product.addingReportingOverflow(nanoseconds)
    rawValue = overflow || carry ? (seconds < 0 ? .min : .max) : sum
  }

  package init(_ date: Date) {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite, abs(seconds) < 9.2e9 else {
      self.init(rawValue: seconds < 0 ? .min : .max)
      return
    }
    let whole = seconds.rounded(.down)
    self.init(seconds: Int64(whole), nanoseconds: Int64((seconds - whole) * 1e9))
  }

  /// The time now, by the wall clock.
  package static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(time)
  }

  /// The time a number of seconds earlier; the earliest time if that is out of range.
  package func earlier(bySeconds seconds: Int64) -> Timestamp {
    let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (start, carry) = rawValue.subtractingReportingOverflow(nanoseconds)
    return Timestamp(rawValue: overflow || carry ? .min : start)
  }

  /// The time as system calls take it.
  package var systemTime: timespec {
    let (seconds, rest) = rawValue.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest < 0
      ? timespec(tv_sec: Int(seconds) - 1, tv_nsec: Int(rest) + 1_000_000_000)
      : timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
  }

  package var date: Date { Date(timeIntervalSince1970: Double(rawValue) / 1e9) }

  @inlinable package static func < (a: Timestamp, b: Timestamp) -> Bool { a.rawValue < b.rawValue }
}

extension Timestamp {
  /// Whether a provider's date is one of ours. `Date` keeps microseconds; a provider may keep whole milliseconds.
  ///
  /// Another machine may well have made an equal document within the same millisecond, so milliseconds do only where the provider has no more.
  ///
  /// - Parameter orRounded: Whether it may keep whole seconds.
  func isSame(as other: Timestamp, orRounded: Bool = false) -> Bool {
    let (distance, overflow) = rawValue.subtractingReportingOverflow(other.rawValue)
    if overflow { return false }
    let fraction = rawValue.magnitude % 1_000_000
    let isInMilliseconds = min(fraction, 1_000_000 - fraction) < 1_000
    return distance.magnitude < (isInMilliseconds ? 1_000_000 : 1_000)
      || orRounded && rawValue % 1_000_000_000 == 0 && distance.magnitude < 1_000_000_000
  }
}
