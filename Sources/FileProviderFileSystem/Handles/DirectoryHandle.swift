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
  /// The item after which nothing follows.
  let end = StampedMemory<ItemID, Void>(setCount: 1)

  init(
    inode: InodeNumber, parent: InodeNumber?, rows: DirectoryRows, failure: ErrorNumber? = nil, anchor: Generation
  ) {
    self.inode = inode
    self.parent = parent
    self.rows = rows
    self.failure = failure
    self.anchor = Mutex(anchor)
  }
}
