import Glibc
import LinuxSystem
import Testing

@testable import FileProviderStore

@Suite struct ChangeWaiterTests {
  /// A rest lasts as long as it should although somebody commits, and is over at once when the waiter is cancelled.
  @Test func onlyCancellingEndsARest() throws {
    let temporary = try TemporaryStore()
    let waiter = try temporary.store.makeChangeWaiter()
    try temporary.store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.setSetting("a", to: "b")
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
