import FileProvider
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Logging
import Testing

@testable import FileProviderProcess

/// A mount's way to its provider's process.
@Suite struct LinkTests {
  private let item = ItemID(rawValue: 2000)

  /// A link whose process is a server in this one, or none.
  private final class Stage: Sendable {
    let server: ServerStage
    let link: ProviderLink
    let ended = Monitor<[pid_t]>([])
    let held = Monitor(false)
    /// The programs that could not run. While one of them has ended and nobody has waited for it, a test that expects its process to exit never ends.
    private let children = Monitor<[ChildProcess]>([])
    /// The codes of answers, 0 for none, by the number of the question.
    let answers = Monitor<[Int: Int]>([:])

    /// - Parameter words: What is started; as a process that cannot run unless given.
    init(
      _ server: ServerStage, starting words: [String] = ["false"], _ change: (inout LinkTiming) -> Void = { _ in }
    ) throws {
      self.server = server
      var timing = LinkTiming()
      timing.firstPause = .milliseconds(20)
      timing.longestPause = .milliseconds(50)
      change(&timing)
      let (ended, children) = (ended, children)
      link = try ProviderLink(
        server.place, timing: timing, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        launch: {
          let child = try ProcessLaunch("/bin/" + words[0], words: words).start()
          children.withLock { $0.append(child) }
          return child
        },
        endProcess: { peer in ended.withLock { $0.append(peer.process) } },
        isBlocked: { [held] in held.read { $0 } })
      link.start()
    }

    deinit { for child in children.read({ $0 }) { _ = child.wait() } }

    func ask(_ number: Int, _ subject: SourceSubject) -> SourceTicket {
      link.begin(subject) { [answers] result in
        var code = 0
        if case .failure(let error) = result { code = (error as NSError).code }
        answers.withLock { $0[number] = code }
      }
    }

    func wait(for count: Int) -> [Int: Int] {
      answers.wait(until: .after(.seconds(30))) { $0.count >= count ? $0 : nil } ?? answers.read { $0 }
    }
  }

  @Test func `a question goes to the process, and its answer comes back with the provider's error`() throws {
    let server = try ServerStage()
    try server.serve()
    defer { server.stop() }
    let stage = try Stage(server)
    defer { stage.link.close() }
    #expect(stage.link.waitUntilReady(until: .after(.seconds(30))) == nil)
    _ = stage.ask(1, .listing(item))
    _ = stage.ask(2, .contents(item))
    #expect(server.service.waitForQuestions(2))
    server.service.answer(1)
    server.service.answer(2, .failure(NSFileProviderError(.notAuthenticated)))
    #expect(stage.wait(for: 2) == [1: 0, 2: -1000])
  }

