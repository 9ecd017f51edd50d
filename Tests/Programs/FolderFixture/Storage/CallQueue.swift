import Foundation

/// Does what a provider is asked, one thing after the other, and each after the time that the way to a server takes.
final class CallQueue {
  private let queue = DispatchQueue(label: "provider.calls")
  /// The time in milliseconds is in the variable `PROVIDER_LATENCY`.
  private let latency = DispatchTimeInterval.milliseconds(
    ProcessInfo.processInfo.environment["PROVIDER_LATENCY"].flatMap { Int($0) } ?? 0)
  /// The file that the variable `PROVIDER_TRAP` names has the name of a call: after the next such call has been done, and before it is answered, this
  /// process dies.
  private let trap = ProcessInfo.processInfo.environment["PROVIDER_TRAP"]

  func perform(_ work: @escaping () -> Void) -> Progress {
    queue.asyncAfter(deadline: .now() + latency, execute: DispatchWorkItem(block: work))
    return Progress()
  }

  /// Called when the call is done and not yet answered.
  func dieIfTrapped(_ name: String) {
    guard let trap, let wanted = try? String(contentsOfFile: trap, encoding: .utf8), wanted == name else { return }
    unlink(trap)
    kill(getpid(), SIGKILL)
    // The signal comes when it comes.
    while true { pause() }
  }

  /// Does something again and again, with pauses five times as long as it takes, so that calls have their turn.
  func `repeat`(every seconds: Double, _ work: @escaping () -> Void) -> DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler {
      let start = DispatchTime.now().uptimeNanoseconds
      work()
      let taken = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
      timer.schedule(deadline: .now() + max(seconds, 5 * taken))
    }
    timer.schedule(deadline: .now() + seconds)
    timer.resume()
    return timer
  }
}
