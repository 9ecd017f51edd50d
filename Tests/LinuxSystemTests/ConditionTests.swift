import Foundation
import LinuxSystem
import Testing

@Suite struct ConditionTests {
  /// A deadline is a moment of the monotonic clock: a wait that nobody ends lasts until then, and not until the same number on the wall clock.
  @Test func aWaitLastsUntilItsDeadline() {
    let condition = Condition()
    let start = MonotonicClock.now
    let isSo = condition.withLock { condition.wait(until: .after(.milliseconds(50))) { false } }
    #expect(!isSo)
    #expect(MonotonicClock.now - start >= 50_000_000)
  }

  /// The wait ends when the condition holds.
  @Test func aSignalEndsAWait() {
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
}
