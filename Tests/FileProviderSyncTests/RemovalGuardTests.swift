import FileProviderSync
import Testing

struct RemovalGuardTests {
  /// A few, or a small part of many, go at once.
  @Test func `Lets few removals pass`() {
    let guarded = RemovalGuard()
    #expect(!guarded.holds(gone: 20, total: 20, at: 0))
    #expect(!guarded.holds(gone: 24, total: 100, at: 0))
    #expect(guarded.holds(gone: 25, total: 100, at: 0))
    #expect(!guarded.holds(gone: 1_000, total: 100_000, at: 0))
    #expect(guarded.holds(gone: 1_001, total: 100_000, at: 0))
  }

  /// One by one they are as many.
  @Test func `Sums removals over a day`() {
    var guarded = RemovalGuard()
    for minute in 0..<20 { guarded.record(at: minute) }
    #expect(guarded.holds(gone: 1, total: 40, at: 20))
    #expect(!guarded.holds(gone: 1, total: 40, at: 20 + RemovalGuard.window))
  }

  /// The user's consent covers what was asked, and no more.
  @Test func `Consents to what was held`() {
    var guarded = RemovalGuard()
    guarded.consent(to: 30, at: 0)
    #expect(!guarded.holds(gone: 30, total: 30, at: 0))
    #expect(guarded.holds(gone: 31, total: 31, at: 0))
  }
}
