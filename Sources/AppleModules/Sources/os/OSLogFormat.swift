import Foundation

/// How a whole number is written. Apple: os / `OSLogIntegerFormatting`.
public struct OSLogIntegerFormatting: Sendable {
  let radix: Int
  let minDigits: Int
  var uppercase = false
  var prefix = ""

  /// With decimal digits.
  public static var decimal: Self { decimal() }
  /// With decimal digits, at least so many.
  public static func decimal(minDigits: Int = 1) -> Self { Self(radix: 10, minDigits: minDigits) }
  /// With hexadecimal digits.
  public static var hex: Self { hex() }
  /// With hexadecimal digits.
  public static func hex(includePrefix: Bool = false, uppercase: Bool = false) -> Self {
    Self(radix: 16, minDigits: 1, uppercase: uppercase, prefix: includePrefix ? "0x" : "")
  }
  /// With octal digits.
  public static var octal: Self { Self(radix: 8, minDigits: 1) }

  func text(_ value: some BinaryInteger) -> String {
    let digits = String(value.magnitude, radix: radix, uppercase: uppercase)
    let zeros = String(repeating: "0", count: max(0, minDigits - digits.count))
    return (value < 0 ? "-" : "") + prefix + zeros + digits
  }
}

/// How a number with a fraction is written. Apple: os / `OSLogFloatFormatting`.
public struct OSLogFloatFormatting: Sendable {
  let format: String

  /// With six digits after the point.
  public static var fixed: Self { fixed(precision: 6) }
  /// With so many digits after the point.
  public static func fixed(precision: Int) -> Self { Self(format: "%.\(max(0, precision))f") }
  /// With a power of ten.
  public static var exponential: Self { Self(format: "%e") }
  /// As short as can be.
  public static var hybrid: Self { Self(format: "%g") }

  func text(_ value: Double) -> String { String(format: format, value) }
}

/// How wide a value is written. Apple: os / `OSLogStringAlignment`.
public struct OSLogStringAlignment: Sendable {
  let columns: Int
  let isLeft: Bool

  /// As wide as it is.
  public static var none: Self { Self(columns: 0, isLeft: true) }
  /// At the left of so many columns.
  public static func left(columns: Int) -> Self { Self(columns: columns, isLeft: true) }
  /// At the right of so many columns.
  public static func right(columns: Int) -> Self { Self(columns: columns, isLeft: false) }

  func text(_ value: String) -> String {
    let space = String(repeating: " ", count: max(0, columns - value.count))
    return isLeft ? value + space : space + value
  }
}
