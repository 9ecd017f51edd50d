/// Numbers for people: three significant digits, and a prefix where a number would be long.
enum Format {
  static func number(_ value: Double) -> String {
    switch abs(value) {
    case 999_500...: scaled(value / 1_000_000, " M")
    case 9_995...: scaled(value / 1_000, " k")
    default: scaled(value, "")
    }
  }

  private static func scaled(_ value: Double, _ suffix: String) -> String {
    let digits =
      switch abs(value) {
      case 99.95...: 0
      case 9.995...: 1
      case 0.9995...: 2
      case 0: 0
      default: 3
      }
    return trimmed(value, digits) + suffix
  }

  /// A decimal fraction of at most so many digits, without the zeros at its end.
  private static func trimmed(_ value: Double, _ digits: Int) -> String {
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let all = Int((abs(value) * factor).rounded())
    let (whole, rest) = all.quotientAndRemainder(dividingBy: Int(factor))
    let sign = value < 0 && all > 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var fraction = String(rest)
    fraction = String(repeating: "0", count: digits - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return "\(sign)\(whole).\(fraction)"
  }

  static func padded(_ text: String, to width: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return right ? space + text : text + space
  }
}
