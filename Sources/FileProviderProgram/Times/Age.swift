package import FileProviderStore

/// A length of time as it is typed: `12h`, `7d`, `2w`, `6mo`, `1y`; months and years are of the usual length.
package struct Age: Hashable, Sendable {
  package let seconds: Int64

  private static let units: [(name: String, seconds: Int64)] = [
    ("min", 60), ("mo", 30 * 86400), ("h", 3600), ("d", 86400), ("w", 7 * 86400), ("y", 365 * 86400), ("s", 1),
  ]

  /// - Returns: `nil` when the text is not an age.
  package init?(_ text: some StringProtocol) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = String(text[digits.endIndex...])
    guard let count = Int64(digits), let unit = Self.units.first(where: { $0.name == name }) else { return nil }
    let (seconds, overflow) = count.multipliedReportingOverflow(by: unit.seconds)
    guard !overflow else { return nil }
    self.seconds = seconds
  }

  package init(seconds: Int64) { self.seconds = seconds }

  /// The moment that long before another; the earliest moment where that is out of range.
  package func before(_ time: Timestamp) -> Timestamp { time.earlier(bySeconds: seconds) }
}

extension Age: CustomStringConvertible {
  /// The text in the largest unit that is exact, as it can be typed.
  package var description: String {
    let units = Self.units.sorted { $0.seconds > $1.seconds }.filter { $0.name != "mo" && $0.name != "y" }
    let unit = units.first { seconds != 0 && seconds % $0.seconds == 0 } ?? ("s", 1)
    return "\(seconds / unit.seconds)\(unit.name)"
  }
}
