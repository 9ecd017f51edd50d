import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderProcess

/// The serving end of a provider's process.
@Suite struct ServerTests {
  private let item = ItemID(rawValue: 2000)

  /// Whoever greets is answered: each question with its number, whatever order the answers come in.
  @Test func `questions and answers`() throws {
    let stage = try ServerStage()
    try stage.serve()
    defer { stage.stop() }
    let client = try stage.greeted()
    client.send(SourceSubject.listing(item).frame(10))
    client.send(SourceSubject.contents(item).frame(11))
    #expect(stage.service.waitForQuestions(2))
    #expect(stage.service.state.read { $0.questions[1]?.subject } == .listing(item))
    #expect(stage.service.state.read { $0.questions[2]?.subject } == .contents(item))
    stage.service.answer(2)
    #expect(client.receive() == [Frame(.done, 11)])
    stage.service.answer(1, .failure(PatientService.error.error))
    #expect(client.receive() == [PatientService.error.frame(10)])
    client.send(Frame(.signal, 12))
    #expect(client.receive() == [Frame(.done, 12)])
    #expect(stage.service.state.read { $0.signals } == 1)
    client.send(Frame(.synchronize, 13, [0]))
    guard let frame = client.receive()?.first, case .done(let payload) = try Answer(frame) else {
      return #expect(Bool(false), "no answer")
    }
    #expect(try SynchronizationOutcome(payload).failures.map(\.container) == ["one"])
  }

  @Test func `what this version does not know is answered so, and nothing ends`() throws {
    let stage = try ServerStage()
    try stage.serve()
    defer { stage.stop() }
    let client = try stage.greeted()
    client.send(Frame(Frame.Kind(rawValue: 4711), 3, [1]))
    #expect(client.receive() == [Frame(.notUnderstood, 3)])
    client.send(Frame(.status, 4))
    #expect(client.receive()?.first?.number == 4)
  }

  @Test func `garbage costs whoever sends it the connection, and nobody else anything`() throws {
    let stage = try ServerStage()
    try stage.serve()
    defer { stage.stop() }
    let good = try stage.greeted()
    let bad: [[Frame]] = [
      [Frame(.list, 1, [1])], [Frame(.hello, 0, [1, 2])], [Hello(versions: 7...9).frame],
      [Hello().frame, Frame(.list, 1, [1])], [Hello().frame, Frame(.done, 1)],
      [Hello().frame, SourceSubject.listing(item).frame(1), SourceSubject.listing(item).frame(1)],
      [Hello().frame, SourceSubject.listing(item).frame(1), Frame(.synchronize, 1, [0])],
    ]
    for frames in bad {
      let client = try stage.connect()
      for frame in frames { client.send(frame) }
      #expect(client.isClosed, "\(frames)")
    }
    for bytes in ["\0\0\0\0", "\u{7f}\u{7f}\u{7f}\u{7f}", "GET / HTTP/1.1\r\n\r\n"] {
      let text = bytes.utf8.map { String(format: "%02x", $0) }.joined()
      let sent = try RunningProcess(["perl", "-e", Self.script, stage.place.socket, text]).wait()
      #expect(sent.output == "\(Hello().frame.bytes.count)", "\(bytes)")
    }
    good.send(Frame(.status, 4))
    #expect(good.receive()?.first?.number == 4)
  }

  /// Connects, sends bytes, and prints how many come until the end.
  static let script = """
    use Socket; $SIG{PIPE} = 'IGNORE'; socket(S, AF_UNIX, SOCK_STREAM, 0) or die; connect(S, sockaddr_un($ARGV[0])) or die "connect: $!";
    syswrite(S, pack("H*", $ARGV[1] // "")); my $n = 0; while (my $c = sysread(S, my $b, 4096)) { $n += $c } print $n
    """

  /// Only the store's owner and root are served: anybody else is not even greeted, whatever the folder's permissions say.
  @Test(.enabled(if: Machine.isRoot && Machine.installed("setpriv") != nil, "this needs root and setpriv(1)"))
  func `other users`() throws {
    let stage = try ServerStage()
    try stage.serve { $0.greeting = .milliseconds(200) }
    defer { stage.stop() }
    chmod(stage.place.directory.path, 0o755)
    chmod(stage.place.socket, 0o666)
    let words = ["perl", "-e", Self.script, stage.place.socket]
    let other = try RunningProcess(["setpriv", "--reuid", "65534", "--clear-groups", "--"] + words).wait()
    #expect(other.output == "0")
    #expect(try RunningProcess(words).wait().output == "\(Hello().frame.bytes.count)")
  }

  @Test(.enabled(if: Machine.isRoot, "this needs root"))
  func `a mount does not talk to a process of root's in the name of another owner`() throws {
    let stage = try ServerStage()
    try stage.serve()
    defer { stage.stop() }
    let others = ProcessPlace(directory: stage.place.directory, owner: 12345)
    #expect(throws: ProtocolError.self) { try others.connect(nil) }
    #expect(try stage.place.connect(nil) != nil)
  }

