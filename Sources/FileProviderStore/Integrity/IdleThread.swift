import CLinux
import Glibc
import LinuxSystem

/// A thread that has what others leave of the processor and the disk, for work that nobody waits for.
///
/// What holds a lock that others need is not for it: they would wait for as long as it gets nothing. An ordinary user cannot raise a
/// thread's priority again, so the work is handed to a thread of its own.
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
  /// The system may have had no thread.
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

  /// Waits for work and does it, and keeps nothing of it.
  ///
  /// - Returns: False when there is none any more.
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