  @Test func `the process learns which program asks, and an older mount's question asks for nobody in particular`()
    throws
  {
    let server = try ServerStage()
    try server.serve()
    defer { server.stop() }
    let stage = try Stage(server)
    defer { stage.link.close() }
    #expect(stage.link.waitUntilReady(until: .after(.seconds(30))) == nil)
    let asker = SourceAsker(executable: "/usr/bin/dolphin")
    for (number, subject) in [SourceSubject.listing(item), .contents(item), .range(item, 5..<9)].enumerated() {
      _ = stage.link.begin(subject, for: asker) { _ in }
      #expect(server.service.waitForQuestions(UInt64(number + 1)))
    }
    _ = stage.ask(1, .range(item, 5..<9))
    #expect(server.service.waitForQuestions(4))
    #expect(server.service.state.read { $0.askers } == [asker, asker, asker, .unknown])
    #expect(
      server.service.state.read { $0.questions.sorted { $0.key < $1.key }.map(\.value.subject) }
        == [.listing(item), .contents(item), .range(item, 5..<9), .range(item, 5..<9)])
  }

  /// As a walk through the tree opens them: before the process is there, and while it is.
  @Test func `the process learns of all folders that are opened`() throws {
    let server = try ServerStage()
    let stage = try Stage(server)
    defer { stage.link.close() }
    let folders = (0..<300).map { ItemID(rawValue: 3000 + $0) }
    for folder in folders[..<100] { stage.link.noteOpening(of: folder, refreshAfter: nil) }
    try server.serve()
    defer { server.stop() }
    #expect(stage.link.waitUntilReady(until: .after(.seconds(30))) == nil)
    for folder in folders[100..<200] { stage.link.noteOpening(of: folder, refreshAfter: 7) }
    let opened = server.service.state
    #expect(opened.wait(until: .after(.seconds(30))) { $0.opened.count == 200 ? true : nil } == true)
    // What comes once all were sent is sent, too.
    for folder in folders[200...] { stage.link.noteOpening(of: folder, refreshAfter: 7) }
    #expect(opened.wait(until: .after(.seconds(30))) { $0.opened.count == 300 ? true : nil } == true)
    #expect(opened.read { $0.opened.keys.sorted() } == folders)
    #expect(opened.read { $0.opened.values.filter { $0 == 7 }.count } == 200)
  }

  @Test func `whoever waits for the next process is not told why the last one ended`() throws {
    let server = try ServerStage()
    try server.serve()
    let stage = try Stage(server)
    defer { stage.link.close() }
    #expect(stage.link.waitUntilReady(until: .after(.seconds(30))) == nil)
    server.stop()
    let hasFailed = stage.link.state.wait(until: .after(.seconds(30))) { $0.failure == nil ? nil : true }
    #expect(hasFailed == true)
    try server.serve()
    defer { server.stop() }
    #expect(stage.link.waitUntilBack(until: .after(.seconds(30))) == nil)
    #expect(stage.link.state.read { $0.stage.connection } != nil)
  }

  /// A question waits while the process is started, and is put again to the next when one has ended; one that every process ends on is
  /// answered with an error.
  @Test func `another process`() throws {
    let server = try ServerStage()
    let stage = try Stage(server)
    defer { stage.link.close() }
    _ = stage.ask(1, .listing(item))
    try server.serve()
    #expect(server.service.waitForQuestions(1))
    server.stop()
    try server.serve()
    #expect(server.service.waitForQuestions(2))
    _ = stage.ask(2, .listing(item))
    #expect(server.service.waitForQuestions(3))
    #expect(stage.answers.read { $0.isEmpty })
    server.stop()
    #expect(stage.wait(for: 1) == [1: NSFileProviderError.Code.cannotSynchronize.rawValue])
    try server.serve()
    defer { server.stop() }
    #expect(server.service.waitForQuestions(4))
    server.service.answer(4)
    #expect(stage.wait(for: 2)[2] == 0)
  }

  /// Where the process cannot be started, questions wait through the short pauses, and fail at once in a long one: nobody is reachable.
  @Test func `no process`() throws {
    let server = try ServerStage()
    let stage = try Stage(server) {
      $0.firstPause = .milliseconds(10)
      $0.longestPause = .seconds(3600)
      $0.patience = .milliseconds(100)
    }
    defer { stage.link.close() }
    _ = stage.ask(1, .listing(item))
    let unreachable = NSFileProviderError.Code.serverUnreachable.rawValue
    #expect(stage.wait(for: 1) == [1: unreachable])
    #expect(stage.link.waitUntilReady(until: .after(.seconds(30)))?.contains("status 1") == true)
  }

  /// Another mount or a command has started it meanwhile: nobody has to wait for the end of the pause.
  @Test func `a pause ends when somebody else has started the process`() throws {
    let server = try ServerStage()
    let stage = try Stage(server) {
      $0.firstPause = .seconds(3600)
      $0.longestPause = .seconds(3600)
      $0.look = .milliseconds(20)
    }
    defer { stage.link.close() }
    #expect(stage.link.waitUntilReady(until: .after(.seconds(30)))?.contains("status 1") == true)
    try server.serve()
    defer { server.stop() }
    #expect(stage.link.state.wait(until: .after(.seconds(30))) { $0.stage.connection.map { _ in true } } == true)
  }

  @Test func `a process that hangs is ended; one that is only asked nothing is not`() throws {
    let server = try ServerStage()
    try server.serve()
    defer { server.stop() }
    let stage = try Stage(server) {
      $0.silence = .milliseconds(20)
      $0.hang = .milliseconds(200)
      $0.start = .milliseconds(200)
    }
    defer { stage.link.close() }
    #expect(stage.link.waitUntilReady(until: .after(.seconds(30))) == nil)
    // The clock itself is meant, here and below: longer than the silence and the hang.
    usleep(500_000)
    _ = stage.ask(1, .listing(item))
    #expect(server.service.waitForQuestions(1))
    usleep(500_000)
    // It answers whether it lives, although the provider does not answer.
    #expect(stage.ended.read { $0.isEmpty })
    // A listener that nobody serves.
    server.stop()
    guard let silent = UnixSocket.make() else { throw Errno.last }
    let number = silent.number
    #expect(UnixSocket.withAddress(server.place.socket, { bind(number, $0, $1) }) == 0 && listen(number, 8) == 0)
    #expect(stage.ended.wait(until: .after(.seconds(30))) { $0.first } == getpid())
    _ = silent.close()
  }

  /// What it was doing when it was stopped may be a change of the store, for whose end everybody waits.
  @Test func `a process that hangs is ended where the mount is held up, although it is asked nothing`() throws {
    let server = try ServerStage()
    guard let silent = UnixSocket.make() else { throw Errno.last }
    let number = silent.number
    #expect(UnixSocket.withAddress(server.place.socket, { bind(number, $0, $1) }) == 0 && listen(number, 8) == 0)
    let stage = try Stage(server) {
      $0.silence = .milliseconds(20)
      $0.hang = .milliseconds(200)
      $0.blockedAfter = .milliseconds(20)
    }
    defer { stage.link.close() }
    // It says that it is there, and nothing ever after.
    var coming = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    #expect(poll(&coming, 1, 30_000) == 1)
    guard let accepted = Descriptor(owning: accept(number, nil, nil)) else { throw Errno.last }
    let hello = Hello().frame.bytes
    #expect(write(accepted.number, hello, hello.count) == hello.count)
    #expect(stage.link.waitUntilReady(until: .after(.seconds(30))) == nil)
    // The clock itself is meant: longer than the hang.
    usleep(500_000)
    #expect(stage.ended.read { $0.isEmpty })
    stage.held.withLock { $0 = true }
    #expect(stage.ended.wait(until: .after(.seconds(30))) { $0.first } == getpid())
    _ = accepted.close()
    _ = silent.close()
  }

  @Test func `nobody is left waiting when the mount ends`() throws {
    let server = try ServerStage()
    try server.serve()
    defer { server.stop() }
    let stage = try Stage(server)
    #expect(stage.link.waitUntilReady(until: .after(.seconds(30))) == nil)
    _ = stage.ask(1, .listing(item))
    #expect(server.service.waitForQuestions(1))
    stage.link.close()
    _ = stage.ask(2, .listing(item))
    let cancelled = CocoaError.Code.userCancelled.rawValue
    #expect(stage.wait(for: 2) == [1: cancelled, 2: cancelled])
    #expect(server.service.state.wait(until: .after(.seconds(30))) { $0.withdrawn == [1] ? true : nil } == true)
  }

  @Test func `what is withdrawn is withdrawn at the process, is answered when that says so, and is not put to another`()
    throws
  {
    let server = try ServerStage()
    try server.serve()
    let stage = try Stage(server)
    defer { stage.link.close() }
    let one = stage.ask(1, .listing(item))
    let two = stage.ask(2, .contents(item))
    #expect(server.service.waitForQuestions(2))
    stage.link.withdraw(one)
    stage.link.withdraw(two)
    #expect(server.service.state.wait(until: .after(.seconds(30))) { $0.withdrawn.count == 2 ? true : nil } == true)
    #expect(stage.answers.read { $0.isEmpty })
    server.service.answer(1)
    #expect(stage.wait(for: 1) == [1: 0])
    server.stop()
    #expect(stage.wait(for: 2)[2] == CocoaError.Code.userCancelled.rawValue)
    try server.serve()
    defer { server.stop() }
    _ = stage.ask(3, .listing(item))
    #expect(server.service.waitForQuestions(3))
    #expect(server.service.state.read { $0.last } == 3)
  }

  @Test func `what is withdrawn while there is no process is put to none`() throws {
    let server = try ServerStage()
    // It is there before it listens.
    let stage = try Stage(server, starting: ["sleep", "2"])
    defer { stage.link.close() }
    stage.link.withdraw(stage.ask(1, .contents(item)))
    #expect(stage.wait(for: 1) == [1: CocoaError.Code.userCancelled.rawValue])
    try server.serve()
    defer { server.stop() }
    _ = stage.ask(2, .listing(item))
    #expect(server.service.waitForQuestions(1))
    #expect(server.service.state.read { $0.questions.values.map(\.subject) } == [.listing(item)])
  }
}
