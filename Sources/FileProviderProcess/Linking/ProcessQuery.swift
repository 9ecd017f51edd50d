import Glibc
package import LinuxSystem

/// One question of a command to a provider's process.
package enum ProcessQuery {
  package enum Outcome: Hashable, Sendable {
    /// There is no process.
    case nobody
    case answered(Answer, by: Peer)
    /// The process ended, or closed the connection.
    case ended
    /// It did not answer in time.
    case silent
    /// Whoever asked does not wait any more.
    case cancelled
  }

  /// Asks, and waits for the answer.
  ///
  /// - Parameter isCancelled: Called about ten times a second.
  package static func ask(
    _ kind: Frame.Kind, _ payload: [UInt8] = [], at place: ProcessPlace, until deadline: Deadline,
    unless isCancelled: () -> Bool = { false }
  ) -> Outcome {
    do throws(ProtocolError) {
      guard let connection = try place.connect(nil) else { return .nobody }
      connection.send(Hello().frame)
      connection.send(Frame(kind, 1, payload))
      var hasGreeted = false
      while !deadline.hasPassed {
        if isCancelled() { return .cancelled }
        var polled = connection.polled
        guard poll(&polled, 1, 20) > 0 else { continue }
        try connection.flush()
        for frame in try connection.receive() {
          if hasGreeted { return .answered(try Answer(frame), by: connection.peer) }
          _ = try Hello().version(with: Hello(frame))
          hasGreeted = true
        }
      }
      return .silent
    } catch { return .ended }
  }

  /// Ends a process that has no other client, and waits for its exit.
  ///
  /// - Returns: Whether there is none any more.
  package static func end(at place: ProcessPlace, until deadline: Deadline) -> Bool {
    switch ask(.end, at: place, until: deadline) {
    case .nobody, .ended: true
    case .answered, .silent, .cancelled: false
    }
  }

  /// The listening process according to the kernel, whether or not it answers; `nil` if there is none.
  package static func listener(at place: ProcessPlace) -> Peer? { (try? place.connect(nil))?.peer }

  /// The process's state; `nil` when there is none, or it does not answer.
  package static func status(at place: ProcessPlace, until deadline: Deadline) -> ProcessStatus? {
    guard case .answered(.done(let payload), let peer) = ask(.status, at: place, until: deadline),
      var status = try? ProcessStatus(payload)
    else { return nil }
    status.process = peer.process
    return status
  }
}
