import FileProviderStore
import Glibc
import LinuxSystem

/// The contents of a `.trashinfo` file: https://specifications.freedesktop.org/trash-spec/1.0/
enum TrashInfo {
  /// What such a file's name ends with.
  static let ending = ".trashinfo"

  static func contents(path: String, date: Timestamp) -> [UInt8] {
    Array("[Trash Info]\nPath=\(encoded(path))\nDeletionDate=\(localTime(date))\n".utf8)
  }

  /// The contents of a program's file. Invalid lines are ignored: then the item's real place counts.
  static func putBack(_ contents: [UInt8]) -> PutBack {
    var result = PutBack()
    let lines = contents.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { trimmed($0) }
    guard let first = lines.first, first.elementsEqual("[Trash Info]".utf8) else { return result }
    var known: Set<String> = []
    for line in lines.dropFirst() {
      guard line.first != UInt8(ascii: "[") else { break }
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = String(decoding: trimmed(line[..<equals]), as: UTF8.self)
      // If a key appears twice, the first one counts.
      guard known.insert(key).inserted else { continue }
      let value = trimmed(line[(equals + 1)...])
      if key == "Path" { result.path = path(value) }
      if key == "DeletionDate" { result.date = date(value) }
    }
    return result
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }
    guard let start = bytes.firstIndex(where: { !isBlank($0) }), let end = bytes.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return bytes[start...end]
  }

  // MARK: Path

  /// Percent-encoded as in a URL, slashes left (RFC 2396, as the specification asks).
  static func encoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in path.spelledBytes {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.append(byte)
      default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A path below the top directory; `nil` for one that is damaged, absolute, or leads upwards.
  private static func path(_ value: ArraySlice<UInt8>) -> String? {
    guard let path = decoded(value).map({ String(spelling: $0) }) else { return nil }
    // A file name is neither empty nor `.` nor `..`.
    for name in path.pathParts { guard (try? FileName(name)) != nil else { return nil } }
    return path
  }

  private static func decoded(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = value
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
      result.append(high << 4 | low)
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }

  // MARK: DeletionDate

  /// The user's local time, to the second.
  static func localTime(_ date: Timestamp) -> String {
    var seconds = date.systemTime.tv_sec
    var time = tm()
    localtime_r(&seconds, &time)
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
      let count = strftime(buffer.baseAddress, buffer.count, "%Y-%m-%dT%H:%M:%S", &time)
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// `YYYY-MM-DDThh:mm:ss`, local time.
  private static func date(_ value: ArraySlice<UInt8>) -> Timestamp? {
    let form = Array("0000-00-00T00:00:00".utf8)
    guard value.count == form.count else { return nil }
    var fields = [0]
    for (byte, expected) in zip(value, form) {
      if expected != UInt8(ascii: "0") {
        guard byte == expected else { return nil }
        fields.append(0)
      } else {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        fields[fields.count - 1] = fields[fields.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    let limits = [1970...2261, 1...12, 1...31, 0...23, 0...59, 0...60]
    guard zip(fields, limits).allSatisfy({ $1.contains($0) }) else { return nil }
    var time = tm()
    time.tm_year = Int32(fields[0] - 1900)
    time.tm_mon = Int32(fields[1] - 1)
    (time.tm_mday, time.tm_hour) = (Int32(fields[2]), Int32(fields[3]))
    (time.tm_min, time.tm_sec, time.tm_isdst) = (Int32(fields[4]), Int32(fields[5]), -1)
    let seconds = mktime(&time)
    return seconds == -1 ? nil : Timestamp(seconds: Int64(seconds), nanoseconds: 0)
  }
}
