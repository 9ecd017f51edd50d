import Glibc

/// How copies after a conflict are named: `name (conflict HOST DATE).ext`.
enum ConflictName {
  /// The name of a copy of a document.
  static func make(_ name: FileName, at time: Timestamp) -> FileName { name.adding("\(mark)\(time.day))") }

  /// What the names of all copies of a document begin with that this machine has made, on whatever day.
  static func start(_ name: FileName) -> FileName? {
    let whole = make(name, at: .now).spelling
    guard let end = whole.ranges(of: mark).last?.upperBound else { return nil }
    return FileName(unchecked: String(whole[..<end]))
  }

  private static let mark = " (conflict \(host) "

  /// The name of this machine, as far as it can be in a name.
  private static let host: String = {
    var name = utsname()
    guard uname(&name) == 0 else { return "here" }
    let text = withUnsafeBytes(of: name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let host = text.prefix { $0 != "." }.filter { $0.isLetter || $0.isNumber || $0 == "-" }.prefix(32)
    return host.isEmpty ? "here" : String(host)
  }()
}

extension Timestamp {
  /// The day, in the local time zone: `2026-03-01`.
  var day: String {
    var seconds = time_t(rawValue / 1_000_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }
}
