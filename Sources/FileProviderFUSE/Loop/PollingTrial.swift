/// Decides whether to poll for the next request before sleeping, by trying both.
///
/// What polling is worth depends on the machine and on its load: a sleeping thread is woken within 2 µs where an idle processor polls itself, and after
/// 40 and more where it has to be started. So 16 waits of 2 000 are measured, half of them with polling. It is worth it when it has saved more time than it has
/// taken from the processor, which a sleep takes for a moment, too. Compared are medians, because a program may have paused in between, and times up to
/// 250 µs: where a program pauses each time, the lengths of its pauses would decide.
struct PollingTrial {
  /// How long a wait polls, in nanoseconds.
  static let longest: UInt64 = 40_000
  /// What a sleep takes from the processor, in nanoseconds: poll(2), and two switches of threads.
  private static let sleep: UInt64 = 2_000
  /// The longest time that counts, in nanoseconds.
  private static let longestCounted: UInt64 = 250_000
  private static let period = 2_000
  private static let trials = 16
  /// Which of the trials poll, a bit each. A program often repeats two or four kinds of requests: each way meets all of them.
  private static let polling = 0b0110_1001_1001_0110

  private var isWorthIt = false
  /// The number of the next wait in its period.
  private var number = 0
  // The measured waits without polling and with it, and how much of these was spent polling.
  private var slept: [UInt64] = []
  private var polled: [UInt64] = []
  private var spent: [UInt64] = []

  /// Whether the next wait is measured.
  var isMeasured: Bool { number < Self.trials }

  /// Whether the next wait polls before it sleeps.
  var polls: Bool { isMeasured ? Self.polling >> number & 1 == 1 : isWorthIt }

  /// Notes the end of a wait.
  ///
  /// - Parameters:
  ///   - time: How long after the last answer the request was received, in nanoseconds, where the wait was measured.
  ///   - polling: How much of that was spent polling.
  mutating func note(_ time: UInt64, polling: UInt64) {
    if isMeasured {
      let time = min(time, Self.longestCounted)
      if polls {
        polled.append(time)
        spent.append(polling)
      } else {
        slept.append(time)
      }
    }
    number += 1
    if number == Self.trials {
      isWorthIt = Self.median(&slept) + Self.sleep > Self.median(&polled) + Self.median(&spent)
    } else if number == Self.period {
      number = 0
    }
  }

  /// The lower median of some times, which are removed.
  private static func median(_ times: inout [UInt64]) -> UInt64 {
    defer { times.removeAll(keepingCapacity: true) }
    return times.sorted()[(times.count - 1) / 2]
  }
}
