/// A number of bytes as people write it: 500M, 20G, or a plain number.
public struct ByteCount: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// - Returns: `nil` for what is no such number.
  public init?(_ text: String) {
    let units: [Character: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    let unit = text.uppercased().last.flatMap { units[$0] }
    guard let number = Int64(unit == nil ? text : String(text.dropLast())), number >= 0 else { return nil }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !isTooLarge else { return nil }
    rawValue = bytes
  }
}
