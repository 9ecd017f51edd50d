import Testing

@testable import FileProviderProgram
@testable import FileProviderStore
@testable import FileProviderWatching

/// What `watch` draws, and the times that are typed.
@Suite struct WatchViewTests {
  private let view = WatchView(
    domain: "default", memberCount: 2,
    members: [
      .init(name: "会议记录 with a name that is very long indeed.txt", folder: "/a", marks: "★"),
      .init(name: "two\u{1B}[2J", folder: "/", marks: ""),
    ],
    changes: [.init(time: "10:00:00", event: .add, path: "/a/会议", detail: "")], hasColor: false)

  /// Whatever the size: as many lines as the terminal has, none wider, and no control character of a name gets through.
  @Test func `every size is filled exactly`() {
    for height in 1...30 {
      for width in 20...90 {
        let lines = view.lines(width: width, height: height)
        #expect(lines.count == height)
        for line in lines {
          #expect(line.unicodeScalars.map(TerminalText.width).reduce(0, +) <= width, "\(width)×\(height): \(line)")
          #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
        }
      }
    }
  }

  /// Ages and dates mean stretches of time, in local time.
  @Test func `times that are typed`() throws {
    let now = Timestamp(seconds: 1_700_000_000, nanoseconds: 0)
    let week = try TimeRange.parse("7d", now: now)
    #expect(week.lowerBound == Timestamp(seconds: 1_700_000_000 - 7 * 86400, nanoseconds: 0))
    #expect(week.contains(now))
    let month = try TimeRange.parse("2024-02", now: now)
    #expect((month.upperBound.rawValue - month.lowerBound.rawValue + 1) / 86_400_000_000_000 == 29)
    let years = try TimeRange.parse("2023..2024", now: now)
    #expect(years.contains(month.lowerBound))
    #expect(try TimeRange.parse("..2023", now: now).lowerBound.rawValue == .min)
    #expect(try TimeRange.parse("30d..7d", now: now).upperBound == week.lowerBound)
    for wrong in ["", "..", "2024-", "24", "2024-1", "7", "d", "-7d", "2024/05", "99999999999999999999d", "a..b..c"] {
      #expect(throws: CommandFailure.self, "\(wrong)") { try TimeRange.parse(wrong, now: now) }
    }
  }

  @Test func `in a narrow column a time of today says when, an older one which day`() {
    let now = Timestamp(seconds: 1_714_644_000, nanoseconds: 0)
    let long = HumanText.time(now)
    #expect(long.split(separator: " ")[1].hasPrefix(HumanText.shortTime(now, now: now)))
    let earlier = Timestamp(seconds: 1_714_644_000 - 2 * 86400, nanoseconds: 0)
    #expect(HumanText.time(earlier).hasPrefix(HumanText.shortTime(earlier, now: now)))
    #expect(HumanText.shortTime(Timestamp(rawValue: .min), now: now).count >= 8)
  }
}
