import Glibc
import LinuxSystem
import Logging

/// The thread of a link.
extension ProviderLink {
  /// Why a process was not reached, or is not there any more.
  private struct Loss: Error {
    var reason: String

    init(reason: String) { self.reason = reason }

    init(_ ending: ChildProcess.Ending) {
      switch ending {
      case .exited(let status): reason = "exited at start with status \(status)"
      case .killed(let signal): reason = "killed at start by signal \(signal)"
      }
    }
  }

  func run() {
    var pauses = Backoff(first: timing.firstPause, longest: timing.longestPause)
    // What it has started and not waited for yet.
    var children: [ChildProcess] = []
    while !isClosed {
      var began: Deadline?
      var peer: Peer?
      let reason: String
      do {
        let connection = try reach(&children, &peer)
        began = .after(timing.steady)
        enter(connection)
        try serve(connection)
        return
      } catch let loss as Loss {
        reason = loss.reason
      } catch { reason = "\(error)" }
      if began?.hasPassed == true { pauses.reset() }
      rest(for: pauses.next() ?? timing.longestPause, reason, lost: peer, wasAsked: began != nil)
      children.removeAll { $0.reap() != nil }
    }
  }

  private var isClosed: Bool { state.read { $0.stage.isClosed } }

  // MARK: Reaching the process

  /// - Parameter peer: Set to who was reached, also where it turns out to be of no use.
  private func reach(_ children: inout [ChildProcess], _ peer: inout Peer?) throws -> Connection {
    let deadline = Deadline.after(timing.start)
    var child: ChildProcess?
    var pause = 10
    while true {
      if let connection = try place.connect(waker) {
        peer = connection.peer
        try greet(connection, until: deadline)
        return connection
      }
      if let running = child {
        if let ending = running.reap() {
          children.removeAll { $0.number == running.number }
          // It ends well when another process is there already, or is just ending.
          guard ending.isSuccess else { throw Loss(ending) }
          child = nil
        }
      } else {
        let launched = try launch()
        children.append(launched)
        child = launched
      }
      sleep(milliseconds: pause)
      pause = min(2 * pause, 200)
      if isClosed { throw Loss(reason: "the mount is ending") }
      if deadline.hasPassed { throw Loss(reason: "it does not accept connections") }
    }
  }

  /// Sleeps for a time, or until the thread is woken: for the end of the link, or for something to be sent.
  private func sleep(milliseconds: Int) {
    var polled = waker.polled
    if poll(&polled, 1, Int32(milliseconds)) > 0 { waker.clear() }
  }

  private func greet(_ connection: Connection, until deadline: Deadline) throws {
    connection.send(Hello().frame)
    while true {
      var polled = [connection.polled, waker.polled]
      _ = poll(&polled, 2, 100)
      if polled[1].revents != 0 { waker.clear() }
      if isClosed { throw Loss(reason: "the mount is ending") }
      if polled[0].revents != 0, let first = try connection.receive().first {
        _ = try Hello().version(with: Hello(first))
        return
      }
      guard !deadline.hasPassed else {
        endProcess(connection.peer)
        throw Loss(reason: "it sent no greeting")
      }
    }
  }

  /// Puts all questions to the process.
  private func enter(_ connection: Connection) {
    state.withLock { state in
      guard !state.stage.isClosed else { return connection.close() }
      state.stage = .connected(connection)
      state.failure = nil
      for frame in state.questions.frames { connection.send(frame) }
      sendOpenings(&state, connection)
    }
  }

  // MARK: While it is there

  /// The number of the question whether it lives. No other question has it.
  private static let lifeQuestion = UInt64.max

