package import FileProviderStore
import Foundation
package import LinuxSystem
package import Logging

/// A mount's way to its provider's process: starts the process where it does not run, and again when it has ended, and puts the mount's questions to
/// it.
///
/// One thread does that (`ProviderLink+Thread`). A question waits while the process is started, up to the caller's deadline, and fails at once while it
/// is not even tried: the mount shows what is in the store in any case.
package final class ProviderLink: RefreshingSource {
  enum Stage {
    /// The process is looked for, or started.
    case reaching
    case connected(Connection)
    /// There is none, and it is left alone for a while.
    case resting(Rest)
    case closed

    var connection: Connection? { if case .connected(let connection) = self { connection } else { nil } }
    var isClosed: Bool { if case .closed = self { true } else { false } }
    var rest: Rest? { if case .resting(let rest) = self { rest } else { nil } }
  }

  /// Why no process is started now.
  struct Rest {
    let reason: String
    /// The process that has ended, if one was reached.
    let lost: Peer?
    /// When one is started again.
    let end: Deadline
    /// How long a question may wait for that.
    let patience: Duration

    /// Whether questions fail.
    var isLong: Bool { end > .after(patience) }
  }

  struct State {
    var stage = Stage.reaching
    var questions = LinkQuestions()
    /// Folders that were opened, and of which the process was not told yet.
    var openings: [OpeningNote] = []
    var hasEnded = false
    /// Why the last try failed.
    var failure: String?
  }

  private static let mostOpenings = 1024

  let place: ProcessPlace
  let timing: LinkTiming
  let logger: Logger
  let launch: @Sendable () throws -> ChildProcess
  let endProcess: @Sendable (Peer) -> Void
  let isBlocked: @Sendable () -> Bool
  let waker: Waker
  /// A connection's outbox is locked inside of this lock, so that a question is never withdrawn before it was asked.
  let state = Monitor(State())

  /// - Parameters:
  ///   - place: Where the process is found.
  ///   - launch: Starts it. Called on the link's thread, where the process does not run.
  ///   - endProcess: Ends a process that hangs.
  ///   - isBlocked: Whether the mount waits for the end of a change of the store, which may be the process's. Then it is asked whether it lives, as if it
  ///     was asked something else.
  /// - Throws: When the system has no more descriptors.
  package init(
    _ place: ProcessPlace, timing: LinkTiming = LinkTiming(), logger: Logger,
    launch: @escaping @Sendable () throws -> ChildProcess,
    endProcess: @escaping @Sendable (Peer) -> Void = { HangingProcess.end($0) },
    isBlocked: @escaping @Sendable () -> Bool = { false }
  ) throws(Errno) {
    self.place = place
    self.timing = timing
    self.logger = logger
    self.launch = launch
    self.endProcess = endProcess
    self.isBlocked = isBlocked
    waker = try Waker()
  }

  /// Begins to look for the process.
  package func start() {
    let isStarted = NativeThread.start(name: "provider.link") { [self] in
      run()
      state.withLock { $0.hasEnded = true }
    }
    if !isStarted { state.withLock { $0.hasEnded = true } }
  }

  /// Waits until the process is there.
  ///
  /// - Returns: Why it is not, if it is not.
  package func waitUntilReady(until deadline: Deadline) -> String? {
    enum Outcome {
      case ready
      case failed(String)
    }
    let outcome = state.wait(until: deadline) { state -> Outcome? in
      if state.stage.connection != nil { return .ready }
      if state.stage.isClosed { return .failed("the connection is closed") }
      if state.hasEnded { return .failed("cannot start a thread") }
      return state.failure.map { .failed($0) }
    }
    return switch outcome {
    case .ready: nil
    case .failed(let reason): reason
    case nil: "it did not start in time"
    }
  }

  /// Waits until the process is there again, also while it is left alone for a moment.
  ///
  /// - Returns: Why questions fail at once by now, or will never be answered; `nil` when it is there, and after the time limit.
  package func waitUntilBack(until deadline: Deadline) -> String? {
    let outcome = state.wait(until: deadline) { state -> String?? in
      switch state.stage {
      case .connected: .some(nil)
      case .closed: .some("the connection is closed")
      case .resting(let rest) where rest.isLong: .some(rest.reason)
      case .reaching, .resting: state.hasEnded ? .some("cannot start a thread") : nil
      }
    }
    return outcome ?? nil
  }

  /// Ends the link, not the process, and every question to it.
  package func close() {
    let questions = state.withLock { state in
      state.stage.connection?.close()
      state.stage = .closed
      return state.questions.takeAll()
    }
    waker.wake()
    for whenDone in questions { whenDone(.failure(LinkError.withdrawn)) }
    _ = state.wait { $0.hasEnded ? true : nil }
  }

  // MARK: Questions

  package func begin(
    _ subject: SourceSubject, for asker: SourceAsker, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> SourceTicket {
    // Somebody may have started a process since the thread has looked.
    if let rest = state.read({ $0.stage.rest }), rest.isLong { endRest(for: rest) }
    let (number, failure) = state.withLock { state -> (UInt64, (any Error)?) in
      switch state.stage {
      case .closed: return (0, LinkError.withdrawn)
      case .resting(let rest) where rest.isLong: return (0, LinkError.unreachable(rest.reason))
      case .reaching, .connected, .resting:
        let isFirst = !state.questions.isAwaitingAnswers
        let frame = state.questions.add(subject, for: asker, whenDone)
        state.stage.connection?.send(frame)
        // The thread looks for signs of life from now on.
        if isFirst { waker.wake() }
        return (frame.number, nil)
      }
    }
    if let failure { whenDone(.failure(failure)) }
    return SourceTicket(number: number)
  }

  package func withdraw(_ ticket: SourceTicket) {
    let whenDone = state.withLock { state -> LinkQuestions.Completion? in
      // What no process has is not put to the next one.
      guard let connection = state.stage.connection else { return state.questions.take(ticket.number) }
      if let frame = state.questions.withdraw(ticket.number) { connection.send(frame) }
      return nil
    }
    whenDone?(.failure(LinkError.withdrawn))
  }

  /// Tells the process, if it is there.
  package func noteThumbnailsWanted(_ question: ThumbnailQuestion) {
    state.withLock { $0.stage.connection?.send(Frame(.thumbnailsWanted, 0, question.payload)) }
  }

  /// Tells the process, once it is there: of all folders that are opened within a moment at once, since a walk through the tree opens thousands a second.
  package func noteOpening(of folder: ItemID, refreshAfter age: Int64?) {
    let isFirst = state.withLock { state in
      guard state.openings.count < Self.mostOpenings else { return false }
      state.openings.append(OpeningNote(folder: folder, age: age))
      return state.openings.count == 1
    }
    if isFirst { waker.wake() }
  }
}
