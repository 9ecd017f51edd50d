/// The folders in which something was changed last.
///
/// Only a limited number is polled at the interval of the settings: copying a tree changes thousands of folders in a minute, and the server has enough to do
/// with what is sent to it.
struct FoldersInUse {
  /// With a look every five seconds, ten requests a second.
  static let most = 50

  /// The one that was used last is the last.
  private var paths: [RemotePath] = []

  /// Notes that a folder is in use.
  ///
  /// - Returns: The folder that does not count as one in use any more.
  mutating func note(_ path: RemotePath) -> RemotePath? {
    if let index = paths.lastIndex(of: path) { paths.remove(at: index) }
    paths.append(path)
    return paths.count > Self.most ? paths.removeFirst() : nil
  }
}
