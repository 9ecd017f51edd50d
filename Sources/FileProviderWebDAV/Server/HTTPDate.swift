import Foundation

/// Dates as HTTP writes them (RFC 9110, section 5.6.7), and as RFC 3339 does.
enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func date(_ text: String) -> Date? {
    let words = text.split(separator: " ")
    guard words.count >= 5, let day = Int(words[1]), let month = months.firstIndex(of: String(words[2])),
      let year = Int(words[3])
    else { return nil }
    return date(year, month + 1, day, words[4])
  }

  /// Reads `1997-12-01T17:42:21Z`, with or without fractions of a second; other zones are left out, as servers write none.
  static func internetDate(_ text: String) -> Date? {
    let halves = text.split(separator: "T")
    guard halves.count == 2, halves[1].hasSuffix("Z") else { return nil }
    let parts = halves[0].split(separator: "-").map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
    return date(year, month, day, halves[1].dropLast().prefix { $0 != "." })
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
