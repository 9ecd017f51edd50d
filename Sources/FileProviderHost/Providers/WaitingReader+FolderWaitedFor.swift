import FileProviderDomains
import FileProviderStore

extension WaitingReader {
  /// The topmost folder above an item that waits which the provider has to have before it; `nil` for none.
  func folderWaitedFor(by waiting: PendingItem) throws(StoreError) -> ItemID? {
    guard waiting.state == .ready || waiting.state == .later else { return nil }
    var (awaited, next) = (ItemID?.none, try reader.item(waiting.item)?.parent ?? .root)
    while !next.isFixed, let folder = try reader.item(next) {
      if try ProvidedReader(reader).provided(next) == nil { awaited = next }
      next = folder.parent
    }
    return awaited
  }

  func pathOfFolderWaitedFor(by waiting: PendingItem) throws(StoreError) -> String? {
    guard let folder = try folderWaitedFor(by: waiting) else { return nil }
    return try reader.path(of: folder)
  }
}
