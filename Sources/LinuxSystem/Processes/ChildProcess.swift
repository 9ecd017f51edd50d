package import Glibc

/// A program that this one has started, and has not waited for yet.
///
/// Its number stays its own until `reap` or `wait` has returned its end: until then a signal reaches no other process.
package struct ChildProcess: Sendable {
  /// How a process ended.
  package enum Ending: Hashable, Sendable {
    /// It called exit(3) with this status.
    case exited(Int32)
    /// This signal ended it.
    case killed(Int32)

    /// The result of waitpid(2), whose macros are not visible to Swift.
    init(status: Int32) {
      let signal = status & 0x7f
      self = signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal)
    }

    package var isSuccess: Bool { self == .exited(0) }
  }

  package let number: pid_t

  init(number: pid_t) { self.number = number }

  /// Waits for its end, however long that takes, and gives its number back.
  package func wait() -> Ending {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0 && errno == EINTR {}
    return Ending(status: status)
  }

  /// Waits for its end, and leaves its number its own.
  package func waitKeepingNumber() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
  }

  /// Gives its number back, if it has ended.
  ///
  /// - Returns: How it ended; `nil` as long as it runs.
  @discardableResult
  package func reap() -> Ending? {
    var status: Int32 = 0
    return waitpid(number, &status, WNOHANG) == number ? Ending(status: status) : nil
  }

  /// Waits for its end until a moment, and leaves its number its own.
  ///
  /// - Returns: Whether it has ended.
  package func waitKeepingNumber(until deadline: Deadline) -> Bool {
    deadline.ask(every: .milliseconds(5)) { hasEnded }
  }

  /// Whether it has ended. Its number stays its own.
  package var hasEnded: Bool {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(number), &information, WEXITED | WNOHANG | WNOWAIT)
    return result != 0 || information._sifields._sigchld.si_pid == number
  }
}
