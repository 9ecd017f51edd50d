package import FileProviderStore
import Glibc

/// A moment as it is typed: `1 hour ago`, `10min`, `yesterday`, `14:30`, `2024-05-01`, `2024-05-01 10:30`, `2024-05-01T10:30:00Z`.
///
/// Without an offset it is local time. A word for a stretch of time means its beginning, or its end where an end is
/// asked for.
package enum Moment {
  /// - Returns: `nil` when the text is not a time.
  package static func parse(_ text: String, isEnd: Bool = false, now: Timestamp = .now) -> Timestamp? {
    if let age = age(text) { return age.before(now) }
    if let time = InternetDate.parse(text) { return time }
    guard let stretch = TimeRange.stretch(dated(text, now), now) else { return nil }
    return isEnd ? stretch.upperBound : stretch.lowerBound
  }

  /// `14:30` is a time of today; between day and time there may be a space or a T.
  private static func dated(_ text: String, _ now: Timestamp) -> String {
    if text.wholeMatch(of: /\d\d:\d\d(:\d\d)?/) != nil { return today(now) + "T" + text }
    guard text.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d.*/) != nil else { return text }
    return text.replacing(" ", with: "T", maxReplacements: 1)
  }

  private static func today(_ now: Timestamp) -> String {
    var seconds = now.systemTime.tv_sec
    var parts = tm()
    localtime_r(&seconds, &parts)
    return [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: "-")
  }

  private static let units: [String: String] = [
    "second": "s", "sec": "s", "minute": "min", "hour": "h", "day": "d", "week": "w", "month": "mo", "year": "y",
  ]

  /// `7d`, `7d ago`, `7 days ago`, `an hour ago`.
  private static func age(_ text: String) -> Age? {
    var words = text.lowercased().split(separator: " ").map(String.init)
    let isPast = words.last == "ago"
    if isPast { words.removeLast() }
    if words.count == 1 { return Age(words[0]) }
    guard words.count == 2, isPast else { return nil }
    let count = words[0] == "a" || words[0] == "an" ? "1" : words[0]
    let unit = words[1].hasSuffix("s") && words[1].count > 1 ? String(words[1].dropLast()) : words[1]
    return Age(count + (units[unit] ?? unit))
  }
}
