import LinuxSystem
import Synchronization
import Testing

@Suite struct HandlerTests {
  /// A closure in a `Mutex` itself overflows the stack long before this many calls.
  @Test func `it can be called any number of times`() {
    let count = Atomic<Int>(0)
    let handler = Handler<Void, Void> { count.wrappingAdd(1, ordering: .relaxed) }
    for _ in 0..<200_000 { handler() }
    #expect(count.load(ordering: .relaxed) == 200_000)
  }

  @Test func `the newest closure is called`() {
    let handler = Handler<Int, Int> { $0 + 1 }
    #expect(handler(1) == 2)
    handler.set { $0 + 2 }
    #expect(handler(1) == 3)
  }

  /// What it calls may replace it.
  @Test func `it is called outside of its lock`() {
    let handler = Handler<Void, Int> { 1 }
    handler.set { [weak handler] in
      handler?.set { 3 }
      return 2
    }
    #expect(handler() == 2)
    #expect(handler() == 3)
  }
}
