import Glibc
import LinuxSystem

/// What a transaction asks about contents: how much of them there is, and whether somebody has them open. It makes, changes and removes none.
struct ContentSizes {
  private let files: ContentFiles

  init(of files: ContentFiles) { self.files = files }

  /// See `ContentFiles.size`.
  func size(of key: ContentKey) throws(StoreError) -> Int64? { files.size(of: key) }
  /// See `ContentFiles.blocks`.
  func blocks(of key: ContentKey) throws(StoreError) -> Int64? { files.blocks(of: key) }
  /// See `ContentFiles.writtenSize`.
  func writtenSize(of key: ContentKey) throws(StoreError) -> Int64? { files.writtenSize(of: key) }
  /// See `ContentFiles.hasData`.
  func hasData(_ key: ContentKey) throws(StoreError) -> Bool { files.hasData(key) }
  /// See `ContentFiles.haveGaps`.
  func haveGaps(_ key: ContentKey) -> Bool { files.haveGaps(key) }
  /// See `ContentFiles.status`.
  func status(of key: ContentKey) -> stat? { files.status(of: key) }
  /// See `ContentFiles.lease`.
  func lease(_ key: ContentKey) throws(StoreError) -> Descriptor? { try files.lease(key) }
}