  /// Reads answers until the link is closed.
  ///
  /// - Throws: When the connection ends otherwise.
  private func serve(_ connection: Connection) throws {
    var silence = Deadline.after(timing.silence)
    var hang: Deadline?
    // When the process is told of the folders that were opened.
    var openingsDue: Deadline?
    while true {
      let (isAwaitingAnswers, hasOpenings) = state.read { ($0.questions.isAwaitingAnswers, !$0.openings.isEmpty) }
      let isAsked = isAwaitingAnswers || isBlocked()
      if hasOpenings, openingsDue == nil { openingsDue = .after(timing.gathering) }
      let wait = openingsDue == nil ? isAsked ? .milliseconds(100) : timing.blockedAfter : timing.gathering
      var polled = [connection.polled, waker.polled]
      _ = poll(&polled, 2, Int32(wait / .milliseconds(1)))
      // After the sleep: it was silent because it was asked nothing.
      if !isAsked {
        silence = .after(timing.silence)
        hang = nil
      }
      if polled[1].revents != 0 { waker.clear() }
      if isClosed { return }
      if openingsDue?.hasPassed == true {
        openingsDue = nil
        state.withLock { sendOpenings(&$0, connection) }
      }
      if polled[0].revents & Int16(POLLOUT) != 0 { try connection.flush() }
      if polled[0].revents & ~Int16(POLLOUT) != 0 {
        for frame in try connection.receive() { try take(frame) }
        silence = .after(timing.silence)
        hang = nil
      }
      if isAsked, hang == nil, silence.hasPassed {
        connection.send(Frame(.status, Self.lifeQuestion))
        hang = .after(timing.hang)
      }
      if let hang, hang.hasPassed {
        endProcess(connection.peer)
        throw Loss(reason: "it does not answer")
      }
    }
  }

  private func sendOpenings(_ state: inout State, _ connection: Connection) {
    connection.send(state.openings.map(\.frame))
    state.openings.removeAll(keepingCapacity: true)
  }

  private func take(_ frame: Frame) throws {
    let answer = try Answer(frame)
    guard let whenDone = state.withLock({ $0.questions.take(frame.number) }) else { return }
    switch answer {
    case .done: whenDone(.success(()))
    case .failed(let error): whenDone(.failure(error.error))
    case .notUnderstood: whenDone(.failure(LinkError.notUnderstood))
    }
  }

  // MARK: While it is not

  /// Leaves the process alone for a while, or until somebody else has started another.
  private func rest(for pause: Duration, _ reason: String, lost: Peer?, wasAsked: Bool) {
    let rest = Rest(reason: reason, lost: lost, end: .after(pause), patience: timing.patience)
    let failed = state.withLock { state -> [(LinkQuestions.Completion, any Error)] in
      guard !state.stage.isClosed else { return [] }
      state.stage.connection?.close()
      state.stage = .resting(rest)
      state.failure = reason
      let (withdrawn, suspected) = state.questions.lose(wasAsked: wasAsked)
      let given = rest.isLong ? state.questions.takeAll() : []
      return withdrawn.map { ($0, LinkError.withdrawn) } + suspected.map { ($0, LinkError.suspected(reason)) }
        + given.map { ($0, LinkError.unreachable(reason)) }
    }
    for (whenDone, error) in failed { whenDone(.failure(error)) }
    if isClosed { return }
    logger.notice("the provider's process is not running (\(reason)); restarting it in \(pause)")
    repeat {
      let look = min(rest.end, .after(timing.look))
      if state.wait(until: look, for: { $0.stage.rest == nil ? true : nil }) != nil { return }
    } while !rest.end.hasPassed && !endRest(for: rest)
    state.withLock { if !$0.stage.isClosed { $0.stage = .reaching } }
  }

  /// Ends a pause if a process listens that is not the one that was lost.
  ///
  /// - Returns: Whether one does.
  @discardableResult
  func endRest(for rest: Rest) -> Bool {
    guard let connection = try? place.connect(nil) else { return false }
    connection.close()
    guard connection.peer != rest.lost else { return false }
    state.withLock { if $0.stage.rest != nil { $0.stage = .reaching } }
    return true
  }
}
