import FileProvider
import Foundation

/// Does what a provider is asked, one thing after the other, and each after the time that the way to a server takes.
final class CallQueue {
  private let queue = DispatchQueue(label: "provider.calls")
  /// The time in milliseconds is in the variable `PROVIDER_LATENCY`.
  private let latency = DispatchTimeInterval.milliseconds(
    ProcessInfo.processInfo.environment["PROVIDER_LATENCY"].flatMap { Int($0) } ?? 0)
  /// The file that the variable `PROVIDER_TRAP` names has the name of a call: after the next such call has been done, and before it is answered, this
  /// process dies. After a word more, ` half`, it dies when the contents have been changed and the rest has not; after ` error` it reports that the server cannot
  /// be reached, and after ` late` it answers 3 s later.
  private let trap = ProcessInfo.processInfo.environment["PROVIDER_TRAP"]
  /// The file that the variable `PROVIDER_LOCK` names is locked during each call. Whoever edits the folder with the file locked edits it between two calls: a
  /// server's calls are whole, and those here look at the folder and then act.
  private let lock = ProcessInfo.processInfo.environment["PROVIDER_LOCK"].map {
    open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
  }

  func perform(_ work: @escaping () -> Void) -> Progress {
    queue.asyncAfter(deadline: .now() + latency, execute: DispatchWorkItem { [self] in whole(work) })
    return Progress()
  }

  private func whole(_ work: () -> Void) {
    guard let lock else { return work() }
    while flock(lock, LOCK_EX) != 0 {
      precondition(errno == EINTR, "cannot lock PROVIDER_LOCK: \(String(cString: strerror(errno)))")
    }
    work()
    flock(lock, LOCK_UN)
  }

  /// Called when the call is done and not yet answered.
  func dieIfTrapped(_ name: String) {
    guard isTrapped(name) else { return }
    kill(getpid(), SIGKILL)
    // The signal comes when it comes.
    while true { pause() }
  }

  /// Answers a call that is done.
  ///
  /// - Throws: What is reported in the place of the answer.
  func answer(_ name: String, _ reply: @escaping () -> Void) throws {
    if isTrapped(name + " error") { throw NSFileProviderError(.serverUnreachable) }
    if isTrapped(name + " late") {
      return queue.asyncAfter(deadline: .now() + 3, execute: DispatchWorkItem(block: reply))
    }
    reply()
  }

  /// Whether the trap is one for this call; then it is gone.
  private func isTrapped(_ name: String) -> Bool {
    guard let trap, let wanted = try? String(contentsOfFile: trap, encoding: .utf8), wanted == name else {
      return false
    }
    unlink(trap)
    return true
  }

  /// Does something again and again, with pauses five times as long as it takes, so that calls have their turn.
  func `repeat`(every seconds: Double, _ work: @escaping () -> Void) -> DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler {
      let start = DispatchTime.now().uptimeNanoseconds
      self.whole(work)
      let taken = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
      timer.schedule(deadline: .now() + max(seconds, 5 * taken))
    }
    timer.schedule(deadline: .now() + seconds)
    timer.resume()
    return timer
  }
}
