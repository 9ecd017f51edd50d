package import FileProviderStore
import Glibc
import LinuxSystem

/// A path of this machine, whose bytes need not be valid UTF-8.
package struct SystemPath: Sendable {
  /// As it was given.
  package let given: String
  /// For system calls, with a zero byte at the end.
  package let bytes: [CChar]

  /// A word of the command line.
  package init(_ word: String) { self.init(given: word, bytes: CommandArguments.systemPath(word)) }

  private init(given: String, bytes: [CChar]) {
    self.given = given
    self.bytes = bytes
  }

  /// Whether there is anything.
  package var exists: Bool { access(bytes, F_OK) == 0 }

  /// Where the last slash is.
  private var slash: Int? { bytes.lastIndex(of: CChar(bitPattern: UInt8(ascii: "/"))) }

  /// The directory of the last name.
  package var directory: SystemPath {
    guard let slash else { return SystemPath(given: ".", bytes: ".".spelledCString) }
    let bytes = slash == 0 ? "/".spelledCString : bytes[..<slash] + [0]
    return SystemPath(given: String(spelling: bytes), bytes: bytes)
  }

  /// The last name; throws for one that no file can have.
  package var name: FileName {
    get throws {
      let start = slash.map { $0 + 1 } ?? 0
      return try bytes[start...].dropLast().map { UInt8(bitPattern: $0) }.withUnsafeBytes { try FileName(bytes: $0) }
    }
  }
}
