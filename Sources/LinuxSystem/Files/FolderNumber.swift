import Glibc

/// Distinguishes a folder from every other one, whatever path it is found by, and from one that takes its place.
package struct FolderNumber: Equatable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// - Returns: `nil`, with the reason in `errno`, where there is none.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
