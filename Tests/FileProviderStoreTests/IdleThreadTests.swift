import Glibc
import Testing

@testable import FileProviderStore

@Suite struct IdleThreadTests {
  /// Work runs on one other thread, with the lowest priority. The caller gets its result or its error.
  @Test func `work is done elsewhere`() throws {
    let idle = IdleThread()
    let first = try idle.run { () throws(StoreError) in (pthread_self(), getpriority(Int32(PRIO_PROCESS.rawValue), 0)) }
    #expect(first.0 != pthread_self())
    #expect(first.1 == 19)
    #expect(throws: StoreError.self) {
      try idle.run { () throws(StoreError) in throw StoreError(.damaged, "it is damaged") }
    }
    #expect(try idle.run { () throws(StoreError) in pthread_self() } == first.0)
  }

  /// The work is released before the caller continues.
  @Test func `nothing of the work is kept`() throws {
    final class Something {}
    let idle = IdleThread()
    weak var kept: Something?
    do {
      let something = Something()
      kept = something
      try idle.run { () throws(StoreError) in withExtendedLifetime(something) {} }
    }
    #expect(kept == nil)
  }
}
