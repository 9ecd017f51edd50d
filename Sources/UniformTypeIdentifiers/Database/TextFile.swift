import Foundation

/// Reading of the database's small text files.
enum TextFile {
  /// The lines of a file that are neither empty nor comments; none if the file cannot be read.
  static func lines(of path: String) -> [Substring] {
    guard let contents = contents(of: path) else { return [] }
    return contents.utf8.split(separator: UInt8(ascii: "\n"))
      .filter { $0.first != UInt8(ascii: "#") }
      .map(Substring.init)
  }

  /// The parts of a line between separators, empty ones included. By bytes: splitting by characters doubles the time it
  /// takes to read a database (15 ms instead of 8 ms for 1 100 globs).
  static func fields(of line: Substring, separator: Unicode.Scalar) -> [Substring] {
    line.utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map(Substring.init)
  }

  /// The whole file; `nil` if it cannot be read.
  static func contents(of path: String) -> String? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
