import FileProvider
import Foundation
import Synchronization
import TestSupport
import Testing

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

  @Test func `half of the interval is the tolerance when nobody said`() {
    let scheduler = NSBackgroundActivityScheduler(identifier: "a")
    scheduler.interval = 60
    #expect(scheduler.tolerance == 30 && scheduler.qualityOfService == .background && !scheduler.repeats)
  }
}
