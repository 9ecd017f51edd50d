import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import LinuxSystem

/// The file that a `file:` URI names (RFC 8089).
enum FileLocation {
  /// The names on the way from `folder` to the file, as they are spelled.
  ///
  /// - Parameter folder: An absolute path.
  /// - Returns: `nil` for a URI that names no file on this machine, or one that is not below the folder.
  static func names(of uri: String, below folder: String) -> [String]? {
    guard let path = path(of: uri) else { return nil }
    let names = ItemPath.normalized(path)
    let base = ItemPath.normalized(String(spelling: folder.utf8))
    guard names.count > base.count, names.starts(with: base) else { return nil }
    return Array(names.dropFirst(base.count))
  }

  private static func path(of uri: String) -> String? {
    let scheme = uri.prefix(5)
    guard scheme.lowercased() == "file:" else { return nil }
    var rest = uri.dropFirst(5)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host == "localhost" || host == Environment.hostName else { return nil }
      rest = rest.dropFirst(host.count)
    }
    guard rest.hasPrefix("/"), let path = decoded(rest.prefix { $0 != "?" && $0 != "#" }) else { return nil }
    return path
  }

  /// The text with its percent-encoded bytes decoded and spelled as paths are; `nil` when they cannot be a path.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
        return nil
      }
      // An encoded slash would be part of a name, and no name has one.
      let value = high << 4 | low
      guard value != 0, value != UInt8(ascii: "/") else { return nil }
      bytes.append(value)
    }
    return String(spelling: bytes)
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
