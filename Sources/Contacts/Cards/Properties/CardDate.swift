import Foundation
import VCard

/// A date of a card: a day and a month, and perhaps a year.
struct CardDate: Equatable {
  /// The calendars by the names of CLDR, which `CALSCALE` has.
  private static let calendars: [(name: String, identifier: Calendar.Identifier)] = [
    ("gregorian", .gregorian), ("chinese", .chinese), ("hebrew", .hebrew), ("islamic", .islamic),
    ("islamic-civil", .islamicCivil), ("islamic-tbla", .islamicTabular), ("islamic-umalqura", .islamicUmmAlQura),
    ("buddhist", .buddhist), ("coptic", .coptic), ("ethiopic", .ethiopicAmeteMihret), ("indian", .indian),
    ("japanese", .japanese), ("persian", .persian), ("roc", .republicOfChina),
  ]

  let calendar: Calendar.Identifier
  /// In calendars that count years anew: the cycle of the Chinese one.
  private var era: Int?
  private var year: Int?
  private let month: Int
  private let day: Int
  private var isLeapMonth = false

  /// - Parameter calendar: The calendar, whatever the components say.
  /// - Returns: Nil without a day and a month, or with a year or a calendar that a card cannot have.
  init?(_ components: DateComponents, calendar: Calendar.Identifier? = nil) {
    guard let month = components.month, let day = components.day, (1...13).contains(month), (1...31).contains(day),
      (0...9999).contains(components.year ?? 0)
    else { return nil }
    let calendar = calendar ?? components.calendar?.identifier ?? .gregorian
    guard Self.calendars.contains(where: { $0.identifier == calendar }) else { return nil }
    self.calendar = calendar
    self.month = month
    self.day = day
    year = components.year
    if self.calendar != .gregorian {
      era = components.era
      isLeapMonth = components.isLeapMonth ?? false
    }
  }

  /// The components, with the calendar.
  var components: DateComponents {
    var components = DateComponents(
      calendar: Calendar(identifier: calendar), era: era, year: year, month: month, day: day)
    if isLeapMonth { components.isLeapMonth = true }
    return components
  }

  /// The forms are those of ISO 8601 that RFC 2426 and RFC 6350 have, and dates with a time, which is left out.
  ///
  /// - Returns: Nil where the value is no date with a day and a month.
  init?(property: CardProperty) {
    let scale = property.value(of: "CALSCALE")?.lowercased() ?? "gregorian"
    guard let calendar = Self.calendars.first(where: { $0.name == scale })?.identifier else { return nil }
    let text = property.plainText.trimmingCharacters(in: .whitespaces)
    let date = text.prefix { $0 != "T" && $0 != " " }
    let isLeapMonth = date.contains("L")
    var parts = date.filter { $0 != "L" }.split(separator: "-").map(String.init)
    if parts.count == 1, let digits = parts.first, digits.count == 4 || digits.count == 8 {
      parts = [String(digits.dropLast(4)), String(digits.suffix(4).prefix(2)), String(digits.suffix(2))]
    }
    let hasYear = !date.hasPrefix("--")
    if !hasYear, parts.count == 2 { parts.insert("", at: 0) }
    guard parts.count == 3, hasYear ? Int(parts[0]) != nil : parts[0].isEmpty, let month = Int(parts[1]),
      let day = Int(parts[2])
    else {
      return nil
    }
    let isOmitted = property.value(of: "X-APPLE-OMIT-YEAR") == parts[0]
    var components = DateComponents(
      era: property.value(of: "X-ERA").flatMap { Int($0) }, year: isOmitted ? nil : Int(parts[0]), month: month,
      day: day)
    if isLeapMonth { components.isLeapMonth = true }
    self.init(components, calendar: calendar)
  }

  /// The property as Apple's programs write it in version 3.0, or as RFC 6350 has it.
  func property(_ name: String, version: CardVersion) -> CardProperty {
    let isExtended = version != .v4 || calendar != .gregorian
    let separator = isExtended ? "-" : ""
    let rest = Self.digits(month, 2) + (isLeapMonth ? "L" : "") + separator + Self.digits(day, 2)
    var parameters: [CardParameter] = []
    if calendar != .gregorian, let name = Self.calendars.first(where: { $0.identifier == calendar })?.name {
      parameters.append(CardParameter("CALSCALE", name))
    }
    if let era { parameters.append(CardParameter("X-ERA", String(era))) }
    if let year { return CardProperty(name, parameters, value: Self.digits(year, 4) + separator + rest) }
    guard version == .v3, calendar == .gregorian else { return CardProperty(name, parameters, value: "--" + rest) }
    // A leap year, so that it can be February 29.
    parameters.append(CardParameter("X-APPLE-OMIT-YEAR", "1604"))
    return CardProperty(name, parameters, value: "1604-" + rest)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
