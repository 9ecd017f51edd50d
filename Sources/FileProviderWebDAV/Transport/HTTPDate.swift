import Foundation

/// Dates as HTTP writes them (RFC 9110, section 5.6.7), and as RFC 3339 does.
enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Reads a date of any form: servers confuse the properties that are to have the one with those that are to have the other.
  static func anyDate(_ text: String) -> Date? { date(text) ?? internetDate(text) }

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, and the forms that are older: `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
  static func date(_ text: String) -> Date? {
    let words = text.split { " -".contains($0) }
    guard words.count >= 5 else { return nil }
    guard words[0].hasSuffix(",") else {
      return date(year: words[4], month: words[1], day: words[2], clock: words[3])
    }
    return date(year: words[3], month: words[2], day: words[1], clock: words[4])
  }

  private static func date(year: Substring, month: Substring, day: Substring, clock: Substring) -> Date? {
    guard let day = Int(day), let month = months.firstIndex(of: String(month)), var number = Int(year) else {
      return nil
    }
    // A year of two digits is the last that had these, or one of the next fifty.
    if year.utf8.count == 2 { number += number < 70 ? 2000 : 1900 }
    return date(number, month + 1, day, clock)
  }

  /// Reads `1997-12-01T17:42:21Z`, with or without fractions of a second, and with the distance from UTC in place of the letter: `+02:00`.
  static func internetDate(_ text: String) -> Date? {
    let halves = text.split(separator: "T")
    guard halves.count == 2 else { return nil }
    let parts = halves[0].split(separator: "-").map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
    let clock = halves[1].prefix { !"Z+-".contains($0) }
    guard let shift = shift(halves[1].dropFirst(clock.count)) else { return nil }
    return date(year, month, day, clock.prefix { $0 != "." })?.addingTimeInterval(-shift)
  }

  /// The distance from UTC, in seconds.
  private static func shift(_ text: Substring) -> Double? {
    if text == "Z" { return 0 }
    let parts = text.dropFirst().split(separator: ":").map { Int($0) }
    guard parts.count == 2, let hours = parts[0], let minutes = parts[1], (0...23).contains(hours),
      (0...59).contains(minutes)
    else { return nil }
    return Double(hours * 3600 + minutes * 60) * (text.hasPrefix("-") ? -1 : 1)
  }

  private static func date(_ year: Int, _ month: Int, _ day: Int, _ clock: Substring) -> Date? {
    let parts = clock.split(separator: ":").map { Int($0) }
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
      (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    // Days since 1970 of the proleptic Gregorian calendar: years begin with March, so that the leap day is the last.
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return Date(timeIntervalSince1970: Double(days * 86400 + hour * 3600 + minute * 60 + second))
  }
}
