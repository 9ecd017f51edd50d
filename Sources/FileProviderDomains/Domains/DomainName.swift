import FileProviderProgram
import Glibc

/// The name of a domain, which is also the name of its directory and the source of its mounts.
package struct DomainName: Hashable, Sendable, CustomStringConvertible {
  package let string: String

  /// - Throws: A `CommandFailure` with the status for wrong usage.
  package init(_ string: String) throws {
    let reason: String? =
      if string.isEmpty {
        "empty"
      } else if string.utf8.count > 200 {
        "longer than 200 bytes"
      } else if string.hasPrefix(".") {
        "begins with a dot"
      } else if string.hasPrefix("-") {
        "begins with a dash"
      } else if string.unicodeScalars.contains(where: { $0 == "/" || $0 == ":" || $0.value < 0x20 || $0.value == 0x7f })
      {
        "contains a slash, a colon or a control character"
      } else {
        nil
      }
    if let reason {
      throw CommandFailure("domain “\(string)”", "invalid domain name: \(reason)", status: .usage)
    }
    self.string = string
  }

  package var description: String { string }
}
