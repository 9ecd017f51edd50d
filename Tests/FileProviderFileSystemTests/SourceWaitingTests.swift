import FileProviderStore
import Testing

@testable import FileProviderFileSystem

/// The state machine behind requests that wait for a source.
@Suite struct SourceWaitingTests {
  /// So that calls that change it can be expected to return something.
  private final class Stage {
    private var waiting = SourceWaiting()
    var attentionTime: UInt64 { waiting.attentionTime }
    func park(_ number: UInt64, for subject: SourceSubject, until time: UInt64) -> SourceWaiting.Parking {
      waiting.park(ParkedRequest(number: number, bytes: []), for: SourceNeed(subject: subject, seconds: 1), until: time)
    }
    func remove(_ number: UInt64) -> Bool { waiting.remove(number) }
    func takeDue(at time: UInt64) -> (number: UInt64, failure: ErrorNumber?)? {
      waiting.takeDue(at: time).map { ($0.request.number, $0.answer.failure) }
    }
    func nextCall(in queue: SourceSubject.Queue) -> SourceSubject? { waiting.nextCall(in: queue) }
    func finish(_ subject: SourceSubject) { waiting.finish(subject, failure: nil) }
    func close() -> Int { waiting.close().count }
  }

  private let one = SourceSubject.contents(ItemID(rawValue: 2000))
  private let two = SourceSubject.contents(ItemID(rawValue: 2001))

  /// A request whose program gives up waits no more, and a call that only it wanted and that has not begun is not made.
  @Test func aRequestIsTakenBack() {
    let stage = Stage()
    #expect(stage.park(1, for: one, until: 100) == .parkedWithCall)
    #expect(stage.park(2, for: two, until: 100) == .parkedWithCall)
    #expect(stage.remove(1))
    #expect(!stage.remove(1))
    #expect(stage.nextCall(in: .contents) == two)
    #expect(stage.nextCall(in: .contents) == nil)
    // One that is due and not taken yet, too.
    stage.finish(two)
    #expect(stage.attentionTime == 0)
    #expect(stage.remove(2))
    #expect(stage.takeDue(at: 0)?.number == nil)
    #expect(stage.attentionTime == .max)
  }

  /// At its deadline a request is due with an error, the others go on waiting, and the call goes on without it.
  @Test func deadlines() {
    let stage = Stage()
    _ = stage.park(1, for: one, until: 200)
    _ = stage.park(2, for: one, until: 100)
    #expect(stage.nextCall(in: .contents) == one)
    #expect(stage.attentionTime == 100)
    #expect(stage.takeDue(at: 99)?.number == nil)
    let late = stage.takeDue(at: 100)
    #expect(late?.number == 2)
    #expect(late?.failure == .inputOutput)
    #expect(stage.attentionTime == 200)
    stage.finish(one)
    let answered = stage.takeDue(at: 150)
    #expect(answered?.number == 1)
    #expect(answered?.failure == nil)
  }

  /// A call that outlived its requests is joined by the next one, and not made twice.
  @Test func aCallIsJoined() {
    let stage = Stage()
    _ = stage.park(1, for: one, until: 100)
    #expect(stage.nextCall(in: .contents) == one)
    #expect(stage.takeDue(at: 100)?.number == 1)
    #expect(stage.park(2, for: one, until: 200) == .parked)
    stage.finish(one)
    #expect(stage.takeDue(at: 0)?.number == 2)
    #expect(stage.nextCall(in: .contents) == nil)
  }

  /// However many hang, threads and requests are bounded, nothing fails before that, and what hangs in contents does not hold up listings.
  @Test func everythingIsBounded() {
    let stage = Stage()
    var threads = 0
    for number in 0..<UInt64(SourceWaiting.limit) {
      let subject = SourceSubject.contents(ItemID(rawValue: Int64(number) + 2000))
      switch stage.park(number, for: subject, until: 1000) {
      case .parkedWithCall:
        threads += 1
        _ = stage.nextCall(in: .contents)
      case .parked: break
      case .refused: Issue.record("\(number) was refused")
      }
    }
    #expect(threads == 64)
    #expect(stage.park(.max, for: .listing(.root), until: 1000) == .refused)
    #expect(stage.remove(100))
    #expect(stage.park(.max, for: .listing(.root), until: 1000) == .parkedWithCall)
    #expect(stage.nextCall(in: .listings) == .listing(.root))
    #expect(stage.close() == SourceWaiting.limit)
    #expect(stage.park(1, for: one, until: 1000) == .refused)
  }
}
