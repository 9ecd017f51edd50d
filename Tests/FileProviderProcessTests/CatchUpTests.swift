import FileProviderInterface
import FileProviderStore
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderProcess

/// The questions that keep a domain in step with its provider, over a connection.
@Suite struct CatchUpTests {
  private let folder = ItemID(rawValue: 3000)

  private func greeted(_ stage: ServerStage) throws -> TestConnection {
    try stage.serve()
    return try stage.greeted()
  }

  private func outcome(_ frame: Frame?) throws -> SynchronizationOutcome {
    let frame = try #require(frame)
    guard case .done(let payload) = try Answer(frame) else { throw ProtocolError("\(frame)") }
    return try SynchronizationOutcome(payload)
  }

  @Test func `who waits is told what the pull could not do, and who does not wait is answered at once`() throws {
    let stage = try ServerStage()
    let client = try greeted(stage)
    defer { stage.stop() }
    client.send(Frame(.catchUp, 1, CatchUpQuestion(container: folder, waits: true).payload))
    #expect(try outcome(client.receive()?.first).failures.map(\.container) == ["\(folder)"])
    client.send(Frame(.catchUp, 2, CatchUpQuestion(container: nil, waits: false).payload))
    #expect(try outcome(client.receive()?.first).count == 0)
  }

  @Test func `an opened folder is noted with the age that its listing may have`() throws {
    let stage = try ServerStage()
    let client = try greeted(stage)
    defer { stage.stop() }
    client.send(OpeningNote(folder: folder, age: 1500).frame)
    client.send(OpeningNote(folder: .root, age: nil).frame)
    // Notes have no answer: whatever comes after them has been handled after them.
    client.send(Frame(.status, 7))
    #expect(client.receive()?.first?.number == 7)
    #expect(stage.service.state.read { $0.opened } == [folder: 1500, .root: nil])
  }

  @Test func `a question that is too short ends the connection`() throws {
    for kind in [Frame.Kind.catchUp, .opened] {
      let stage = try ServerStage()
      let client = try greeted(stage)
      defer { stage.stop() }
      client.send(Frame(kind, 1, [1, 2, 3]))
      #expect(client.isClosed)
    }
  }

  @Test func `details come whole, and a status without them is that of an earlier version`() throws {
    let error = SentError(NSError(domain: NSFileProviderErrorDomain, code: -1000))
    var status = ProcessStatus(since: 5, loads: 2, residentBytes: 7)
    #expect(try ProcessStatus(status.payload) == status)
    status.details = ProcessDetails(
      lastPull: 99, downloads: [.init(item: folder, completed: 3, total: 10)],
      problems: [.init(item: nil, count: 4, since: 8, error: error)])
    #expect(try ProcessStatus(status.payload) == status)
    // An earlier version does not say whether the network is metered.
    #expect(try ProcessStatus(Array(status.payload.dropLast())) == status)
    #expect(throws: ProtocolError.self) { try ProcessStatus(Array(status.payload.dropLast(2))) }
    let many = ProcessDetails(downloads: (0..<100).map { .init(item: ItemID(rawValue: $0), completed: 0, total: 1) })
    status.details = many
    #expect(try ProcessStatus(status.payload).details?.downloadCount == 100)
  }
}
