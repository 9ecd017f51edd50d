import Glibc
package import LinuxSystem

extension Environment {
  /// Whether a terminal may get colours and cursor movements.
  package static var hasColor: Bool { value("NO_COLOR") == nil && !isDumbTerminal }

  /// Whether the terminal can only print one line after the other.
  package static var isDumbTerminal: Bool { value("TERM") == "dumb" }

  package static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, 255) == 0 else { return "localhost" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
