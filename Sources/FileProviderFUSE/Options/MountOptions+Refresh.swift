import FileProviderFileSystem

extension RefreshPolicy {
  /// From the value of the option `refresh`: `off`, or an age such as `30s`, `5min`, `2h`.
  ///
  /// - Throws: `MountError` with the reason `badOption`.
  init(option value: String?) throws(MountError) {
    if value == "off" {
      self = .never
      return
    }
    let units: [String: Int64] = ["": 1000, "ms": 1, "s": 1000, "m": 60_000, "min": 60_000, "h": 3_600_000]
    let digits = (value ?? "").prefix { $0.isASCII && $0.isNumber }
    let unit = (value ?? "").dropFirst(digits.count)
    guard let number = Int64(digits), let scale = units[String(unit)], number <= 1_000_000 else {
      throw MountError(.badOption, "the option “refresh” requires an age such as 30s or 5min, or “off”")
    }
    self = .after(number * scale)
  }
}
