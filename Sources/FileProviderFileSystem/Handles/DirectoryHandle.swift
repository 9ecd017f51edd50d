import FileProviderStore
import Synchronization

/// An open directory: it owns the enumerator of its container and ends it when it is closed.
///
/// Between two calls only the offset is kept, in the kernel; see `ListingOffset`. So a directory may change while it is
/// read, and a million entries need no memory.
final class DirectoryHandle: Sendable {
  let inode: InodeNumber
  /// What `..` is; `nil` when that is looked up as the directory is read.
  let parent: InodeNumber?
  let rows: DirectoryRows
  /// The provider's failure, reported at the end of the listing: what is listed is what was here.
  let failure: ErrorNumber?
  /// Where a traced enumerator is asked for changes from next.
  let anchor: Mutex<Generation>

  init(
    inode: InodeNumber, parent: InodeNumber?, rows: DirectoryRows, failure: ErrorNumber? = nil, anchor: Generation
  ) {
    self.inode = inode
    self.parent = parent
    self.rows = rows
    self.failure = failure
    self.anchor = Mutex(anchor)
  }

  private let end = Mutex<(key: ItemID, stamp: Int64)?>(nil)

  /// Notes that nothing follows an item, as of a commit.
  func noteEnd(_ key: ItemID, at stamp: Int64) { end.withLock { $0 = (key, stamp) } }

  /// Whether it is known that nothing follows an item.
  func isEnd(_ key: ItemID, at stamp: Int64) -> Bool {
    end.withLock { end in
      guard let end else { return false }
      return end.key == key && end.stamp == stamp
    }
  }
}
