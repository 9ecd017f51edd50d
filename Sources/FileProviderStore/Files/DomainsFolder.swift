package import Foundation
import Glibc

/// Where the stores of a user's domains are.
package enum DomainsFolder {
  /// `$XDG_DATA_HOME/fileprovider`, with a folder for each domain. The XDG specification demands that relative paths are ignored.
  package static var url: URL {
    let data = path("XDG_DATA_HOME") ?? home + "/.local/share"
    return URL(fileURLWithPath: data, isDirectory: true).appendingPathComponent("fileprovider", isDirectory: true)
  }

  private static var home: String {
    path("HOME") ?? getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) } ?? "/"
  }

  private static func path(_ variable: String) -> String? {
    getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
