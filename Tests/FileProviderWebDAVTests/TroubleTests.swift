import FileProviderInterface
import Foundation
import Testing

@testable import FileProviderWebDAV

/// When a server is asked again, and what the system is told then.
struct TroubleTests {
  private let away = NSFileProviderError(.serverUnreachable) as NSError
  private let stranger = NSFileProviderError(.notAuthenticated) as NSError
  private let now = Date(timeIntervalSince1970: 1_000_000)

  @Test func `all that held something up is told as over, once, when the server answers`() {
    var troubles = Troubles(shortest: 5, longest: 600)
    #expect(troubles.nextLook == nil)
    let isFirst = [troubles.note(away, now: now), troubles.note(stranger, now: now + 1)]
    #expect(isFirst == [true, false])
    let over = [4, 5, 6].map { troubles.takeOver(now: now + $0).map(\.code) }
    #expect(over[0].isEmpty && over[2].isEmpty && troubles.nextLook == nil)
    #expect(Set(over[1]) == [.serverUnreachable, .notAuthenticated])
  }

  @Test func `what comes back behind each signal is told later and later, and soon again after a quiet time`() {
    var troubles = Troubles(shortest: 5, longest: 60)
    var (time, pauses) = (now, [Double]())
    for _ in 0..<6 {
      _ = troubles.note(stranger, now: time)
      let next = troubles.nextLook ?? time
      pauses.append(next.timeIntervalSince(time))
      time = next
      let over = troubles.takeOver(now: time)
      #expect(over.count == 1)
    }
    #expect(pauses == [5, 10, 20, 40, 60, 60])
    time += 1000
    _ = troubles.note(stranger, now: time)
    #expect(troubles.nextLook == time + 5)
  }

  @Test func `a password that was refused is not tried again soon, whatever failed before`() {
    var pause = OpeningPause(shortest: 5)
    let pauses = [away, away, stranger, WebDAVError(.status(401)) as any Error, away, away, away, away].map {
      pause.take(after: $0)
    }
    #expect(pauses == [5, 10, 600, 600, 20, 40, 60, 60])
  }

  @Test func `what holds nothing up is not told`() {
    var troubles = Troubles(shortest: 5, longest: 60)
    for error in [NSFileProviderError(.noSuchItem) as NSError, CocoaError(.fileWriteNoPermission) as NSError] {
      let isNoted = troubles.note(error, now: now)
      #expect(!isNoted)
    }
    #expect(troubles.nextLook == nil)
  }

  @Test func `a server tells how long to wait by a number or by a date of its own clock`() {
    func wait(_ text: String) -> Double? {
      Response(status: 503, headers: ["retry-after": text, "date": "Sun, 06 Nov 1994 08:49:37 GMT"]).retryAfter
    }
    #expect(wait("120") == 120)
    #expect(wait("Sun, 06 Nov 1994 08:51:37 GMT") == 120)
    #expect(wait("Sun, 06 Nov 1994 08:00:00 GMT") == 0)
    #expect(wait("99999999") == 3600)
    for text in ["", "soon", "nan", "inf", "Sun, 06"] { #expect(wait(text) == nil, "\(text)") }
  }
}
