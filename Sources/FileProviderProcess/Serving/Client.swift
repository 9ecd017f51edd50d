import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Synchronization

/// A mount or a command that is connected to the process: its questions, which are answered from any thread.
final class Client: Sendable {
  private struct Question {
    /// The token to withdraw it with, once the service has returned it.
    var ticket: SourceTicket?
    var isWithdrawn = false
  }

  private struct State {
    var questions: [UInt64: Question] = [:]
    var hasGreeted = false
    var isGone = false
  }

  let connection: Connection
  let service: any ProviderService
  private let state = Mutex(State())
  /// The deadline for its greeting.
  let patience: Deadline

  /// The most questions of one client that are open.
  static let mostQuestions = 65_536

  init(_ connection: Connection, _ service: any ProviderService, patience: Duration) {
    self.connection = connection
    self.service = service
    self.patience = .after(patience)
    connection.send(Hello().frame)
  }

  /// Whether its greeting has arrived.
  var hasGreeted: Bool { state.withLock { $0.hasGreeted } }

  /// Handles a frame.
  ///
  /// - Returns: Whether the process is asked to end.
  /// - Throws: When the client does not keep to the protocol.
  func handle(_ frame: Frame) throws(ProtocolError) -> Bool {
    guard hasGreeted else {
      _ = try Hello().version(with: Hello(frame))
      state.withLock { $0.hasGreeted = true }
      return false
    }
    guard frame.kind.isQuestion else {
      throw ProtocolError("a message of kind \(frame.kind.rawValue), which is not a question")
    }
    if let subject = try SourceSubject(frame) {
      try begin(subject, for: SourceAsker(frame), frame.number)
      return false
    }
    if try answerCatchUp(frame) { return false }
    if try askProvider(frame) { return false }
    switch frame.kind {
    case .withdraw: withdraw(frame.number)
    case .signal:
      service.signal()
      connection.send(Frame(.done, frame.number))
    case .synchronize:
      var reader = PayloadReader(frame.payload)
      let listsEverything = try reader.number(UInt8.self) == 1
      try open(frame.number)
      service.synchronize(listsEverything: listsEverything) { [self] in answer(frame.number, $0.map(\.payload)) }
    case .manage: try manage(frame)
    case .settings: connection.send(Self.frame(frame.number, Result { try service.readSettings() }.map { [] }))
    case .status: connection.send(Frame(.done, frame.number, service.status.payload))
    case .end: return true
    default: connection.send(Frame(.notUnderstood, frame.number))
    }
    return false
  }

  /// Notes a question, which will be answered once.
  func open(_ number: UInt64) throws(ProtocolError) {
    let problem = state.withLock { state -> ProtocolError? in
      if state.questions[number] != nil { return ProtocolError("two questions with one number") }
      if state.questions.count >= Self.mostQuestions { return ProtocolError("too many questions") }
      state.questions[number] = Question()
      return nil
    }
    if let problem { throw problem }
  }

  /// Whether the client still waits for an answer.
  func isWanted(_ number: UInt64) -> Bool {
    state.withLock { !$0.isGone && $0.questions[number]?.isWithdrawn == false }
  }

  func answer(_ number: UInt64, _ result: Result<[UInt8], any Error>) {
    state.withLock { _ = $0.questions.removeValue(forKey: number) }
    connection.send(Self.frame(number, result))
  }

  private func begin(_ subject: SourceSubject, for asker: SourceAsker, _ number: UInt64) throws(ProtocolError) {
    try open(number)
    let ticket = service.begin(subject, for: asker) { [self] in answer(number, $0.map { [] }) }
    let isUnwanted = state.withLock { state in
      guard state.questions[number] != nil else { return false }
      state.questions[number]?.ticket = ticket
      return state.isGone || state.questions[number]?.isWithdrawn == true
    }
    if isUnwanted { service.withdraw(ticket) }
  }

  private func manage(_ frame: Frame) throws(ProtocolError) {
    guard let call = try NSFileProviderManager.Call(payload: frame.payload) else {
      return connection.send(Frame(.notUnderstood, frame.number))
    }
    try open(frame.number)
    service.perform(call, isWanted: { [self] in isWanted(frame.number) }) { [self] error in
      answer(frame.number, error.map { .failure($0) } ?? .success([]))
    }
  }

  private func withdraw(_ number: UInt64) {
    let ticket = state.withLock { state in
      state.questions[number]?.isWithdrawn = true
      return state.questions[number]?.ticket
    }
    if let ticket { service.withdraw(ticket) }
  }

  /// The connection has ended: its questions are withdrawn.
  func leave() {
    connection.close()
    let tickets = state.withLock { state in
      state.isGone = true
      return state.questions.values.compactMap(\.ticket)
    }
    for ticket in tickets { service.withdraw(ticket) }
  }

  static func frame(_ number: UInt64, _ result: Result<[UInt8], any Error>) -> Frame {
    switch result {
    case .success(let payload): Frame(.done, number, payload)
    case .failure(let error): SentError(error).frame(number)
    }
  }
}
