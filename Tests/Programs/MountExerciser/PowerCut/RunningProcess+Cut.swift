import Glibc
import TestSupport

extension RunningProcess {
  /// Kills it and what it started in its group. The round ends where that cannot be done.
  func end() {
    signalGroup(SIGKILL)
    if !eventually(seconds: 120, { self.hasEnded }) { CutFailure("the process \(pid) cannot be killed", 0).end() }
  }

  /// Waits for its end, without which the round ends.
  func finish() -> ProcessResult {
    if !eventually(seconds: 240, { self.hasEnded }) { CutFailure("the process \(pid) does not end", 0).end() }
    return wait()
  }
}
