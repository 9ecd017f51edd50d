import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FoundationExtras

/// What runs now and then.
@Suite struct BackgroundActivityTests {
  private func scheduler(interval: TimeInterval = 0, repeats: Bool = true) -> NSBackgroundActivityScheduler {
    let scheduler = NSBackgroundActivityScheduler(identifier: "org.example.refresh")
    scheduler.interval = interval
    scheduler.tolerance = 0
    scheduler.repeats = repeats
    scheduler.qualityOfService = .utility
    return scheduler
  }

  @Test func `it runs again and again until it ends`() async throws {
    let scheduler = scheduler(interval: 0.01)
    let count = Mutex(0)
    scheduler.schedule { completion in
      count.withLock { $0 += 1 }
      completion(.finished)
    }
    #expect(try await eventually { count.withLock { $0 } > 2 })
    scheduler.invalidate()
    #expect(scheduler.identifier == "org.example.refresh" && !scheduler.shouldDefer)
    #expect(scheduler.qualityOfService == .utility && scheduler.repeats)
  }

  @Test func `what was deferred runs once more, and what has finished does not`() async throws {
    let scheduler = scheduler(interval: 0.01, repeats: false)
    let count = Mutex(0)
    let other = Mutex(0)
    scheduler.schedule { completion in
      let runs = count.withLock { count in
        count += 1
        return count
      }
      completion(runs < 3 ? .deferred : .finished)
    }
    let watch = self.scheduler(interval: 0.05)
    #expect(try await eventually { count.withLock { $0 } == 3 })
    // A while of other runs, in which there is no fourth.
    watch.schedule { (completion: @escaping NSBackgroundActivityScheduler.CompletionHandler) in
      other.withLock { $0 += 1 }
      completion(.finished)
    }
    #expect(try await eventually { other.withLock { $0 } > 3 })
    #expect(count.withLock { $0 } == 3)
    watch.invalidate()
  }

  /// Calls its scheduler when it is let go of.
  private final class Caller: Sendable {
    let scheduler: NSBackgroundActivityScheduler
    let calls: Calls
    init(_ scheduler: NSBackgroundActivityScheduler, _ calls: Calls) {
      (self.scheduler, self.calls) = (scheduler, calls)
    }
    deinit {
      scheduler.invalidate()
      calls.count.withLock { $0 += 1 }
    }
  }

  private final class Calls: Sendable { let count = Mutex(0) }

  @Test func `what is let go of may call the scheduler`() {
    let scheduler = scheduler(interval: 3600, repeats: false)
    let calls = Calls()
    let schedule = { [caller = Caller(scheduler, calls)] in scheduler.schedule { _ in _ = caller } }
    schedule()
    _ = consume schedule
    scheduler.schedule { $0(.finished) }
    #expect(calls.count.withLock { $0 } == 1, "another one was scheduled")
  }

  @Test func `an earlier timer that has fired already does not stop the next one`() async throws {
    let scheduler = scheduler(interval: 0.05, repeats: false)
    let count = Mutex(0)
    scheduler.schedule { _ in count.withLock { $0 += 1 } }
    scheduler.run(0)
    #expect(try await eventually { count.withLock { $0 } == 1 })
  }

  @Test func `half of the interval is the tolerance when nobody said`() {
    let scheduler = NSBackgroundActivityScheduler(identifier: "a")
    scheduler.interval = 60
    #expect(scheduler.tolerance == 30 && scheduler.qualityOfService == .background && !scheduler.repeats)
  }
}
