package import FileProviderStore
import Glibc

/// A stretch of time as it is typed, in local time.
///
/// `today`, `yesterday`, an age such as `7d` (the last seven days), a year, month, day or minute (`2024`, `2024-05`, `2024-05-01`,
/// `2024-05-01T10:30`), or `FROM..TO` with either end left out. Both ends count.
package enum TimeRange {
  package static func parse(_ text: String, now: Timestamp = .now) throws -> ClosedRange<Timestamp> {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false)
    let always = Timestamp(rawValue: .min)...Timestamp(rawValue: .max)
    let range: ClosedRange<Timestamp>?
    switch ends.count {
    case 1: range = stretch(ends[0], now)
    case 2 where !(ends[0].isEmpty && ends[1].isEmpty):
      let from = ends[0].isEmpty ? always : stretch(ends[0], now)
      let to = ends[1].isEmpty ? always : stretch(ends[1], now, isEnd: true)
      range = from.flatMap { from in
        to.flatMap { from.lowerBound <= $0.upperBound ? from.lowerBound...$0.upperBound : nil }
      }
    default: range = nil
    }
    guard let range else {
      throw CommandFailure(
        "range “\(text)”", "not a time range",
        remedy: "give “today”, an age such as 7d, a date such as 2024-05, or FROM..TO", status: .usage)
    }
    return range
  }

  /// The stretch of time that a word or a date means.
  ///
  /// - Parameter isEnd: Whether an age means the moment that long ago, as the end of a range.
  static func stretch(
    _ text: some StringProtocol, _ now: Timestamp, isEnd: Bool = false
  ) -> ClosedRange<Timestamp>? {
    if let age = Age(text) { return age.before(now)...(isEnd ? age.before(now) : Timestamp(rawValue: .max)) }
    switch text {
    case "now": return now...now
    case "today": return day(of: now, offset: 0)
    case "yesterday": return day(of: now, offset: -1)
    default: return date(String(text))
    }
  }

  private static func day(of time: Timestamp, offset: Int32) -> ClosedRange<Timestamp>? {
    var seconds = time.systemTime.tv_sec
    var parts = tm()
    localtime_r(&seconds, &parts)
    return span(
      [Int64(parts.tm_year) + 1900, Int64(parts.tm_mon) + 1, Int64(parts.tm_mday) + Int64(offset)])
  }

  /// A date of one to six parts.
  private static func date(_ text: String) -> ClosedRange<Timestamp>? {
    let words = text.split(omittingEmptySubsequences: false, whereSeparator: { "-T:".contains($0) })
    let widths = [4, 2, 2, 2, 2, 2]
    guard (1...6).contains(words.count), zip(words, widths).allSatisfy({ $0.count == $1 }) else { return nil }
    let separators = text.filter { "-T:".contains($0) }
    guard "--T::".hasPrefix(separators) else { return nil }
    let numbers = words.compactMap { Int64($0) }
    let bounds: [ClosedRange<Int64>] = [1900...2261, 1...12, 1...31, 0...23, 0...59, 0...60]
    guard numbers.count == words.count, zip(numbers, bounds).allSatisfy({ $1.contains($0) }) else { return nil }
    return span(numbers)
  }

  /// From the beginning of the last part given to its end.
  private static func span(_ numbers: [Int64]) -> ClosedRange<Timestamp>? {
    var next = numbers
    next[next.count - 1] += 1
    guard let start = moment(numbers), let end = moment(next) else { return nil }
    return start...Timestamp(rawValue: end.rawValue - 1)
  }

  private static func moment(_ numbers: [Int64]) -> Timestamp? {
    func part(_ index: Int, _ fallback: Int64) -> Int32 { Int32(index < numbers.count ? numbers[index] : fallback) }
    var parts = tm()
    parts.tm_year = part(0, 1970) - 1900
    parts.tm_mon = part(1, 1) - 1
    parts.tm_mday = part(2, 1)
    parts.tm_hour = part(3, 0)
    parts.tm_min = part(4, 0)
    parts.tm_sec = part(5, 0)
    parts.tm_isdst = -1
    let seconds = mktime(&parts)
    return seconds == -1 ? nil : Timestamp(seconds: Int64(seconds), nanoseconds: 0)
  }
}
