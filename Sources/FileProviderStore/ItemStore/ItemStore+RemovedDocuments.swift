import Foundation
import Glibc

// What was removed on the provider's word is kept for 7 days, as long as it is no more than a tenth of the disk and half of what would be free without
// it; the oldest goes first.
extension ItemStore {
  /// Drops what was removed too long ago, or is too much.
  ///
  /// - Returns: When the next is kept long enough; `nil` when nothing is kept.
  @discardableResult
  func pruneRemoved(at now: Timestamp) throws(StoreError) -> Timestamp? {
    guard let kept = try keptDocuments() else { return nil }
    try dropRemoved(leaving: mostRemoved(whereKept: kept.size)) {
      $0.removed.rawValue <= now.rawValue - RemovedDocument.keptFor
    }
    return try keptDocuments().map { Timestamp(rawValue: $0.oldest.rawValue + RemovedDocument.keptFor) }
  }

  private func keptDocuments() throws(StoreError) -> RemovedDocuments? {
    try readCommitted { (reader) throws(StoreError) in try RescueReader(reader).removedDocuments() }
  }

  /// How many bytes may be kept: a tenth of the disk, and half of what would be free without them.
  private func mostRemoved(whereKept kept: Int64) -> Int64 {
    guard let disk else { return .max }
    return min(disk.size / 10, (disk.free + kept) / 2)
  }

  /// How many bytes are free for an ordinary user; `Int64.max` where that is not known.
  func room() -> Int64 { disk?.free ?? .max }

  /// The size of the file system below, and what is free of it, in bytes; see statvfs(3).
  private var disk: (size: Int64, free: Int64)? {
    var room = statvfs()
    guard statvfs(contents.directory.path, &room) == 0 else { return nil }
    func bytes(_ blocks: UInt) -> Int64 { Int64(clamping: blocks.multipliedFullWidth(by: room.f_frsize).low) }
    return (bytes(room.f_blocks), bytes(room.f_bavail))
  }

  /// Drops the oldest of what was removed.
  ///
  /// - Parameters:
  ///   - limit: How many bytes of it may stay.
  ///   - isOld: Whether one goes in any case.
  func dropRemoved(leaving limit: Int64, _ isOld: (RemovedDocument) -> Bool = { _ in false }) throws(StoreError) {
    while true {
      let (kept, oldest) = try readCommitted { (reader) throws(StoreError) in
        (try RescueReader(reader).removedDocuments(), try RescueReader(reader).oldestRemoved(limit: Self.removedAtOnce))
      }
      guard var size = kept?.size else { return }
      let gone = oldest.prefix { document in
        guard size > limit || limit == 0 || isOld(document) else { return false }
        size -= document.size
        return true
      }
      guard !gone.isEmpty else { return }
      try change(author: Self.housekeepingAuthor, mayUseReserve: true) { (transaction) throws(StoreError) in
        try RescueEditor(transaction).drop(gone)
      }
    }
  }

  /// Drops what was removed and whose contents a loss of power has taken.
  func dropTornRemoved() throws(StoreError) {
    var last: RemovedDocument?
    while true {
      let batch = try readCommitted { [last] (reader) throws(StoreError) in
        try RescueReader(reader).oldestRemoved(after: last, limit: Self.removedAtOnce)
      }
      guard let end = batch.last else { return }
      // Longer ones are what a program has written since, which the disk has.
      let torn = batch.filter { document in
        guard let content = document.content else { return false }
        return (contents.size(of: content) ?? 0) < document.size && !hasContents(of: document)
      }
      if !torn.isEmpty {
        try change(author: Self.housekeepingAuthor, mayUseReserve: true) { (transaction) throws(StoreError) in
          try RescueEditor(transaction).drop(torn)
        }
      }
      last = end
    }
  }

  /// Whether the contents of a removed document are still there as they were; also where it was restored, or dropped, meanwhile.
  func hasContents(of document: RemovedDocument) -> Bool {
    guard let content = document.content, let size = contents.size(of: content) else { return document.content == nil }
    // A program that has it open may be writing to it: that is kept elsewhere when it is done.
    if size == document.size || isOpen(content, of: document.item) { return true }
    let isKept = try? readCommitted { (reader) throws(StoreError) in
      try RescueReader(reader).removedContent(of: document.item) == content
    }
    return isKept != true
  }

  private func isOpen(_ content: ContentKey, of id: ItemID) -> Bool {
    do throws(StoreError) {
      if try contents.openDocuments.isOpen(id) { return true }
      if content.isSmall { return false }
      guard let lease = try contents.lease(content) else { return true }
      _ = consume lease
    } catch {}
    return false
  }

  /// How many go in one transaction.
  private static let removedAtOnce = 256
}
