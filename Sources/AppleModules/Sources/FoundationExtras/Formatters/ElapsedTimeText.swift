import Foundation

/// Amounts of time in the style of a ``DateComponentsFormatter``.
struct ElapsedTimeText {
  var style: DateComponentsFormatter.UnitsStyle
  var locale: Locale
  var isNegative: Bool
  /// Whether each place of the positional style has two digits.
  var pads: Bool

  func text(_ amounts: [ElapsedTime.Amount]) -> String {
    style == .positional ? positional(amounts) : words(amounts, style: style)
  }

  /// As on a clock, and what is longer than hours in words before it.
  private func positional(_ amounts: [ElapsedTime.Amount]) -> String {
    let long = amounts.filter { !$0.unit.isOfClock && (pads || $0.value != 0) }
    let clock = amounts.filter { $0.unit.isOfClock }
    guard !clock.isEmpty && (long.isEmpty || clock.count > 1) else { return words(amounts, style: .abbreviated) }
    let formatter = NumberFormatter()
    formatter.locale = locale
    let places = clock.enumerated().map { index, amount in
      formatter.minimumIntegerDigits = index > 0 || pads ? 2 : 1
      return formatter.string(from: NSNumber(value: amount.value)) ?? "\(amount.value)"
    }
    let time = places.joined(separator: ":")
    if long.isEmpty { return isNegative ? (formatter.minusSign ?? "-") + time : time }
    return words(long, style: .abbreviated) + " " + time
  }

  private func words(_ amounts: [ElapsedTime.Amount], style: DateComponentsFormatter.UnitsStyle) -> String {
    let width: LocalizedUnit.Width =
      switch style {
      case .positional, .abbreviated: .narrow
      case .short, .brief: .short
      case .full, .spellOut: .full
      }
    let formatter = NumberFormatter()
    formatter.numberStyle = style == .spellOut ? .spellOut : .decimal
    formatter.locale = locale
    let parts = amounts.enumerated().map { index, amount in
      // The first one has the sign, also when it is zero.
      let value = isNegative && index == 0 ? -Double(amount.value) : Double(amount.value)
      let number = formatter.string(from: NSNumber(value: value)) ?? "\(amount.value)"
      let text = LocalizedUnit(stem: "unit/\(amount.unit)", width: width, locale: locale).text(value, number: number)
      return style == .brief ? text?.filter { !$0.isWhitespace } : text
    }
    return LocalizedUnit.joined(
      parts.compactMap { $0 }, width: style == .brief ? .narrow : width, locale: locale)
  }
}
