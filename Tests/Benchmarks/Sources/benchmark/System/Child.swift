import CProbes
import Glibc
import Synchronization

/// A process that we started. It is signalled only until it was waited for, so its number cannot be another's.
final class Child: Sendable {
  let pid: pid_t
  private let name: String
  private let log: String
  /// The raw status, once it ended. Protects the pid: nobody signals it without holding this, nobody reaps it either.
  private let status = Mutex<Int32?>(nil)

  init(pid: pid_t, name: String, log: String) {
    self.pid = pid
    self.name = name
    self.log = log
    Cleanup.add(self)
  }

  /// Waits without end, and without the delay of polling.
  func wait() -> Int32 {
    // Until it ended, but leaving it to be reaped under the lock.
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
    return reap() ?? 0
  }

  /// Waits so many seconds; false when it still runs.
  func wait(seconds: Double) -> Bool {
    let end = probe_monotonic() + Int64(seconds * 1e9)
    while reap() == nil {
      if probe_monotonic() > end { return false }
      usleep(2_000)
    }
    return true
  }

  var hasEnded: Bool { reap() != nil }

  private func reap() -> Int32? {
    let ended = status.withLock { status -> Int32? in
      if status == nil {
        var raw: Int32 = 0
        if waitpid(pid, &raw, WNOHANG) == pid { status = raw }
      }
      return status
    }
    if ended != nil { Cleanup.remove(self) }
    return ended
  }

  func signal(_ number: Int32) {
    status.withLock { if $0 == nil { _ = kill(pid, number) } }
  }

  /// Asks it to end, and insists after three seconds.
  func end() {
    signal(SIGTERM)
    if !wait(seconds: 3) {
      signal(SIGKILL)
      _ = wait(seconds: 3)
    }
  }

  /// Waits, and throws unless it ended with 0.
  func succeed() throws(Failure) {
    let raw = wait()
    guard raw != 0 else { return }
    let how = raw & 0x7f == 0 ? "exit \(raw >> 8 & 0xff)" : "signal \(raw & 0x7f)"
    throw failure(how)
  }

  /// Says what it was and the last it had to say.
  func failure(_ how: String) -> Failure {
    let said = File.text(log)?.split(separator: "\n").last.map { ": \($0)" } ?? ""
    return Failure("\(name): \(how)\(said)")
  }
}