  @Test func `nobody connects to the process of a store that took another one's place`() throws {
    let stage = try ServerStage()
    try stage.serve()
    defer { stage.stop() }
    let folder = stage.place.directory.path
    #expect(rename(folder, folder + "-moved") == 0)
    defer { rename(folder + "-moved", folder) }
    #expect(throws: ProtocolError.self) { try stage.place.connect(nil) }
    #expect(symlink(folder + "-moved", folder) == 0)
    #expect(stage.place.isThere)
    unlink(folder)
    mkdir(folder, 0o700)
    #expect(!stage.place.isThere)
    #expect(throws: ProtocolError.self) { try stage.place.connect(nil) }
    rmdir(folder)
  }

  @Test func `a process that ends removes no socket of a store that took its store's place`() throws {
    let stage = try ServerStage()
    try stage.serve()
    let folder = stage.place.directory.path
    #expect(rename(folder, folder + "-moved") == 0)
    defer { rename(folder + "-moved", folder) }
    mkdir(folder, 0o700)
    defer { rmdir(folder) }
    #expect(Descriptor(opening: stage.place.socket, O_WRONLY | O_CREAT).number >= 0)
    stage.stop()
    #expect(unlink(stage.place.socket) == 0)
  }

  @Test func `the socket is the owner's alone from its first moment`() throws {
    let stage = try ServerStage()
    let mask = umask(0)
    defer { umask(mask) }
    try stage.serve()
    defer { stage.stop() }
    var status = stat()
    #expect(stat(stage.place.socket, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `whoever connects and says nothing is not waited for`() throws {
    let stage = try ServerStage()
    try stage.serve { $0.greeting = .milliseconds(50) }
    defer { stage.stop() }
    #expect(try stage.connect().isClosed)
  }

  @Test func `the questions of one who has gone are withdrawn; one that is withdrawn by hand is answered all the same`()
    throws
  {
    let stage = try ServerStage()
    try stage.serve()
    defer { stage.stop() }
    var client: TestConnection? = try stage.connect()
    client?.send(Hello().frame)
    for number: UInt64 in 1...3 { client?.send(SourceSubject.listing(item).frame(number)) }
    #expect(stage.service.waitForQuestions(3))
    #expect(client?.receive() == [Hello().frame])
    client?.send(Frame(.withdraw, 2))
    client?.send(Frame(.withdraw, 99))
    #expect(stage.service.state.wait(until: .after(.seconds(30))) { $0.withdrawn == [2] ? true : nil } == true)
    stage.service.answer(2)
    #expect(client?.receive() == [Frame(.done, 2)])
    client = nil
    #expect(
      stage.service.state.wait(until: .after(.seconds(30))) { $0.withdrawn.sorted() == [1, 2, 3] ? true : nil } == true)
  }

  @Test func `the process ends when nobody is connected and nothing is left to do, and not before`() throws {
    let stage = try ServerStage()
    stage.service.state.withLock { $0.isBusy = true }
    try stage.serve { $0.linger = .milliseconds(20) }
    // The clock itself is meant, here and below: longer than it lingers.
    usleep(300_000)
    var client: TestConnection? = try stage.greeted()
    stage.service.state.withLock { $0.isBusy = false }
    usleep(300_000)
    client?.send(Frame(.status, 1))
    #expect(client?.receive()?.first?.number == 1)
    client = nil
    #expect(stage.waitUntilEnded())
    #expect(throws: Errno.self) { try stage.connect() }
  }

  /// A server that does not answer keeps it for some seconds; what is sent there, as long as that takes.
  @Test func `the process ends during a pull that does not end, and not before the provider has been told`() throws {
    let stage = try ServerStage()
    stage.service.state.withLock { ($0.isBusy, $0.isSending) = (true, true) }
    try stage.serve { ($0.linger, $0.longestLinger) = (.milliseconds(20), .milliseconds(100)) }
    // The clock itself is meant: longer than the longest lingering.
    usleep(400_000)
    #expect(throws: Never.self) { try stage.connect() }
    stage.service.state.withLock { $0.isSending = false }
    #expect(stage.waitUntilEnded())
  }

  @Test func `it ends when it is told to, unless somebody else is connected`() throws {
    let stage = try ServerStage()
    try stage.serve()
    var mount: TestConnection? = try stage.connect()
    mount?.send(Hello().frame)
    #expect(mount?.receive() == [Hello().frame])
    #expect(!ProcessQuery.end(at: stage.place, until: .after(.seconds(30))))
    #expect(ProcessQuery.status(at: stage.place, until: .after(.seconds(30)))?.process == getpid())
    mount = nil
    let isTold = Deadline.after(.seconds(30)).ask(every: .milliseconds(20)) {
      _ = ProcessQuery.ask(.end, at: stage.place, until: .after(.milliseconds(100)))
      return stage.service.state.read { _ in true } && access(stage.place.socket, F_OK) != 0
    }
    #expect(isTold)
    #expect(stage.waitUntilEnded())
    stage.stop()
    #expect(ProcessQuery.end(at: stage.place, until: .now))
  }

  @Test
  func `there is one process for a store: another finds the lock taken; and what a dead one has left is no hindrance`()
    throws
  {
    let stage = try ServerStage()
    try Data().write(to: URL(fileURLWithPath: stage.place.socket))
    try stage.serve()
    #expect(try ProcessLock(stage.place) == nil)
    stage.stop()
    #expect(try ProcessLock(stage.place, patience: .zero) != nil)
    #expect(ProcessQuery.ask(.status, at: stage.place, until: .now) == .nobody)
  }
}
