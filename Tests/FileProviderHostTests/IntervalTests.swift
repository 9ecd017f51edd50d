import Testing

@testable import FileProviderHost

/// Lengths of time, as they are typed.
@Suite struct IntervalTests {
  @Test func `intervals`() {
    #expect(Interval("200ms")?.nanoseconds == 200_000_000)
    #expect(Interval("0.5")?.nanoseconds == 500_000_000)
    #expect(Interval("2min")?.nanoseconds == 120_000_000_000)
    for text in ["", "s", "-1", "1x", "1e9", "..", "99999999999999"] { #expect(Interval(text) == nil, "\(text)") }
  }
}
