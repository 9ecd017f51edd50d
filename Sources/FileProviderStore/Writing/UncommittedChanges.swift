import LinuxSystem
import Synchronization

/// Whether changes are acknowledged and not committed, for threads that do not hold the write lock.
///
/// The holder of the lock sets it before it releases the lock.
struct UncommittedChanges: ~Copyable, Sendable {
  enum State {
    case nothing
    /// A transaction is open: only the writing connection sees its changes.
    case open(since: UInt64)
    /// The transaction was rolled back, and its acknowledged changes could not be restored yet.
    case rolledBack
  }

  // The time when the open transaction began, or one of these.
  private let value = Atomic<UInt64>(0)
  private static let rolledBack: UInt64 = 1

  var state: State {
    switch value.load(ordering: .acquiring) {
    case 0: .nothing
    case Self.rolledBack: .rolledBack
    case let time: .open(since: time)
    }
  }

  func set(_ state: State) {
    switch state {
    case .nothing: value.store(0, ordering: .releasing)
    case .open(let time): value.store(max(time, Self.rolledBack + 1), ordering: .releasing)
    case .rolledBack: value.store(Self.rolledBack, ordering: .releasing)
    }
  }

  @inline(__always) var isNothing: Bool { value.load(ordering: .acquiring) == 0 }
  @inline(__always) var isOpen: Bool { value.load(ordering: .acquiring) > Self.rolledBack }

  /// Whether a transaction has been open for this many nanoseconds.
  @inline(__always) func isOpen(for duration: UInt64) -> Bool {
    let time = value.load(ordering: .acquiring)
    return time > Self.rolledBack && MonotonicClock.now &- time > duration
  }
}
