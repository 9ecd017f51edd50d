import FileProviderStore
import FileProviderTesting
import TestSupport
import Testing

@testable import FileProviderReplica

/// Programs that change something come first, and what tells the provider is not noted more often than need be.
@Suite struct WritingTurnsTests {
  private static func span(_ began: Int64, _ ended: Int64, _ before: Int64, _ after: Int64) -> WritingSpan {
    WritingSpan(
      began: began, ended: ended, before: Generation(rawValue: before), after: Generation(rawValue: after))
  }

  private func pause(_ turns: inout WritingTurns, at now: Int64, newest: Int64, worked: Int64 = 0) -> Int64? {
    turns.pause(at: now, newest: Generation(rawValue: newest), worked: worked)
  }

  @Test func `as long as others change something, each pause is nine times as long as the transaction before`() {
    var turns = WritingTurns(worked: 0)
    turns.note(Self.span(0, 1_000, 10, 10), worked: 0)
    var pauses = [pause(&turns, at: 1_000, newest: 10)]
    #expect(pauses == [nil], "nobody else has changed anything")
    pauses = [(1_000, 11), (4_000, 11), (10_000, 12)].map { pause(&turns, at: $0, newest: $1) }
    #expect(pauses == [9_000, 6_000, nil])
    turns.note(Self.span(10_000, 30_000_000, 12, 12), worked: 0)
    pauses = [pause(&turns, at: 30_000_000, newest: 12)]
    #expect(pauses == [WritingTurns.longestPause], "nothing waits for long")
  }

  @Test func `several transactions since the last turn count together, and so does what this process works besides`() {
    var turns = WritingTurns(worked: 5_000)
    turns.note(Self.span(0, 1_000, 10, 10), worked: 5_500)
    turns.note(Self.span(1_000, 2_000, 11, 11), worked: 6_000)
    var pauses = [pause(&turns, at: 2_000, newest: 11, worked: 6_000)]
    #expect(pauses == [17_000], "what is left of the first pause, and the second")
    pauses = [(19_000, 6_000), (19_000, 8_000)].map { pause(&turns, at: $0, newest: 12, worked: $1) }
    #expect(pauses == [nil, 18_000], "what a call of the provider has cost")
    turns.note(Self.span(40_000, 41_000, 12, 12), worked: 18_000)
    pauses = [pause(&turns, at: 41_000, newest: 12, worked: 18_000)]
    #expect(pauses == [90_000], "a transaction that is a part of it counts once")
  }

  @Test func `what this process changes itself makes it pause no more`() {
    var turns = WritingTurns(worked: 0)
    turns.note(Self.span(0, 1_000, 10, 20), worked: 0)
    turns.note(Self.span(1_000, 2_000, 20, 30), worked: 0)
    var pauses = [pause(&turns, at: 2_000, newest: 30)]
    #expect(pauses == [nil])
    // What somebody has committed between two transactions is seen by the second.
    turns.note(Self.span(20_000, 21_000, 31, 32), worked: 0)
    pauses = [pause(&turns, at: 21_000, newest: 32)]
    #expect(pauses == [9_000])
    turns.note(Self.span(200_000_000, 201_000_000, 32, 32), worked: 0)
    pauses = [pause(&turns, at: 201_000_000, newest: 32)]
    #expect(pauses == [nil], "that is long ago")
  }

  /// Nothing is noted in the time of this test but for the one who asks.
  private var slow: ReplicaLimits {
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet, limits.noteInterval) = (.seconds(7200), .seconds(7200), .seconds(3600))
    return limits
  }

  @Test func `what is not noted yet waits for whoever asks, and is told when somebody wants it told`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree), limits: slow)
    try await stage.list("/")
    #expect(try stage.replica.isEverythingPushed())
    try stage.make("/new", "text")
    #expect(try stage.store.readCommitted { (reader) throws(StoreError) in try reader.pendingCount() } == 0)
    #expect(try !stage.replica.isEverythingPushed())
    #expect(try await stage.push())
    #expect(stage.providedText("/new") == "text")
    await stage.stop()
  }

  @Test func `many changes are noted in turns, and all of them are told`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.list("/")
    for number in 0..<300 {
      try stage.make("/document \(number)", "text")
      if number.isMultiple(of: 3) { try stage.remove("/document \(number)") }
    }
    #expect(try await stage.push())
    for number in 0..<300 {
      #expect(stage.providedText("/document \(number)") == (number.isMultiple(of: 3) ? nil : "text"))
    }
    await stage.stop()
  }

  /// Rows in their order, as a queue has them.
  private func row(_ number: Int64) -> PendingRow {
    PendingRow(item: ItemID(rawValue: number), at: Generation(rawValue: number), since: 0, noted: 0)
  }

  @Test func `a stretch of contents is passed over as a whole, and grows at its end alone`() throws {
    let first = try #require(PassedUploads(nil, from: nil, to: row(5)))
    #expect(first.includes(nil))
    #expect(first.includes(row(4)))
    #expect(!first.includes(row(5)))
    #expect(PassedUploads(first, from: row(7), to: row(9)) == nil, "nobody has looked at what is between")
    let longer = try #require(PassedUploads(first, from: row(5), to: row(9)))
    #expect(longer.includes(row(8)))
    #expect(longer.end == first.end, "it does not hold for ever")
    let later = try #require(PassedUploads(nil, from: row(5), to: row(9)))
    #expect(!later.includes(nil))
    #expect(!later.includes(row(4)))
    #expect(later.includes(row(5)))
  }

  @Test func `something without contents is told beside long uploads`() async throws {
    let held = Fault(.never, in: .create, of: "folder", times: 2)
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: [held]))
    for folder in ["/", "/folder"] { try await stage.list(folder) }
    for number in 0..<100 { try stage.make("/folder/document \(number)", "text") }
    stage.replica.pushNow()
    try stage.make("/folder of its own", kind: .folder)
    stage.replica.pushNow()
    #expect(try await eventually { stage.provided("/folder of its own") != nil })
    await stage.stop()
  }
}
