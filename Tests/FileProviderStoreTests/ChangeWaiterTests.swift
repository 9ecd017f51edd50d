import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderStore

@Suite struct ChangeWaiterTests {
  /// Commits do not shorten a rest; cancelling the waiter ends it at once.
  @Test func `only cancelling ends a rest`() throws {
    let temporary = try TemporaryStore()
    let waiter = try temporary.store.makeChangeWaiter()
    try temporary.store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.changeSetting("a", to: "b")
    }
    let start = MonotonicClock.now
    waiter.rest(nanoseconds: 30_000_000)
    #expect(MonotonicClock.now - start >= 30_000_000)
    waiter.cancel()
    waiter.rest(nanoseconds: 3600 * 1_000_000_000)
    #expect(MonotonicClock.now - start < 3600 * 1_000_000_000)
    #expect(waiter.isCancelled)
  }
}
