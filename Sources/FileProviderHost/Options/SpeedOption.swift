import ArgumentParser
import FileProviderFUSE

/// A limit for transfers as it is typed: `500K`, `2M`, or `none`.
struct SpeedOption: Hashable, Sendable {
  let text: String

  /// The inner `nil` for no limit, the outer for what is no speed.
  var bytesPerSecond: Int64?? {
    if text == "none" { return .some(nil) }
    return ByteCount(text).map { $0.rawValue }
  }

  /// - Parameter least: In KiB per second. A call is cancelled when it has had less than 64 KiB per second for an hour and more, and two uploads or eight
  ///   downloads share a limit.
  /// - Throws: A description, if this is no speed, or less.
  func validate(_ option: String, least: Int64) throws {
    if let speed = bytesPerSecond, speed.map({ $0 >= least << 10 }) ?? true { return }
    throw ValidationError(
      "\(option) requires a number of bytes per second, at least \(least)K, such as 800K or 2M, or “none”, not “\(text)”"
    )
  }
}

extension SpeedOption: ExpressibleByArgument {
  init(argument: String) { text = argument }
}
