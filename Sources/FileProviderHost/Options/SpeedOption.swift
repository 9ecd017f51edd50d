import ArgumentParser
import FileProviderFUSE

/// A limit for transfers as it is typed: `500K`, `2M`, or `none`.
struct SpeedOption: Hashable, Sendable {
  let text: String

  /// With less, a part of a large document would take longer than servers wait.
  private static let least: Int64 = 10 << 10

  /// The inner `nil` for no limit, the outer for what is no speed.
  var bytesPerSecond: Int64?? {
    if text == "none" { return .some(nil) }
    return ByteCount(text).flatMap { $0.rawValue >= Self.least ? .some($0.rawValue) : nil }
  }

  /// - Throws: A description, if this is no speed.
  func validate(_ option: String) throws {
    guard bytesPerSecond == nil else { return }
    throw ValidationError(
      "\(option) requires a number of bytes per second, at least 10K, such as 500K or 2M, or “none”, not “\(text)”")
  }
}

extension SpeedOption: ExpressibleByArgument {
  init(argument: String) { text = argument }
}
