import FileProviderStore
import Synchronization

/// The temporary names of documents that `link(2)` has given their final ones, until a program unlinks them; see `FileSystem.link`.
///
/// Programs unlink them at once, so this table is nearly always empty.
final class FormerNames: Sendable {
  private struct Entry {
    var item: ItemID
    var name: [UInt8]
    var folder: ItemID

    func `is`(_ name: UnsafeRawBufferPointer, in folder: ItemID) -> Bool {
      self.folder == folder && name.elementsEqual(self.name)
    }
  }

  private let entries = Mutex<[Entry]>([])
  private let count = Atomic<Int>(0)
  /// The most names that are kept; the oldest goes first.
  private static let limit = 64

  func insert(_ name: [UInt8], in folder: ItemID, of item: ItemID) {
    entries.withLock { entries in
      if entries.count == Self.limit { entries.removeFirst() }
      entries.append(Entry(item: item, name: name, folder: folder))
      count.store(entries.count, ordering: .relaxed)
    }
  }

  /// The document that had a name.
  @inline(__always) func find(_ name: UnsafeRawBufferPointer, in folder: ItemID) -> ItemID? {
    if count.load(ordering: .relaxed) == 0 { return nil }
    return entries.withLock { $0.last { $0.is(name, in: folder) }?.item }
  }

  /// - Returns: Whether a document had the name.
  func remove(_ name: UnsafeRawBufferPointer, in folder: ItemID) -> Bool {
    if count.load(ordering: .relaxed) == 0 { return false }
    return entries.withLock { entries in
      guard let index = entries.lastIndex(where: { $0.is(name, in: folder) }) else { return false }
      entries.remove(at: index)
      count.store(entries.count, ordering: .relaxed)
      return true
    }
  }
}
