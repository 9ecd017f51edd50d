import FileProviderStore
import Testing

@testable import FileProviderFileSystem

/// The state machine behind requests that wait for a source.
@Suite struct SourceWaitingTests {
  /// So that calls that change it can be expected to return something.
  private final class Stage {
    private var waiting = SourceWaiting()
    var attentionTime: UInt64 { waiting.attentionTime }
    func park(_ number: UInt64, until time: UInt64) -> SourceWaiting.Parking? {
      let need = SourceNeed(subject: .contents(ItemID(rawValue: 2000)), seconds: 1)
      return waiting.park(ParkedRequest(number: number, bytes: []), for: need, until: time)
    }
    func note(_ ticket: UInt64, _ parking: SourceWaiting.Parking) {
      waiting.note(SourceTicket(number: ticket), for: parking)
    }
    func remove(_ number: UInt64) -> Bool { waiting.remove(number) }
    func takeDue(at time: UInt64) -> (number: UInt64, failure: ErrorNumber?)? {
      waiting.takeDue(at: time).map { ($0.request.number, $0.answer.failure) }
    }
    func finish(_ parking: SourceWaiting.Parking) { waiting.finish(parking, failure: nil) }
    func takeUnwanted() -> [UInt64] { waiting.takeUnwanted().map(\.number) }
    func close() -> Int { waiting.close().count }
  }

  /// A request whose program gives up waits no more, also when it is due and not taken yet. Its question is withdrawn once.
  @Test func `a request is taken back`() throws {
    let stage = Stage()
    let one = try #require(stage.park(1, until: 100))
    let two = try #require(stage.park(2, until: 100))
    stage.note(7, one)
    #expect(stage.remove(1))
    #expect(!stage.remove(1))
    #expect(stage.takeUnwanted() == [7])
    #expect(stage.takeUnwanted() == [])
    stage.finish(two)
    #expect(stage.attentionTime == 0)
    #expect(stage.remove(2))
    #expect(stage.takeUnwanted() == [])
    #expect(stage.takeDue(at: 0)?.number == nil)
    #expect(stage.attentionTime == .max)
  }

  /// A program may give up before the source has told what its question is withdrawn with.
  @Test func `a request is taken back at once`() throws {
    let stage = Stage()
    let parking = try #require(stage.park(1, until: 100))
    #expect(stage.remove(1))
    #expect(stage.takeUnwanted() == [])
    stage.note(7, parking)
    #expect(stage.takeUnwanted() == [7])
  }

  /// The answer to an earlier question is none to a request that waits again, for another thing.
  @Test func `an answer is for its parking alone`() throws {
    let stage = Stage()
    let first = try #require(stage.park(1, until: 100))
    #expect(stage.remove(1))
    let second = try #require(stage.park(1, until: 100))
    stage.finish(first)
    #expect(stage.takeDue(at: 0)?.number == nil)
    stage.note(7, first)
    #expect(stage.takeUnwanted() == [7])
    stage.finish(second)
    #expect(stage.takeDue(at: 0)?.number == 1)
  }

  @Test func `at its deadline a request is due with an error, and the others go on waiting`() throws {
    let stage = Stage()
    let one = try #require(stage.park(1, until: 200))
    let two = try #require(stage.park(2, until: 100))
    stage.note(8, two)
    #expect(stage.attentionTime == 100)
    #expect(stage.takeDue(at: 99)?.number == nil)
    let late = stage.takeDue(at: 100)
    #expect(late?.number == 2)
    #expect(late?.failure == .inputOutput)
    #expect(stage.takeUnwanted() == [8])
    #expect(stage.attentionTime == 200)
    stage.finish(one)
    let answered = stage.takeDue(at: 150)
    #expect(answered?.number == 1)
    #expect(answered?.failure == nil)
  }

  /// However many hang, requests are bounded, and nothing fails before that.
  @Test func `everything is bounded`() throws {
    let stage = Stage()
    for number in 0..<UInt64(SourceWaiting.limit) {
      let parking = try #require(stage.park(number, until: 1000))
      stage.note(number + 1, parking)
    }
    #expect(stage.park(.max, until: 1000) == nil)
    #expect(stage.remove(100))
    #expect(stage.park(.max, until: 1000) != nil)
    #expect(stage.close() == SourceWaiting.limit)
    #expect(stage.takeUnwanted().count == SourceWaiting.limit - 1)
    #expect(stage.park(1, until: 1000) == nil)
  }
}
