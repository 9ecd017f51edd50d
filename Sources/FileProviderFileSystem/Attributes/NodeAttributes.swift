package import FileProviderStore
import Glibc

/// The result of `stat` for a node: plain numbers, made for every entry of a listing.
package struct NodeAttributes: Sendable, Equatable {
  package var inode: InodeNumber
  /// The type and the permission bits, as in `st_mode`.
  package var mode: UInt32
  package var links: UInt32
  package var owner: UInt32
  package var group: UInt32
  package var size: Int64
  /// The number of a device node, as `st_rdev` has it.
  package var device: UInt64 = 0
  /// In units of 512 bytes.
  package var blocks: Int64
  package var accessed: Timestamp
  package var modified: Timestamp
  package var changed: Timestamp
  /// Whether the kernel must ask again each time: the node is a derived view, for which no notices are sent.
  package var isVolatile = false
  /// For how many seconds the kernel may cache the result of a lookup or a listing for a volatile node. It is long enough
  /// that `ls -l` does not ask again for each entry and for the folders above it.
  package var cachedSeconds: UInt64 = 0

  package var isFolder: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
}

extension NodeAttributes {
  /// An item as its row has it.
  @inline(__always) package init(_ item: borrowing ItemAttributes) {
    self.init(
      inode: InodeNumber(item.id), mode: Self.type(item.kind) | UInt32(item.mode), links: 1, owner: item.owner,
      group: item.group, size: item.size, blocks: 0, accessed: item.accessed, modified: item.modified,
      changed: item.changed)
    switch item.kind {
    case .folder:
      links = 2 &+ UInt32(truncatingIfNeeded: item.subfolders)
      size = 4096
      blocks = 8
    // Programs that look for holes take a document without blocks for one that is a hole.
    case .file: blocks = item.flags.contains(.dataless) ? min(item.size, 1) : ContentFiles.usualBlocks(item.size)
    case .symlink, .fifo, .socket, .blockDevice, .characterDevice: break
    }
  }

  /// The type bits of `st_mode` for a kind of item.
  @inline(__always) package static func type(_ kind: ItemKind) -> UInt32 {
    switch kind {
    case .file: UInt32(S_IFREG)
    case .folder: UInt32(S_IFDIR)
    case .symlink: UInt32(S_IFLNK)
    case .fifo: UInt32(S_IFIFO)
    case .socket: UInt32(S_IFSOCK)
    case .blockDevice: UInt32(S_IFBLK)
    case .characterDevice: UInt32(S_IFCHR)
    }
  }

  /// `.` and `..`, of which only the number is reported.
  init(dots inode: InodeNumber) {
    self.init(
      inode: inode, mode: UInt32(S_IFDIR) | 0o755, links: 2, owner: 0, group: 0, size: 0, blocks: 0,
      accessed: Timestamp(rawValue: 0), modified: Timestamp(rawValue: 0), changed: Timestamp(rawValue: 0))
  }
}
