/// The digits of a phone number, by which numbers are compared.
struct PhoneDigits {
  /// Two numbers with so many last digits in common are the same, one of them being without the country's prefix.
  private static let commonDigits = 7

  private let digits: String
  /// Whether the prefix of the country is part of it.
  private let isInternational: Bool

  init(_ text: String) {
    let all = Self.digits(of: text)
    isInternational = text.contains("+") || all.hasPrefix("00")
    digits = String(all.drop { $0 == "0" })
  }

  /// All digits of a text.
  static func digits(of text: String) -> String {
    text.compactMap(\.wholeNumberValue).filter { $0 < 10 }.map(String.init).joined()
  }

  /// What every number has that is the same.
  var commonPart: String { String(digits.suffix(Self.commonDigits)) }

  /// Whether the numbers are the same as far as can be told without the rules of all countries.
  func matches(_ other: PhoneDigits) -> Bool {
    if digits == other.digits { return !digits.isEmpty }
    if isInternational == other.isInternational { return false }
    let (long, short) = isInternational ? (digits, other.digits) : (other.digits, digits)
    return short.count >= Self.commonDigits && long.hasSuffix(short)
  }
}
