import ArgumentParser

/// A short length of time as it is typed: `5` and `5s`, `0.5s`, `200ms`, `2min`, `1h`.
struct Interval: Hashable, Sendable {
  let nanoseconds: UInt64

  var seconds: Double { Double(nanoseconds) / 1e9 }

  private static let units: [String: Double] = [
    "": 1e9, "ms": 1e6, "s": 1e9, "m": 60e9, "min": 60e9, "h": 3600e9, "d": 86400e9,
  ]

  /// - Returns: `nil` when the text is not a length of time.
  init?(_ text: String) {
    let digits = text.prefix { ($0.isASCII && $0.isNumber) || $0 == "." }
    guard let count = Double(digits), let unit = Self.units[String(text[digits.endIndex...])] else { return nil }
    let product = count * unit
    guard product.isFinite, product < 1e18 else { return nil }
    nanoseconds = UInt64(product)
  }
}

extension Interval: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
