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
}
