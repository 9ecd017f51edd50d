import CLinux
import Glibc
import LinuxSystem

/// A thread with the lowest priority of processor and disk, for work that nothing waits for.
///
/// Work that holds a lock must not run on it: other threads would wait for as long as this one is not scheduled. An ordinary user cannot raise
/// a thread's priority again, so the work runs on a separate thread.
final class IdleThread {
  private enum State {
    case nothing
    case due(() -> Void)
    case begun
    case done
    /// The thread ends.
    case over
  }

  private let state: Monitor<State>
  /// False if the system had no thread.
  private let hasThread: Bool

  init() {
    let state = Monitor(State.nothing)
    self.state = state
    hasThread = NativeThread.start(name: "idle") {
      // Zero is the calling thread (setpriority(2), ioprio_set(2)).
      setpriority(Int32(PRIO_PROCESS.rawValue), 0, 19)
      _ = ioprio_set_idle()
      while Self.doWork(state) { state.withLock { $0 = .done } }
    }
  }

  deinit { state.withLock { $0 = .over } }

  /// Waits for work, does it, and releases it.
  ///
  /// - Returns: False when no more work will come.
  private static func doWork(_ state: Monitor<State>) -> Bool {
    let work: (() -> Void)? = state.wait { state -> (() -> Void)?? in
      switch state {
      case .due(let work):
        state = .begun
        return .some(work)
      case .over: return .some(nil)
      case .nothing, .begun, .done: return nil
      }
    }
    work?()
    return work != nil
  }

  /// Runs `body` on the thread and waits for it. One caller at a time.
  func run<Success>(_ body: () throws(StoreError) -> Success) throws(StoreError) -> Success {
    guard hasThread else { return try body() }
    var result: Result<Success, StoreError>?
    withoutActuallyEscaping(body) { body in
      state.withLock {
        $0 = .due { do throws(StoreError) { result = .success(try body()) } catch { result = .failure(error) } }
      }
      state.wait { state -> Void? in
        guard case .done = state else { return nil }
        state = .nothing
        return ()
      }
    }
    guard let result else { preconditionFailure("the thread has done nothing") }
    return try result.get()
  }
}
