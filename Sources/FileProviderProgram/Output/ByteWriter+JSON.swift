extension ByteWriter {
  /// Appends a JSON string. What is not valid UTF-8 becomes U+FFFD; control characters are escaped.
  package func appendJSON(_ text: String) throws {
    var text = text
    let failure: (any Error)? = text.withUTF8 { bytes in
      do {
        try appendJSON(utf8: UnsafeRawBufferPointer(bytes))
        return nil
      } catch { return error }
    }
    if let failure { throw failure }
  }

  /// Appends a JSON string of bytes known to be UTF-8.
  package func appendJSON(utf8 bytes: UnsafeRawBufferPointer) throws {
    try append(UInt8(ascii: "\""))
    try appendEscaped(bytes)
    try append(UInt8(ascii: "\""))
  }

  /// Appends what is between the quotation marks.
  package func appendEscaped(_ bytes: UnsafeRawBufferPointer) throws {
    var start = 0
    var index = 0
    while index < bytes.count {
      // Eight bytes at a time, because hardly any has to be escaped: byte by byte this was 7 % of a line.
      if index + 8 <= bytes.count,
        !Self.mayNeedEscape(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      {
        index += 8
        continue
      }
      if Self.needsEscape(bytes[index]) {
        try append(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
        try appendEscape(bytes[index])
        start = index + 1
      }
      index += 1
    }
    try append(UnsafeRawBufferPointer(rebasing: bytes[start...]))
  }

  /// Whether any of eight bytes is to be escaped ("Determine if a word has a byte less than n", Bit Twiddling Hacks).
  @inline(__always) private static func mayNeedEscape(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    func hasByte(below bound: UInt64, _ word: UInt64) -> UInt64 { (word &- ones &* bound) & ~word & (ones << 7) }
    func has(_ byte: UInt64) -> UInt64 { hasByte(below: 1, word ^ (ones &* byte)) }
    return hasByte(below: 0x20, word) | has(0x22) | has(0x5c) | has(0x7f) != 0
  }

  @inline(__always) private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7f
  }

  private func appendEscape(_ byte: UInt8) throws {
    try append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): try append(byte)
    case UInt8(ascii: "\n"): try append(UInt8(ascii: "n"))
    case UInt8(ascii: "\t"): try append(UInt8(ascii: "t"))
    case UInt8(ascii: "\r"): try append(UInt8(ascii: "r"))
    default:
      try append("u00" as StaticString)
      try append(Self.hexDigit(byte >> 4))
      try append(Self.hexDigit(byte & 15))
    }
  }

  private static func hexDigit(_ number: UInt8) -> UInt8 {
    number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "a") + number - 10
  }

  /// Appends a time in quotation marks: RFC 3339, UTC, with microseconds.
  package func appendJSONTime(microseconds: Int64) throws {
    let (seconds, fraction) = microseconds.flooredQuotientAndRemainder(by: 1_000_000)
    try appendJSONTime(seconds: seconds, fraction: fraction, digits: 6)
  }

  /// The same with nine digits, for times of files, which are compared.
  package func appendJSONTime(nanoseconds: Int64) throws {
    let (seconds, fraction) = nanoseconds.flooredQuotientAndRemainder(by: 1_000_000_000)
    try appendJSONTime(seconds: seconds, fraction: fraction, digits: 9)
  }

  private func appendJSONTime(seconds: Int64, fraction: Int64, digits: Int) throws {
    let (days, second) = seconds.flooredQuotientAndRemainder(by: 86400)
    let date = CivilDate(daysSince1970: days)
    try append(UInt8(ascii: "\""))
    try append(date.year, width: 4)
    try append(UInt8(ascii: "-"))
    try append(date.month, width: 2)
    try append(UInt8(ascii: "-"))
    try append(date.day, width: 2)
    try append(UInt8(ascii: "T"))
    try append(second / 3600, width: 2)
    try append(UInt8(ascii: ":"))
    try append(second / 60 % 60, width: 2)
    try append(UInt8(ascii: ":"))
    try append(second % 60, width: 2)
    try append(UInt8(ascii: "."))
    try append(fraction, width: digits)
    try append("Z\"" as StaticString)
  }

  /// Appends an array of strings.
  package func appendJSON(_ texts: [String]) throws {
    try append(UInt8(ascii: "["))
    for (index, text) in texts.enumerated() {
      if index > 0 { try append(UInt8(ascii: ",")) }
      try appendJSON(text)
    }
    try append(UInt8(ascii: "]"))
  }
}

extension Int64 {
  /// Division that rounds towards negative infinity.
  func flooredQuotientAndRemainder(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// A day of the Gregorian calendar (the algorithm is Howard Hinnant's `civil_from_days`).
struct CivilDate: Hashable {
  var year: Int64
  var month: Int64
  var day: Int64

  init(daysSince1970 days: Int64) {
    let (era, dayOfEra) = (days + 719_468).flooredQuotientAndRemainder(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }
}
