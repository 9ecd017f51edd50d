import Synchronization

/// A closure that may be replaced while other threads call it.
///
/// Never keep a closure in a `Mutex` itself. `Mutex` is generic, so it keeps a closure in another form than the one in which it is called: `withLock` converts
/// it on the way in and converts the result back on the way out, and each conversion wraps the closure once more. A call through `withLock` thus leaves the
/// closure one wrapper deeper than before, and after some thousands of calls the next one overflows the stack. Here the lock protects a reference, and the
/// closure is a constant that is only read.
package final class Handler<Input, Output>: Sendable {
  private final class Box: Sendable {
    let body: @Sendable (Input) -> Output
    init(_ body: @escaping @Sendable (Input) -> Output) { self.body = body }
  }

  private let box: Mutex<Box>

  package init(_ body: @escaping @Sendable (Input) -> Output) { box = Mutex(Box(body)) }

  /// Replaces the closure. A call that is under way ends in the former one.
  package func set(_ body: @escaping @Sendable (Input) -> Output) {
    let new = Box(body)
    box.withLock { $0 = new }
  }

  /// Calls the closure on the calling thread, outside of the lock.
  package func callAsFunction(_ input: Input) -> Output { box.withLock { $0 }.body(input) }
}

extension Handler where Input == Void {
  package func callAsFunction() -> Output { callAsFunction(()) }
}
