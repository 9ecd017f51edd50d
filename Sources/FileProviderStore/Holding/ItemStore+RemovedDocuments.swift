import Foundation
import Glibc

// What was removed on the provider's word is kept for 7 days, and as long as it is no more than a tenth of the disk; the oldest goes first.
extension ItemStore {
  /// Drops what was removed too long ago, or is too much.
  func pruneRemoved(at now: Timestamp = .now) throws(StoreError) {
    var room = statvfs()
    let isKnown = statvfs(contents.directory.path, &room) == 0
    let limit = isKnown ? Int64(clamping: room.f_blocks.multipliedFullWidth(by: room.f_frsize).low / 10) : .max
    try dropRemoved(leaving: limit) { $0.removed.rawValue <= now.rawValue - RemovedDocument.keptFor }
  }

  /// Drops the oldest of what was removed.
  ///
  /// - Parameters:
  ///   - limit: How many bytes of it may stay.
  ///   - isOld: Whether one goes in any case.
  func dropRemoved(leaving limit: Int64, _ isOld: (RemovedDocument) -> Bool = { _ in false }) throws(StoreError) {
    while true {
      let (kept, oldest) = try readCommitted { (reader) throws(StoreError) in
        (try reader.removedDocuments(), try reader.oldestRemoved(limit: Self.removedAtOnce))
      }
      guard var size = kept?.size else { return }
      let gone = oldest.prefix { document in
        guard size > limit || limit == 0 || isOld(document) else { return false }
        size -= document.size
        return true
      }
      guard !gone.isEmpty else { return }
      try change(author: Self.keepingAuthor, mayUseReserve: true) { (transaction) throws(StoreError) in
        try transaction.drop(gone)
      }
    }
  }

  /// How many go in one transaction.
  private static let removedAtOnce = 256
}
