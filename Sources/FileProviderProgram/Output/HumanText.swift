package import FileProviderStore
import Foundation

/// Numbers, sizes and times as people read them.
package enum HumanText {
  /// `1,234,567` as `1 234 567`, with thin groups that do not look like a decimal point anywhere.
  package static func count(_ number: Int64) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text += " " }
      text.append(digit)
    }
    return text
  }

  /// `1 item`, `2 items`.
  package static func items(_ number: Int64) -> String { count(number) + (number == 1 ? " item" : " items") }

  package static func size(_ bytes: Int64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]
    var value = Double(bytes)
    var unit = 0
    while value >= 1024 && unit < units.count - 1 {
      value /= 1024
      unit += 1
    }
    return unit == 0 ? "\(bytes) B" : String(format: value < 10 ? "%.1f %@" : "%.0f %@", value, units[unit])
  }

  package static func duration(seconds: Double) -> String {
    let total = Int(seconds.rounded())
    if total < 60 { return "\(total) s" }
    if total < 3600 { return String(format: "%d:%02d min", total / 60, total % 60) }
    return String(format: "%d:%02d h", total / 3600, total / 60 % 60)
  }

  /// A local time, to the second.
  package static func time(_ time: Timestamp) -> String {
    var seconds = time.systemTime.tv_sec
    var parts = tm()
    localtime_r(&seconds, &parts)
    return String(
      format: "%04d-%02d-%02d %02d:%02d:%02d", Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday),
      Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
  }

  /// A local time in little room: for the last day the time, before that the date.
  package static func shortTime(_ time: Timestamp, now: Timestamp = .now) -> String {
    let isRecent = (0..<86_400_000_000_000).contains(
      now.rawValue.subtractingReportingOverflow(time.rawValue).partialValue)
    let parts = self.time(time).split(separator: " ")
    return isRecent ? String(parts[1].prefix(5)) : String(parts[0])
  }

  /// `drwxr-xr-x`, as `ls -l` has it.
  package static func mode(_ item: ItemAttributes) -> String {
    let kind =
      switch item.kind {
      case .file: "-"
      case .folder: "d"
      case .symlink: "l"
      case .fifo: "p"
      case .socket: "s"
      case .blockDevice: "b"
      case .characterDevice: "c"
      }
    var bits = Array("rwxrwxrwx").enumerated().map { index, letter in
      item.mode & (0o400 >> UInt16(index)) != 0 ? letter : "-"
    }
    for (bit, index, set, unset) in [(0o4000, 2, "s", "S"), (0o2000, 5, "s", "S"), (0o1000, 8, "t", "T")]
      as [(UInt16, Int, Character, Character)]
    where item.mode & bit != 0 {
      bits[index] = bits[index] == "x" ? set : unset
    }
    return kind + String(bits)
  }

  /// A name for a terminal: control characters in it could take over the terminal, and those for the direction of text could show another name.
  package static func printable(_ text: String, isTerminal: Bool) -> String {
    isTerminal
      ? String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0.value) ? "?" : $0 })) : text
  }

  private static func isControl(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x20, 0x7f..<0xa0, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
