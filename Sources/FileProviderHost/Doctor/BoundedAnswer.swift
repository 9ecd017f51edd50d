import FileProviderProgram
import LinuxSystem
import Synchronization

/// The result of a question that may wait for a disk or for another process, asked on a thread of its own.
final class BoundedAnswer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// Starts to ask. Nobody waits for the end of a question that is not answered in time.
  init(_ name: String, _ ask: @escaping @Sendable () -> Value) {
    NativeThread.start(name: name, stackSize: NativeThread.stackOfOthers) { [self] in
      let answer = ask()
      value.withLock { $0 = answer }
    }
  }

  /// - Returns: `nil` when there is no answer by then.
  func value(until deadline: Deadline) -> Value? {
    _ = deadline.ask(every: .milliseconds(2)) { value.withLock { $0 != nil } }
    return value.withLock { $0 }
  }
}
