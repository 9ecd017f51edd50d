package import FileProviderProgram
package import LinuxSystem

/// How long `tail` goes on.
package struct TailPace {
  package var follows: Bool
  var isOnce: Bool
  /// In nanoseconds.
  var timeout: UInt64?
  /// As it was given.
  var timeoutText: String?
  /// In nanoseconds.
  var debounce: UInt64

  package init(follows: Bool, isOnce: Bool, timeout: UInt64?, timeoutText: String?, debounce: UInt64) {
    self.follows = follows
    self.isOnce = isOnce
    self.timeout = timeout
    self.timeoutText = timeoutText
    self.debounce = debounce
  }

  /// Whether it waits for changes at all.
  package var waits: Bool { follows || isOnce }

  /// When `--timeout` is over, counted from now.
  package var deadline: Deadline { timeout.map { .after(.nanoseconds(Int64(clamping: $0))) } ?? .never }

  /// What is reported then.
  package var lateness: CommandFailure {
    CommandFailure("tail", "nothing changed within \(timeoutText ?? "the time limit")")
  }
}
