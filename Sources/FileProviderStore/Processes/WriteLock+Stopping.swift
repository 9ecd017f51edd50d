import LinuxSystem
import Synchronization

// A process that is stopped, as by Ctrl-Z, keeps its locks, and every other writer of the store waits for it. So a process stops between two
// changes, where it is asked to and not made to (SIGSTOP).
extension WriteLock {
  /// The locks of the stores that this process may change.
  static let all = Mutex<[ObjectIdentifier: Reference]>([:])

  struct Reference {
    weak var lock: WriteLock?
  }

  /// Runs something while no thread of this process has, or waits for, the write lock of any store.
  ///
  /// - Parameter patience: After so long it runs in any case: this process may be waiting for another that has stopped itself.
  static func betweenChanges(patience: Duration, _ body: () -> Void) {
    let locks = all.withLock { $0.values.compactMap(\.lock) }
    let gate = Monitor(Gate())
    for lock in locks {
      let isStarted = NativeThread.start(name: "between changes") { lock.keepOut(gate) }
      if !isStarted { gate.withLock { $0.entered += 1 } }
    }
    let deadline = Deadline.after(patience)
    _ = gate.wait(until: deadline) { $0.entered >= locks.count ? true : nil }
    body()
    gate.withLock { $0.isOpen = true }
  }

  private struct Gate {
    var entered = 0
    var isOpen = false
  }

  /// Keeps other threads from changing the store until a gate is open.
  private func keepOut(_ gate: Monitor<Gate>) {
    enterWithoutHolder()
    gate.withLock { $0.entered += 1 }
    let _: Bool = gate.wait { $0.isOpen ? true : nil }
    leave()
  }
}
