import Foundation
import Glibc

/// What we read of a line of `fileprovider tail --json`.
struct TailLine: Decodable {
  let event: String
  let time: String?
  let anchor: String?
  let path: String?

  init?(_ line: [UInt8]) {
    guard let decoded = try? JSONDecoder().decode(TailLine.self, from: Data(line)) else { return nil }
    self = decoded
  }

  /// The commit, in nanoseconds of `CLOCK_REALTIME`; `time` counts microseconds.
  var committed: Int64? {
    // 2026-01-31T23:59:59.123456Z
    let numbers = time?.split(whereSeparator: { !$0.isNumber }).compactMap { Int32($0) } ?? []
    guard numbers.count == 7, time?.hasSuffix("Z") == true else { return nil }
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (date.tm_hour, date.tm_min, date.tm_sec) = (numbers[3], numbers[4], numbers[5])
    return Int64(timegm(&date)) * 1_000_000_000 + Int64(numbers[6]) * 1_000
  }

  func names(_ name: String) -> Bool { path == name || path?.hasSuffix("/" + name) == true }
}
