import Glibc
import LinuxSystem

/// The sizes of content files on the disk. This is all that a transaction needs of them: it makes, changes and removes
/// none.
struct ContentSizes: Sendable {
  private let contents: ContentFiles

  init(of contents: ContentFiles) { self.contents = contents }

  /// See `ContentFiles.size`.
  func size(of key: ContentKey) -> Int64? { contents.size(of: key) }
  /// See `ContentFiles.blocks`.
  func blocks(of key: ContentKey) -> Int64? { contents.blocks(of: key) }
  /// See `ContentFiles.writtenSize`.
  func writtenSize(of key: ContentKey) -> Int64? { contents.writtenSize(of: key) }
  /// See `ContentFiles.hasData`.
  func hasData(_ key: ContentKey) -> Bool { contents.hasData(key) }
  /// See `ContentFiles.haveGaps`.
  func haveGaps(_ key: ContentKey) -> Bool { contents.haveGaps(key) }
  /// See `ContentFiles.status`.
  func status(of key: ContentKey) -> stat? { contents.status(of: key) }
  /// See `ContentFiles.lease`.
  func lease(_ key: ContentKey) throws(StoreError) -> Descriptor? { try contents.lease(key) }
}
