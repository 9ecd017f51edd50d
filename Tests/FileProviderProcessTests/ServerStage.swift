import FileProvider
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Logging
import TestSupport
import Testing

@testable import FileProviderProcess

/// A service that answers when the test says so.
final class PatientService: ProviderService {
  struct Question {
    let subject: SourceSubject
    let whenDone: @Sendable (Result<Void, any Error>) -> Void
  }

  struct State {
    var questions: [UInt64: Question] = [:]
    var last: UInt64 = 0
    var withdrawn: [UInt64] = []
    var signals = 0
    var readings = 0
    var opened: [ItemID: Int64?] = [:]
    var isBusy = false
    var isSending = false
    var answersAtOnce = false
    var askers: [SourceAsker] = []
    var wanted: [ThumbnailQuestion] = []
    var managed: [NSFileProviderManager.Call] = []
  }

  let state = Monitor(State())

  func begin(
    _ subject: SourceSubject, for asker: SourceAsker, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> SourceTicket {
    let (number, isAnswered) = state.withLock { state in
      state.askers.append(asker)
      state.last += 1
      if !state.answersAtOnce { state.questions[state.last] = Question(subject: subject, whenDone: whenDone) }
      return (state.last, state.answersAtOnce)
    }
    if isAnswered { whenDone(.success(())) }
    return SourceTicket(number: number)
  }

  func withdraw(_ ticket: SourceTicket) { state.withLock { $0.withdrawn.append(ticket.number) } }
  func signal() { state.withLock { $0.signals += 1 } }
  func readSettings() throws { state.withLock { $0.readings += 1 } }

  func synchronize(
    listsEverything: Bool, whenDone: @escaping @Sendable (Result<SynchronizationOutcome, any Error>) -> Void
  ) {
    whenDone(.success(SynchronizationOutcome(listsEverything ? [] : [.init(container: "one", error: Self.error)])))
  }

  func catchUp(
    listing container: ItemID?, whenDone: @escaping @Sendable (Result<SynchronizationOutcome, any Error>) -> Void
  ) {
    whenDone(.success(SynchronizationOutcome([.init(container: "\(container ?? .none)", error: Self.error)])))
  }

  func noteOpening(of folder: ItemID, refreshAfter age: Int64?) { state.withLock { $0.opened[folder] = .some(age) } }

  func perform(
    _ call: NSFileProviderManager.Call, isWanted: @escaping @Sendable () -> Bool,
    whenDone: @escaping @Sendable ((any Error)?) -> Void
  ) {
    state.withLock { $0.managed.append(call) }
    whenDone(call == .reconnect ? Self.error.error : nil)
  }

  func search(
    _ question: SearchQuestion, whenDone: @escaping @Sendable (Result<SearchOutcome, any Error>) -> Void
  ) {
    guard !question.query.isEmpty else { return whenDone(.failure(Self.error.error)) }
    let elsewhere = SearchOutcome.Finding.elsewhere(identifier: question.query, filename: "\(question.wanted)")
    whenDone(.success(SearchOutcome([.item(ItemID(rawValue: 7)), elsewhere], hasMore: true)))
  }

  func makeThumbnails(
    _ question: ThumbnailQuestion, whenDone: @escaping @Sendable (Result<ThumbnailOutcome, any Error>) -> Void
  ) {
    whenDone(.success(ThumbnailOutcome(question.items.map { $0 == .root ? .none : .made(side: question.side) })))
  }

  func noteThumbnailsWanted(_ question: ThumbnailQuestion) { state.withLock { $0.wanted.append(question) } }

  func askAboutInteraction(
    _ question: InteractionQuestion, whenDone: @escaping @Sendable (Result<InteractionAnswer, any Error>) -> Void
  ) {
    guard !question.identifier.isEmpty else { return whenDone(.failure(Self.error.error)) }
    whenDone(.success(question.suppresses ? .suppressed : .shown))
  }

  static var error: SentError { SentError(NSError(domain: NSCocoaErrorDomain, code: 257)) }

  var status: ProcessStatus { ProcessStatus(since: 5, loads: state.read { $0.questions.count }, residentBytes: 7) }
  var isBusy: Bool { state.read { $0.isBusy } }
  var isSending: Bool { state.read { $0.isSending } }

  /// Waits until so many questions have come in all.
  func waitForQuestions(_ count: UInt64) -> Bool {
    state.wait(until: .after(.seconds(30))) { $0.last >= count ? true : nil } ?? false
  }

  func answer(_ number: UInt64, _ result: Result<Void, any Error> = .success(())) {
    state.withLock { $0.questions.removeValue(forKey: number) }?.whenDone(result)
  }
}

/// A folder as that of a store, and servers in this process.
final class ServerStage: @unchecked Sendable {
  // Sendable: everything is constant but `lock` and `server`, which one thread uses.
  private let directory: TestDirectory
  let place: ProcessPlace
  let service = PatientService()
  private let hasEnded = Monitor(false)
  private var lock: ProcessLock?
  private(set) var server: ProviderServer?

  init() throws {
    directory = try TestDirectory("process")
    place = ProcessPlace(directory: directory.url, owner: getuid())
  }

  /// Serves, on a thread of its own.
  func serve(_ change: (inout ProviderServer.Timing) -> Void = { _ in }) throws {
    var timing = ProviderServer.Timing()
    timing.linger = .seconds(3600)
    timing.longestLinger = .seconds(3600)
    change(&timing)
    lock = try ProcessLock(place)
    guard let lock else { throw Errno(number: EWOULDBLOCK) }
    let server = try ProviderServer(
      place, lock, timing: timing, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    self.server = server
    hasEnded.withLock { $0 = false }
    NativeThread.start(name: "server") { [service, hasEnded] in
      server.run(service)
      hasEnded.withLock { $0 = true }
    }
  }

  /// Waits until the server has ended by itself.
  func waitUntilEnded() -> Bool { hasEnded.wait(until: .after(.seconds(30))) { $0 ? true : nil } ?? false }

  /// Ends the server as a `kill` would: its connections with it.
  func stop() {
    server?.stop()
    _ = waitUntilEnded()
    server = nil
    lock = nil
    // They keep their connections open.
    service.state.withLock { $0.questions = [:] }
  }

  /// A connection without any greeting.
  func connect() throws -> TestConnection { try TestConnection(place) }

  /// A connection over which both sides have greeted.
  func greeted() throws -> TestConnection {
    let client = try connect()
    client.send(Hello().frame)
    #expect(client.receive() == [Hello().frame])
    return client
  }
}

/// A connection over which a test sends what it likes.
final class TestConnection {
  let connection: Connection

  init(_ place: ProcessPlace) throws {
    guard let made = try place.connect(nil) else { throw Errno.last }
    connection = made
  }

  deinit { connection.close() }

  func send(_ frame: Frame) { connection.send(frame) }

  /// The next frames, at least one; `nil` when the other side has closed it.
  func receive() -> [Frame]? {
    let deadline = Deadline.after(.seconds(30))
    while !deadline.hasPassed {
      var polled = connection.polled
      guard poll(&polled, 1, 100) > 0 else { continue }
      guard let frames = try? connection.receive() else { return nil }
      if !frames.isEmpty { return frames }
    }
    return []
  }

  /// Whether the other side has closed it.
  var isClosed: Bool {
    while let frames = receive() { if frames.isEmpty { return false } }
    return true
  }
}
