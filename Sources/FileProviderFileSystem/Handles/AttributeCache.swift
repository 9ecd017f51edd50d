import FileProviderStore
import Synchronization

/// The rows that programs asked for last, each good as long as nobody commits anything.
///
/// For who asks for one node again and again past the kernel's cache: a look at the store would be most of the
/// answer's time. Its size is fixed.
final class AttributeCache: Sendable {
  private struct Slot {
    var stamp: Int64
    var item: ItemAttributes
  }

  private let slots = Mutex([Slot?](repeating: nil, count: 64))

  @inline(__always) func find(_ id: ItemID, at stamp: Int64) -> ItemAttributes? {
    slots.withLock { slots in
      guard let slot = slots[Int(id.rawValue & 63)], slot.item.id == id, slot.stamp == stamp else { return nil }
      return slot.item
    }
  }

  /// - Parameter stamp: The stamp from before the row was read.
  func insert(_ item: ItemAttributes, readAt stamp: Int64) {
    slots.withLock { $0[Int(item.id.rawValue & 63)] = Slot(stamp: stamp, item: item) }
  }
}
