import FoundationExtras
import Testing

/// Amounts of time as text: what macOS says in English.
@Suite struct DateComponentsFormatterTests {
  private typealias Subject = FoundationExtras.DateComponentsFormatter
  private static let styles: [Subject.UnitsStyle] = [.positional, .abbreviated, .brief, .short, .full, .spellOut]

  private func formatter(_ style: Subject.UnitsStyle, _ locale: String = "en_US") -> Subject {
    let formatter = Subject()
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: locale)
    calendar.timeZone = .gmt
    formatter.calendar = calendar
    formatter.unitsStyle = style
    return formatter
  }

  @Test(
    arguments: [
      (0, ["0", "0s", "0sec", "0 sec", "0 seconds", "zero seconds"]),
      (-0.5, ["0", "0s", "0sec", "0 sec", "0 seconds", "zero seconds"]),
      (59.9, ["59", "59s", "59sec", "59 sec", "59 seconds", "fifty-nine seconds"]),
      (65, ["1:05", "1m 5s", "1min 5sec", "1 min, 5 sec", "1 minute, 5 seconds", "one minute, five seconds"]),
      (4200, ["1:10:00", "1h 10m", "1hr 10min", "1 hr, 10 min", "1 hour, 10 minutes", "one hour, ten minutes"]),
      (
        -4200,
        ["-1:10:00", "-1h 10m", "-1hr 10min", "-1 hr, 10 min", "-1 hour, 10 minutes", "minus one hour, ten minutes"]
      ),
      (
        93_784,
        [
          "1d 2:03:04", "1d 2h 3m 4s", "1day 2hr 3min 4sec", "1 day, 2 hr, 3 min, 4 sec",
          "1 day, 2 hours, 3 minutes, 4 seconds", "one day, two hours, three minutes, four seconds",
        ]
      ),
      (
        86_400 * 404,
        [
          "1y 1mo 1w 1d 0:00:00", "1y 1mo 1w 1d", "1yr 1mth 1wk 1day", "1 yr, 1 mth, 1 wk, 1 day",
          "1 year, 1 month, 1 week, 1 day", "one year, one month, one week, one day",
        ]
      ),
    ] as [(TimeInterval, [String])])
  func `a time interval is shown in a style`(time: TimeInterval, expected: [String]) {
    #expect(Self.styles.map { formatter($0).string(from: time) } == expected)
  }

  @Test(
    arguments: [
      (.positional, .default, ["5", "1:05", "1:00:05"]), (.positional, .pad, ["00:00:05", "00:01:05", "01:00:05"]),
      (.positional, [.pad, .dropLeading], ["05", "01:05", "01:00:05"]),
      (.positional, [], ["0:00:05", "0:01:05", "1:00:05"]), (.positional, .dropAll, ["5", "1:05", "1:00:05"]),
      (.abbreviated, .default, ["5s", "1m 5s", "1h 5s"]), (.abbreviated, .dropLeading, ["5s", "1m 5s", "1h 0m 5s"]),
      (.abbreviated, .dropMiddle, ["0h 0m 5s", "0h 1m 5s", "1h 5s"]),
      (.abbreviated, .pad, ["0h 0m 5s", "0h 1m 5s", "1h 0m 5s"]),
    ] as [(Subject.UnitsStyle, Subject.ZeroFormattingBehavior, [String])])
  func `zeros are dropped or shown`(
    style: FoundationExtras.DateComponentsFormatter.UnitsStyle,
    behavior: FoundationExtras.DateComponentsFormatter.ZeroFormattingBehavior, expected: [String]
  ) {
    let formatter = formatter(style)
    formatter.allowedUnits = [.hour, .minute, .second]
    formatter.zeroFormattingBehavior = behavior
    #expect([5, 65, 3605].map { formatter.string(from: TimeInterval($0)) } == expected)
  }

  @Test func `zeros behind the last are dropped when asked for`() {
    let formatter = formatter(.abbreviated)
    formatter.allowedUnits = [.day, .hour, .minute, .second]
    formatter.zeroFormattingBehavior = .dropTrailing
    #expect([3600, 0].map { formatter.string(from: TimeInterval($0)) } == ["0d 1h", "0s"])
  }

  @Test func `only allowed units are shown`() {
    let formatter = formatter(.full)
    formatter.allowedUnits = [.hour, .minute]
    #expect(
      [93_784, 59, 1_234 * 3600].map { formatter.string(from: TimeInterval($0)) }
        == ["26 hours, 3 minutes", "0 minutes", "1,234 hours"])
    formatter.allowedUnits = .nanosecond
    #expect(formatter.string(from: 1 as TimeInterval) == nil)
    formatter.unitsStyle = .positional
    formatter.allowedUnits = [.day, .hour]
    #expect(formatter.string(from: 93_784 as TimeInterval) == "1d 2h")
    formatter.allowedUnits = [.day]
    #expect(formatter.string(from: 93_784 as TimeInterval) == "1d")
    #expect(formatter.string(from: .infinity) == nil && !formatter.allowsFractionalUnits)
  }

  @Test(
    arguments: [
      (1, ["59 seconds", "2 hours", "1 hour", "1 week"]),
      (2, ["59 seconds", "1 hour, 30 minutes", "59 minutes, 59 seconds", "6 days, 22 hours"]),
    ])
  func `the last of a limited number of units is rounded`(count: Int, expected: [String]) {
    let formatter = formatter(.full)
    formatter.maximumUnitCount = count
    #expect([59, 5400, 3599, 596_160].map { formatter.string(from: TimeInterval($0)) } == expected)
  }

  @Test func `a single one of the largest unit is counted in the next`() {
    let formatter = formatter(.abbreviated)
    formatter.collapsesLargestUnit = true
    #expect(
      [63, 60, 3723, 7203].map { formatter.string(from: TimeInterval($0)) } == ["63s", "1m", "62m 3s", "2h 3s"])
  }

  @Test func `phrases stand around the time`() {
    let formatter = formatter(.full)
    formatter.includesTimeRemainingPhrase = true
    #expect(formatter.string(from: 300 as TimeInterval) == "5 minutes remaining")
    formatter.includesApproximationPhrase = true
    #expect(formatter.string(from: 300 as TimeInterval) == "About 5 minutes remaining")
    let spoken = self.formatter(.spellOut)
    spoken.formattingContext = .beginningOfSentence
    #expect(spoken.string(from: 300 as TimeInterval) == "Five minutes")
  }

  @Test func `components are counted from a date, in their own units`() throws {
    let formatter = formatter(.full)
    #expect(formatter.string(from: DateComponents(hour: 1, minute: 90)) == "2 hours, 30 minutes")
    #expect(formatter.string(from: DateComponents(weekOfMonth: 2)) == "2 weeks")
    #expect(formatter.string(from: DateComponents()) == nil)
    formatter.allowedUnits = [.day]
    #expect(formatter.string(from: DateComponents(month: 1)) == "31 days")
    formatter.referenceDate = try Date("2024-02-01T00:00:00Z", strategy: .iso8601)
    #expect(formatter.string(from: DateComponents(month: 1)) == "29 days")
    #expect(formatter.string(for: DateComponents(day: 3)) == "3 days" && formatter.string(for: 3) == nil)
    let start = Date(timeIntervalSince1970: 0)
    #expect(formatter.string(from: start, to: start + 86_400) == "1 day")
  }

  @Test func `a text is made at once, in the current language`() {
    let components = DateComponents(hour: 1, minute: 5)
    #expect(Subject.localizedString(from: components, unitsStyle: .positional) == "1:05")
  }

  @Test func `other languages have their own words`() {
    #expect(formatter(.full, "de_DE").string(from: 4203 as TimeInterval) == "1 Stunde, 10 Minuten und 3 Sekunden")
    #expect(formatter(.full, "ar_EG").string(from: 7200 as TimeInterval) == "ساعتان")
    #expect(formatter(.positional, "ar_EG").string(from: 65 as TimeInterval) == "١:٠٥")
  }
}
