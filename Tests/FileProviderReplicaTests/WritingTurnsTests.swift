import FileProviderStore
import FileProviderTesting
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderReplica

/// Programs that change something come first, and their changes are not noted more often than necessary.
@Suite struct WritingTurnsTests {
  private func note(
    _ turns: inout WritingTurns, _ began: Int64, _ ended: Int64, _ before: Int64, _ after: Int64, worked: Int64 = 0
  ) {
    let (before, after) = (Generation(rawValue: before), Generation(rawValue: after))
    turns.note(.made(before: before, after: after), at: ended, worked: worked)
    turns.note(.ended(began: began, at: ended), at: ended, worked: worked)
  }

  private func turn(
    _ turns: inout WritingTurns, at now: Int64, newest: Int64 = 0, requests: UInt64 = 0, worked: Int64 = 0
  ) -> WritingTurns.Turn {
    turns.turn(at: now, newest: Generation(rawValue: newest), requests: requests, worked: worked)
  }

  private func turns(burst: Duration = .zero, worked: Int64 = 0) -> WritingTurns {
    WritingTurns(burst: burst, worked: worked)
  }

  @Test func `as long as others change something, each pause is nineteen times as long as the transaction before`() {
    var turns = turns()
    note(&turns, 0, 1_000, 10, 10)
    var pauses = [turn(&turns, at: 1_000, newest: 10)]
    #expect(pauses == [.now], "nobody else has changed anything")
    pauses = [(1_000, 11), (4_000, 11), (20_000, 12)].map { turn(&turns, at: $0, newest: $1) }
    #expect(pauses == [.after(19_000), .after(16_000), .now])
    note(&turns, 20_000, 30_000_000, 12, 12)
    pauses = [turn(&turns, at: 30_000_000, newest: 12)]
    #expect(pauses == [.after(WritingTurns.longestPause)], "nothing waits for long")
  }

  @Test func `several transactions since the last turn count together, and so does what this process works besides`() {
    var turns = turns(worked: 5_000)
    note(&turns, 0, 1_000, 10, 10, worked: 5_500)
    note(&turns, 1_000, 2_000, 11, 11, worked: 6_000)
    var pauses = [turn(&turns, at: 2_000, newest: 11, worked: 6_000)]
    #expect(pauses == [.after(37_000)], "what is left of the first pause, and the second")
    pauses = [(39_000, 6_000), (39_000, 8_000)].map { turn(&turns, at: $0, newest: 12, worked: $1) }
    #expect(pauses == [.now, .after(38_000)], "what a call of the provider has cost")
    note(&turns, 80_000, 81_000, 12, 12, worked: 18_000)
    pauses = [turn(&turns, at: 81_000, newest: 12, worked: 18_000)]
    #expect(pauses == [.after(190_000)], "a transaction that is a part of it counts once")
  }

  @Test func `what this process changes itself makes it pause no more`() {
    var turns = turns()
    note(&turns, 0, 1_000, 10, 20)
    note(&turns, 1_000, 2_000, 20, 30)
    var pauses = [turn(&turns, at: 2_000, newest: 30)]
    #expect(pauses == [.now])
    // What somebody has committed between two transactions is seen by the second.
    note(&turns, 40_000, 41_000, 31, 32)
    pauses = [turn(&turns, at: 41_000, newest: 32)]
    #expect(pauses == [.after(19_000)])
    note(&turns, 200_000_000, 201_000_000, 32, 32)
    pauses = [turn(&turns, at: 201_000_000, newest: 32)]
    #expect(pauses == [.now], "that is long ago")
  }

  /// A thread writes what the provider said while another one asks whose turn it is.
  @Test func `what this process commits is its own, whoever looks before its end`() {
    var turns = turns(burst: .seconds(1))
    note(&turns, 0, 1_000, 10, 20)
    turns.note(.made(before: Generation(rawValue: 20), after: Generation(rawValue: 30)), at: 2_000, worked: 0)
    turns.note(.made(before: Generation(rawValue: 30), after: Generation(rawValue: 40)), at: 3_000, worked: 0)
    var results = [turn(&turns, at: 3_000, newest: 40)]
    turns.note(.ended(began: 2_000, at: 4_000), at: 4_000, worked: 0)
    results.append(turn(&turns, at: 4_000, newest: 40))
    #expect(results == [.now, .now])
    results = [turn(&turns, at: 5_000, newest: 41)]
    #expect(results == [.later])
  }

  @Test func `nothing is uploaded while programs have just begun, until they are done or the time is over`() {
    let millisecond: Int64 = 1_000_000
    var turns = turns(burst: .seconds(1))
    var results = [turn(&turns, at: 0, newest: 1)]
    #expect(results == [.now], "what there was before counts for nothing")
    results = [(10, 2), (60, 3), (150, 3), (170, 3)].map { turn(&turns, at: $0 * millisecond, newest: $1) }
    #expect(results == [.later, .later, .later, .now], "they are done")
    results = (20..<102).map { turn(&turns, at: $0 * 10 * millisecond, newest: $0) }
    #expect(results.prefix(81).allSatisfy { $0 == .later }, "a short calm does not begin anew")
    #expect(results.last == .now, "the time is over")
    results = [turn(&turns, at: 3_000 * millisecond, newest: 200)]
    #expect(results == [.later], "they begin anew")
  }

  @Test func `programs that read a lot count as well, one that asks now and then does not`() {
    let millisecond: Int64 = 1_000_000
    var turns = turns(burst: .seconds(1))
    var results = [(0, 1_000), (90, 1_020), (190, 1_050), (500, 1_150)].map {
      turn(&turns, at: $0 * millisecond, requests: $1)
    }
    #expect(results == [.now, .now, .now, .now])
    results = [(520, 1_300), (620, 1_350), (900, 1_351)].map { turn(&turns, at: $0 * millisecond, requests: $1) }
    #expect(results == [.later, .later, .now])
  }

  /// Nothing is noted in the time of this test but for the one who asks.
  private var slow: ReplicaLimits {
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet, limits.noteInterval) = (.seconds(7200), .seconds(7200), .seconds(3600))
    // A round that writes something notes the rest.
    limits.longestIdlePause = .seconds(3600)
    return limits
  }

  @Test func `what is not noted yet is pending, and is uploaded when somebody asks for it`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree), limits: slow)
    try await stage.list("/")
    try await stage.replica.synchronize()
    #expect(try stage.replica.isEverythingPushed())
    try stage.make("/new", "text")
    #expect(
      try stage.store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).pendingCount() } == 0)
    #expect(try !stage.replica.isEverythingPushed())
    #expect(try await stage.push())
    #expect(stage.providedText("/new") == "text")
    await stage.stop()
  }

  @Test func `many changes are noted in turns, and all of them are uploaded`() async throws {
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

  @Test func `a search that reads all that waits takes a twentieth of the time`() {
    var pace = SearchPace()
    #expect(pace.next.hasPassed)
    pace.note(from: 1_000, to: 3_000)
    #expect(pace.next == .at(41_000))
  }

  @Test func `something without contents is sent beside long uploads`() async throws {
    let held = Fault(.never, in: .create, of: "folder", times: 2)
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: [held]))
    for folder in ["/", "/folder"] { try await stage.list(folder) }
    // More than several rounds look at.
    for number in 0..<4000 { try stage.make("/folder/document \(number)", "text") }
    stage.replica.pushNow()
    try stage.make("/folder of its own", kind: .folder)
    stage.replica.pushNow()
    #expect(try await eventually { stage.provided("/folder of its own") != nil })
    await stage.stop()
  }
}
