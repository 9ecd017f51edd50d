import Foundation
import LinuxSystem
import Testing

@Suite struct ConditionTests {
  /// A deadline is a moment of the monotonic clock: a wait without a signal lasts until then, and not until the same number on the wall clock.
  @Test func `a wait lasts until its deadline`() {
    let condition = Condition()
    let start = MonotonicClock.now
    let isSo = condition.withLock { condition.wait(until: .after(.milliseconds(50))) { false } }
    #expect(!isSo)
    #expect(MonotonicClock.now - start >= 50_000_000)
  }

  /// The wait ends when the condition holds.
  @Test func `a signal ends a wait`() {
    final class Flag: @unchecked Sendable {
      // Sendable: `condition` protects it.
      let condition = Condition()
      var isSet = false
    }
    let flag = Flag()
    Thread.detachNewThread {
      flag.condition.withLock {
        flag.isSet = true
        flag.condition.broadcast()
      }
    }
    let isSo = flag.condition.withLock { flag.condition.wait(until: .after(.seconds(60))) { flag.isSet } }
    #expect(isSo)
  }

  /// Asking repeatedly ends as soon as the answer is yes, at the deadline if it stays no, and at once if it is yes already.
  @Test func `asking ends`() {
    var count = 0
    let isSo = Deadline.never.ask(every: .milliseconds(1)) {
      count += 1
      return count == 3
    }
    #expect(isSo)
    #expect(count == 3)
    let start = MonotonicClock.now
    #expect(!Deadline.after(.milliseconds(20)).ask(every: .milliseconds(1)) { false })
    #expect(MonotonicClock.now - start >= 20_000_000)
    #expect(Deadline.now.ask(every: .seconds(3600)) { true })
  }
}
