import FileProviderStore
import Synchronization

/// The temporary names of documents that `link(2)` has given their final ones, until a program unlinks them; see `FileSystem.link`.
///
/// Programs unlink them at once, so this table is nearly always empty.
final class FormerNames: Sendable {
  private struct Entry {
    var item: ItemID
    var name: FileName
    var folder: ItemID

    func `is`(_ name: UnsafeRawBufferPointer, in folder: ItemID) -> Bool {
      self.folder == folder && self.name.withBytes { $0.elementsEqual(name) }
    }
  }

  private let entries = Mutex<[Entry]>([])
  private let count = Atomic<Int>(0)
  /// The most names that are kept; the oldest goes first.
  private static let limit = 64

  @inline(__always) var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  func insert(_ name: FileName, in folder: ItemID, of item: ItemID) {
    entries.withLock { entries in
      if entries.count == Self.limit { entries.removeFirst() }
      entries.append(Entry(item: item, name: name, folder: folder))
      count.store(entries.count, ordering: .relaxed)
    }
  }

  /// The document that had a name.
  @inline(__always) func find(_ name: UnsafeRawBufferPointer, in folder: ItemID) -> ItemID? {
    if isEmpty { return nil }
    return entries.withLock { $0.last { $0.is(name, in: folder) }?.item }
  }

  /// The name that a document had.
  func name(of item: ItemID) -> (name: FileName, folder: ItemID)? {
    if isEmpty { return nil }
    return entries.withLock { $0.last { $0.item == item }.map { ($0.name, $0.folder) } }
  }

  /// - Returns: Whether a document had the name.
  @discardableResult func remove(_ name: UnsafeRawBufferPointer, in folder: ItemID) -> Bool {
    if isEmpty { return false }
    return entries.withLock { entries in
      guard let index = entries.lastIndex(where: { $0.is(name, in: folder) }) else { return false }
      entries.remove(at: index)
      count.store(entries.count, ordering: .relaxed)
      return true
    }
  }
}
