import FoundationExtras
import Testing

/// Times and lists as text.
@Suite struct FormatterTests {
  private func formatter(_ language: String = "en") -> RelativeDateTimeFormatter {
    let formatter = RelativeDateTimeFormatter()
    formatter.locale = Locale(identifier: language)
    return formatter
  }

  @Test func `a time is told from another one, in the units that fit`() {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let told = { (seconds: TimeInterval) in formatter().localizedString(for: now + seconds, relativeTo: now) }
    #expect(told(-7200) == "2 hours ago" && told(7200) == "in 2 hours" && told(-60) == "1 minute ago")
    #expect(told(-86_400) == "1 day ago" && told(86_400 * 21) == "in 3 weeks")
  }

  @Test func `days have names, units have styles, and the words are the language's`() {
    let named = formatter()
    named.dateTimeStyle = .named
    #expect(named.localizedString(from: DateComponents(day: -1)) == "yesterday")
    named.formattingContext = .beginningOfSentence
    #expect(named.localizedString(from: DateComponents(day: 1)) == "Tomorrow")
    let spelled = formatter()
    spelled.unitsStyle = .spellOut
    #expect(spelled.localizedString(fromTimeInterval: -7200) == "two hours ago")
    let short = formatter()
    short.unitsStyle = .short
    #expect(short.localizedString(fromTimeInterval: -7200) == "2 hr. ago")
    #expect(formatter("de").localizedString(fromTimeInterval: -7200) == "vor 2 Stunden")
    #expect(formatter().string(for: Date() - 7200) == "2 hours ago" && formatter().string(for: "then") == nil)
    #expect(formatter().calendar == .autoupdatingCurrent)
    #expect(formatter().dateTimeStyle == RelativeDateTimeFormatter.DateTimeStyle.numeric)
    #expect(formatter().unitsStyle == RelativeDateTimeFormatter.UnitsStyle.full)
    let narrow = formatter()
    narrow.unitsStyle = .abbreviated
    #expect(narrow.localizedString(fromTimeInterval: -7200) == "2h ago")
  }

  @Test func `an amount stays in its unit`() {
    let told = { (components: DateComponents) in formatter().localizedString(from: components) }
    #expect(told(DateComponents(day: 10)) == "in 10 days" && told(DateComponents(hour: -36)) == "36 hours ago")
    #expect(told(DateComponents(minute: 90)) == "in 90 minutes" && told(DateComponents(second: 1)) == "in 1 second")
    #expect(told(DateComponents(month: 14, day: 3)) == "in 14 months" && told(DateComponents(year: -1)) == "1 year ago")
    #expect(told(DateComponents(year: 0, day: 3)) == "in 3 days", "the largest unit of which there is any")
    #expect(told(DateComponents(weekOfYear: 2)) == "in 2 weeks" && told(DateComponents(weekOfMonth: 5)) == "in 5 weeks")
    #expect(told(DateComponents(day: 0)) == "in 0 days" && told(DateComponents()) == "in 0 seconds")
    let spelled = formatter("de")
    spelled.unitsStyle = .spellOut
    #expect(spelled.localizedString(from: DateComponents(day: 10)) == "in zehn Tagen")
    for (style, text) in [(RelativeDateTimeFormatter.UnitsStyle.short, "36 hr. ago"), (.abbreviated, "36h ago")] {
      let formatter = formatter()
      formatter.unitsStyle = style
      #expect(formatter.localizedString(from: DateComponents(hour: -36)) == text)
    }
  }

  @Test func `a list is joined as a sentence does`() {
    let formatter = ListFormatter()
    formatter.locale = Locale(identifier: "en_US")
    #expect(formatter.string(from: ["one", "two", "three"]) == "one, two, and three")
    #expect(formatter.string(from: ["one", 2]) == nil)
    formatter.itemFormatter = NumberFormatter()
    #expect(formatter.string(for: ["one", 2000]) == "one and 2000" && formatter.string(for: 2) == nil)
    formatter.locale = Locale(identifier: "de")
    #expect(formatter.string(from: ["eins", "zwei"]) == "eins und zwei")
    #expect(ListFormatter.localizedString(byJoining: ["one"]) == "one")
  }
}
