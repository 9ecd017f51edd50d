import Glibc

/// The environment, read without making a dictionary of it.
package enum Environment {
  package static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A directory from the environment. The XDG specification demands that relative ones are ignored.
  package static func directory(_ name: String) -> String? { value(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }

  package static var home: String {
    directory("HOME") ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) } ?? "/"
  }

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
