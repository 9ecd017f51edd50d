package import FileProviderStore

/// Dates as desktops write them: `2024-05-01T10:00:00.123456Z`, with or without a fraction, in UTC or with an offset (RFC 3339).
package enum InternetDate {
  package static func parse(_ text: String) -> Timestamp? {
    var rest = Array(text.utf8)[...]
    guard let year = number(&rest, 4), take("-", &rest), let month = number(&rest, 2), take("-", &rest),
      let day = number(&rest, 2), take("T", &rest) || take("t", &rest) || take(" ", &rest),
      let hour = number(&rest, 2), take(":", &rest), let minute = number(&rest, 2), take(":", &rest),
      let second = number(&rest, 2), let nanoseconds = fraction(&rest), let offset = offset(&rest), rest.isEmpty,
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = days(year, month, day)
    return Timestamp(seconds: days * 86400 + hour * 3600 + minute * 60 + second - offset, nanoseconds: nanoseconds)
  }

  private static func take(_ character: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, _ digits: Int) -> Int64? {
    let head = rest.prefix(digits)
    guard head.count == digits, head.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest.removeFirst(digits)
    return head.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }

  /// Nanoseconds; finer digits are ignored.
  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    guard take(".", &rest) else { return 0 }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest.removeFirst(digits.count)
    return (0..<9).reduce(0) { value, place in
      value * 10 + (place < digits.count ? Int64(digits[digits.startIndex + place] - 0x30) : 0)
    }
  }

  /// Seconds east of UTC.
  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    if take("Z", &rest) || take("z", &rest) { return 0 }
    let sign: Int64 = if take("+", &rest) { 1 } else if take("-", &rest) { -1 } else { 0 }
    guard sign != 0, let hours = number(&rest, 2), take(":", &rest), let minutes = number(&rest, 2) else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  /// Days since 1970-01-01 in the Gregorian calendar.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
