package import Foundation
import Glibc

/// The files of a store beside its contents.
///
/// SQLite waits for ever at a FIFO. So the kinds of the files are checked before it opens any of them. All others are opened by
/// `Descriptor(openingFile:)`.
package enum StoreFiles {
  private static let names = [
    "items.sqlite", "items.sqlite-wal", "items.sqlite-shm", "wake", "witness", "redo", "reserve", "queue.lock",
    "holder.lock", OpenDocuments.name,
  ]
  private static let searchNames = [
    "items.sqlite", "items.sqlite-wal", "items.sqlite-shm", "search.sqlite", "search.sqlite-wal", "search.sqlite-shm",
    "search.lock",
  ]

  /// - Throws: `damaged`, with the path, when something other than a file has the name of one.
  static func refuseForeign(in directory: URL) throws(StoreError) {
    try refuseForeign(names, in: directory)
  }

  /// The same for the files that a search opens.
  static func refuseForeignToSearch(in directory: URL) throws(StoreError) {
    try refuseForeign(searchNames, in: directory)
  }

  /// The same for files of some names.
  package static func refuseForeign(_ names: [String], in directory: URL) throws(StoreError) {
    for name in names { try refuseForeign(directory.appendingPathComponent(name).path) }
  }

  private static func refuseForeign(_ path: String) throws(StoreError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw StoreError(.damaged, "\(path) is \(Self.kind(status.st_mode)), not a regular file; move it away")
  }

  /// What is in the place of a file, in words.
  static func kind(_ mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFLNK: "a symbolic link"
    case S_IFIFO: "a FIFO"
    case S_IFDIR: "a directory"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  /// What a file occupies on the disk, in bytes.
  static func room(of path: String) -> Int64 {
    var status = stat()
    return lstat(path, &status) == 0 ? Int64(status.st_blocks) * 512 : 0
  }

  /// The size of a file in bytes, or `nil` when it is not there.
  ///
  /// - Throws: When it cannot be known.
  static func size(of path: String) throws(StoreError) -> Int64? {
    var status = stat()
    if stat(path, &status) == 0 { return Int64(status.st_size) }
    if errno == ENOENT { return nil }
    throw StoreError(errno: errno, "cannot examine \(path)")
  }
}
