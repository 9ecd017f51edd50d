import Glibc
import LinuxSystem

/// What a transaction asks about contents: how much of them there is, and whether somebody has them open. It makes, changes and removes none.
package struct ContentSizes {
  private let files: ContentFiles
  private let reader: StoreReader

  init(of files: ContentFiles, reader: StoreReader) {
    self.files = files
    self.reader = reader
  }

  /// See `ContentFiles.size`.
  func size(of key: ContentKey) throws(StoreError) -> Int64? {
    try key.isSmall ? reader.sizeOfSmallContents(key) : files.size(of: key)
  }

  /// See `ContentFiles.blocks`.
  func blocks(of key: ContentKey) throws(StoreError) -> Int64? {
    try key.isSmall ? reader.sizeOfSmallContents(key).map(ContentFiles.usualBlocks) : files.blocks(of: key)
  }

  /// See `ContentFiles.writtenSize`.
  func writtenSize(of key: ContentKey) throws(StoreError) -> Int64? {
    try key.isSmall ? reader.sizeOfSmallContents(key) : files.writtenSize(of: key)
  }

  /// See `ContentFiles.hasData`.
  func hasData(_ key: ContentKey) throws(StoreError) -> Bool {
    try key.isSmall ? reader.sizeOfSmallContents(key) ?? 0 > 0 : files.hasData(key)
  }

  /// Opens contents for reading and writing, or gives their bytes. Not waiting: somebody may wait for this transaction.
  package func open(_ key: ContentKey) throws(StoreError) -> OpenedContents? {
    if key.isSmall { return .bytes(try reader.smallContents(key)) }
    guard let file = try files.openAtOnce(key, flags: O_RDWR) else { return nil }
    return .file(file)
  }
  /// See `ContentFiles.haveGaps`.
  func haveGaps(_ key: ContentKey) -> Bool { files.haveGaps(key) }
  /// See `ContentFiles.status`.
  func status(of key: ContentKey) -> stat? { files.status(of: key) }
  /// See `ContentFiles.lease`.
  func lease(_ key: ContentKey) throws(StoreError) -> Descriptor? { try files.lease(key) }
  /// See `OpenDocuments.claim`.
  func claim(_ id: ItemID, with claims: inout Descriptor?) throws(StoreError) -> Bool {
    try files.openDocuments.claim(id, with: &claims)
  }
}
