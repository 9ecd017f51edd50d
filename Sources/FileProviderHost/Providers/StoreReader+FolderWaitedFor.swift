import FileProviderDomains
import FileProviderStore

extension StoreReader {
  /// The topmost folder above an item that waits which the provider has to have before it; `nil` for none.
  func folderWaitedFor(by waiting: PendingItem) throws(StoreError) -> ItemID? {
    guard waiting.state == .ready || waiting.state == .later else { return nil }
    var (awaited, next) = (ItemID?.none, try item(waiting.item)?.parent ?? .root)
    while !next.isFixed, let folder = try item(next) {
      if try provided(next) == nil { awaited = next }
      next = folder.parent
    }
    return awaited
  }

  func pathOfFolderWaitedFor(by waiting: PendingItem) throws(StoreError) -> String? {
    guard let folder = try folderWaitedFor(by: waiting) else { return nil }
    return try path(of: folder)
  }
}
