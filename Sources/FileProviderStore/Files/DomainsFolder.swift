package import Foundation
import LinuxSystem

/// Where the stores of a user's domains are.
package enum DomainsFolder {
  /// `$XDG_DATA_HOME/fileprovider`, with a folder for each domain.
  package static var url: URL {
    let data = Environment.directory("XDG_DATA_HOME") ?? Environment.home + "/.local/share"
    return URL(fileURLWithPath: data, isDirectory: true).appendingPathComponent("fileprovider", isDirectory: true)
  }
}
