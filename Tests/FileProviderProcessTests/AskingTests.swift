import FileProviderInterface
import FileProviderStore
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderProcess

/// Questions for the provider itself, over a connection.
@Suite struct AskingTests {
  private func greeted(_ stage: ServerStage) throws -> TestConnection {
    try stage.serve()
    let client = try stage.connect()
    client.send(Hello().frame)
    #expect(client.receive() == [Hello().frame])
    return client
  }

  private func payload(_ frame: Frame?) throws -> [UInt8] {
    guard let frame, case .done(let payload) = try Answer(frame) else { throw ProtocolError("\(frame as Any)") }
    return payload
  }

  @Test func `a search is answered with items and names, or with an error`() throws {
    let stage = try ServerStage()
    let client = try greeted(stage)
    defer { stage.stop() }
    client.send(Frame(.search, 1, SearchQuestion(query: "größer", wanted: 5).payload))
    let found = try SearchOutcome(payload(client.receive()?.first))
    #expect(found.findings == [.item(ItemID(rawValue: 7)), .elsewhere(identifier: "größer", filename: "5")])
    #expect(found.hasMore)
    client.send(Frame(.search, 2, SearchQuestion(query: "", wanted: 5).payload))
    #expect(client.receive() == [PatientService.error.frame(2)])
  }

  @Test func `of what is found as much is sent as a message takes, and the rest counts as more`() throws {
    let long = SearchOutcome.Finding.elsewhere(
      identifier: String(repeating: "i", count: 8192), filename: String(repeating: "n", count: 2000))
    let payload = SearchOutcome(Array(repeating: long, count: 20), hasMore: false).payload
    #expect(payload.count <= Frame.longestPayload)
    let read = try SearchOutcome(payload)
    #expect(read.hasMore && (1..<20).contains(read.findings.count))
    let items = (1...1000).map { SearchOutcome.Finding.item(ItemID(rawValue: $0)) }
    #expect(try SearchOutcome(SearchOutcome(items, hasMore: false).payload) == SearchOutcome(items, hasMore: false))
  }

  @Test func `a question or an answer that is not whole is refused`() throws {
    let question = SearchQuestion(query: "words", wanted: 3).payload
    for count in 0..<question.count {
      #expect(throws: ProtocolError.self) { try SearchQuestion(Array(question.prefix(count))) }
    }
    let outcome = SearchOutcome([.elsewhere(identifier: "i", filename: "n")], hasMore: false).payload
    for count in 0..<outcome.count {
      #expect(throws: ProtocolError.self) { try SearchOutcome(Array(outcome.prefix(count))) }
    }
  }
}
