import FileProviderStore
import Synchronization

/// The rows that programs asked for last, each valid until the next commit.
///
/// For programs that ask for one node again and again past the kernel's cache: a query of the store would be most of
/// the answer's time. It also has the folders that were listed last. Its size is fixed.
final class AttributeCache: Sendable {
  private struct Slot {
    var stamp: Int64
    var item: ItemAttributes
  }

  /// A power of two; 128 KiB.
  private static let size = 1024
  private let slots = Mutex([Slot?](repeating: nil, count: AttributeCache.size))

  @inline(__always) func find(_ id: ItemID, at stamp: Int64) -> ItemAttributes? {
    slots.withLock { slots in
      guard let slot = slots[Self.slot(of: id)], slot.item.id == id, slot.stamp == stamp else { return nil }
      return slot.item
    }
  }

  /// - Parameter stamp: The stamp from before the row was read.
  func insert(_ item: ItemAttributes, readAt stamp: Int64) {
    slots.withLock { $0[Self.slot(of: item.id)] = Slot(stamp: stamp, item: item) }
  }

  @inline(__always) private static func slot(of id: ItemID) -> Int { Int(id.rawValue) & (size - 1) }
}
