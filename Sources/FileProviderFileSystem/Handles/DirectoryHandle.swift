import FileProviderStore
import Synchronization

/// An open directory: it owns the enumerator of its container and ends it when it is closed.
///
/// Between two calls only the offset is kept, in the kernel: it is the last item's number. So a directory may change
/// while it is read, and a million entries need no memory.
final class DirectoryHandle: Sendable {
  enum Contents: Sendable {
    /// The children of an item.
    case folder(FolderEnumerator)
    /// A derived view, as it was when it was opened, and the enumerator it was made with, if any.
    case view([VirtualEntry], StoreEnumerator?)
  }

  let inode: InodeNumber
  /// What `..` is; `nil` when that is looked up as the directory is read.
  let parent: InodeNumber?
  let contents: Contents
  /// Entries of the root that are not items.
  let extras: [VirtualEntry]
  /// The provider's failure, reported at the end of the listing: what is listed is what was here.
  let failure: ErrorNumber?
  /// Where the enumerator is asked for changes from next.
  let anchor: Mutex<Generation>

  init(
    inode: InodeNumber, parent: InodeNumber?, contents: Contents, extras: [VirtualEntry] = [],
    failure: ErrorNumber? = nil,
    anchor: Generation
  ) {
    self.inode = inode
    self.parent = parent
    self.contents = contents
    self.extras = extras
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

  var enumerator: StoreEnumerator? {
    switch contents {
    case .folder(let enumerator): enumerator
    case .view(_, let enumerator): enumerator
    }
  }
}

/// An entry of a derived view.
struct VirtualEntry: Sendable {
  var name: [UInt8]
  var inode: InodeNumber
  var attributes: NodeAttributes
}
