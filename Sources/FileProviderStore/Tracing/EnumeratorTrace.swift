import LinuxSystem
import Synchronization

/// A call of an enumerator, for `mount --trace-enumerators`.
package enum EnumeratorTrace: Sendable {
  case made(kind: EnumeratorKind, container: ItemID)
  case items(kind: EnumeratorKind, container: ItemID, after: ItemID, count: Int, error: (any Error)?)
  case changes(kind: EnumeratorKind, container: ItemID, count: Int, error: (any Error)?)
  case invalidated(kind: EnumeratorKind, container: ItemID)
}

/// The destination of the trace, if there is one.
final class EnumeratorTracer: Sendable {
  private let isOn = Atomic<Bool>(false)
  private let sink = Handler<EnumeratorTrace, Void> { _ in }

  func set(_ new: (@Sendable (EnumeratorTrace) -> Void)?) {
    sink.set(new ?? { _ in })
    isOn.store(new != nil, ordering: .releasing)
  }

  /// Whether anybody listens.
  var isListening: Bool { isOn.load(ordering: .acquiring) }

  /// Costs one relaxed load without a listener.
  @inline(__always) func report(_ event: @autoclosure () -> EnumeratorTrace) {
    guard isOn.load(ordering: .relaxed) else { return }
    sink(event())
  }
}
