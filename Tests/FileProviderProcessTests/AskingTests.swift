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
    return try stage.greeted()
  }

  private func payload(_ frame: Frame?) throws -> [UInt8] {
    guard let frame, case .done(let payload) = try Answer(frame) else { throw ProtocolError("\(frame as Any)") }
    return payload
  }

  @Test func `the settings are read again before that is answered`() throws {
    let stage = try ServerStage()
    let client = try greeted(stage)
    defer { stage.stop() }
    client.send(Frame(.settings, 1))
    #expect(client.receive() == [Frame(.done, 1)])
    #expect(stage.service.state.read { $0.readings } == 1)
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

  @Test func `thumbnails are asked for, with an answer for each item, or noted without one`() throws {
    let stage = try ServerStage()
    let client = try greeted(stage)
    defer { stage.stop() }
    let question = ThumbnailQuestion(
      [.root, ItemID(rawValue: 3000)], side: 256, cache: "/c", mountpoints: ["/a", "/b"])
    client.send(Frame(.makeThumbnails, 1, question.payload))
    #expect(try ThumbnailOutcome(payload(client.receive()?.first)).results == [.none, .made(side: 256)])
    client.send(Frame(.thumbnailsWanted, 0, question.payload))
    client.send(Frame(.status, 7))
    #expect(client.receive()?.first?.number == 7)
    #expect(stage.service.state.read { $0.wanted } == [question])
    let many = ThumbnailQuestion(Array(repeating: .root, count: 99), side: 128, cache: "", mountpoints: [])
    #expect(try ThumbnailQuestion(many.payload).items.count == ThumbnailQuestion.mostItems)
    let outcome = ThumbnailOutcome([.none, .made(side: 1024), .failed("for a reason")])
    #expect(try ThumbnailOutcome(outcome.payload) == outcome)
    for count in 0..<question.payload.count {
      #expect(throws: ProtocolError.self) { try ThumbnailQuestion(Array(question.payload.prefix(count))) }
    }
    for count in 0..<outcome.payload.count {
      #expect(throws: ProtocolError.self) { try ThumbnailOutcome(Array(outcome.payload.prefix(count))) }
    }
    #expect(throws: ProtocolError.self) { try ThumbnailOutcome([1, 9]) }
  }

  @Test func `an alert is asked about, and told to be left out`() throws {
    let stage = try ServerStage()
    let client = try greeted(stage)
    defer { stage.stop() }
    let long = String(repeating: "ü", count: 4096)
    for (identifier, suppresses) in [("org.example.alert", false), ("größer", true), (long, true)] {
      let question = InteractionQuestion(identifier, suppresses: suppresses)
      #expect(try InteractionQuestion(question.payload) == question)
      client.send(Frame(.interaction, 1, question.payload))
      #expect(try InteractionAnswer(payload(client.receive()?.first)) == (suppresses ? .suppressed : .shown))
    }
    client.send(Frame(.interaction, 2, InteractionQuestion("").payload))
    #expect(client.receive() == [PatientService.error.frame(2)])
    let whole = InteractionQuestion("words").payload
    for count in 0..<whole.count {
      #expect(throws: ProtocolError.self) { try InteractionQuestion(Array(whole.prefix(count))) }
    }
    for payload in [[], [3], [255]] as [[UInt8]] {
      #expect(throws: ProtocolError.self) { try InteractionAnswer(payload) }
    }
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
