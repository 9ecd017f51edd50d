import Synchronization

/// A call of an enumerator, for `mount --trace-enumerators`.
package enum EnumeratorTrace: Sendable {
  case made(kind: EnumeratorKind, container: ItemID)
  case items(kind: EnumeratorKind, container: ItemID, after: ItemID, count: Int, error: (any Error)?)
  case changes(kind: EnumeratorKind, container: ItemID, count: Int, error: (any Error)?)
  case invalidated(kind: EnumeratorKind, container: ItemID)
}

/// Where the calls of enumerators are told to, if anywhere.
final class EnumeratorTracer: Sendable {
  private let isOn = Atomic<Bool>(false)
  private let sink = Mutex<(@Sendable (EnumeratorTrace) -> Void)?>(nil)

  func set(_ new: (@Sendable (EnumeratorTrace) -> Void)?) {
    sink.withLock { $0 = new }
    isOn.store(new != nil, ordering: .releasing)
  }

  /// Costs one relaxed load when nobody listens.
  @inline(__always) func tell(_ event: @autoclosure () -> EnumeratorTrace) {
    guard isOn.load(ordering: .relaxed) else { return }
    let sink = sink.withLock { $0 }
    sink?(event())
  }
}

extension ItemStore {
  /// Tells every call of this store's enumerators to `sink`, on the thread that made it; `nil` stops that.
  package func traceEnumerators(_ sink: (@Sendable (EnumeratorTrace) -> Void)?) { tracer.set(sink) }

  @inline(__always) func trace(_ event: @autoclosure () -> EnumeratorTrace) { tracer.tell(event()) }
}
