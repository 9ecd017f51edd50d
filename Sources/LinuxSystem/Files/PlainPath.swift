import Glibc

/// A folder that is reached without a link.
///
/// Between the check of a path and its use, the owner of a folder on the path can put a link there, and root would mount or unmount somewhere else. What is open stays
/// the same folder.
package struct PlainPath: ~Copyable {
  private let folder: Descriptor

  /// The path of the open folder, for calls that take no descriptor. Another process has nothing there.
  package var path: String { "/proc/self/fd/\(folder.number)" }

  /// - Parameter path: Absolute, without links, and not the root's.
  /// - Returns: `nil` when something else is there, with the reason in `errno`: `ELOOP` for a link on the way.
  package init?(_ path: String) {
    // Only a place in the tree (O_PATH): no call on what is mounted there, which may be dead.
    guard let opened = Descriptor(opening: path, Self.placeOnly | O_DIRECTORY | O_NOFOLLOW) else { return nil }
    guard Self.target("/proc/self/fd/\(opened.number)") == Array(path.utf8) else {
      errno = ELOOP
      return nil
    }
    folder = opened
  }

  private static func target(_ link: String) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    return count < 0 ? nil : buffer[..<count].map { UInt8(bitPattern: $0) }
  }

  /// `O_PATH`
  private static let placeOnly: Int32 = 0o10000000
}
