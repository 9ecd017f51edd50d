import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Glibc

// A node's attributes in the structures of the kernel and of libfuse.

extension stat {
  init(_ node: NodeAttributes) {
    self.init()
    st_ino = UInt(node.inode.rawValue)
    st_mode = node.mode
    st_nlink = UInt(node.links)
    st_uid = node.owner
    st_gid = node.group
    st_rdev = dev_t(node.device)
    st_size = off_t(node.size)
    st_blocks = blkcnt_t(node.blocks)
    st_blksize = 4096
    st_atim = node.accessed.systemTime
    st_mtim = node.modified.systemTime
    st_ctim = node.changed.systemTime
  }
}

extension fuse_entry_param {
  init(_ node: NodeAttributes, generation: UInt64) {
    self.init()
    ino = node.inode.rawValue
    self.generation = generation
    attr = stat(node)
    attr_timeout = Double(Reply.seconds(node))
    entry_timeout = attr_timeout
  }
}

extension fuse_attr {
  @inline(__always) init(_ node: borrowing NodeAttributes) {
    let accessed = node.accessed.systemTime
    let modified = node.modified.systemTime
    let changed = node.changed.systemTime
    self.init(
      ino: node.inode.rawValue, size: UInt64(bitPattern: node.size), blocks: UInt64(bitPattern: node.blocks),
      atime: UInt64(bitPattern: Int64(accessed.tv_sec)), mtime: UInt64(bitPattern: Int64(modified.tv_sec)),
      ctime: UInt64(bitPattern: Int64(changed.tv_sec)), atimensec: UInt32(truncatingIfNeeded: accessed.tv_nsec),
      mtimensec: UInt32(truncatingIfNeeded: modified.tv_nsec), ctimensec: UInt32(truncatingIfNeeded: changed.tv_nsec),
      mode: node.mode, nlink: node.links, uid: node.owner, gid: node.group,
      rdev: UInt32(truncatingIfNeeded: node.device), blksize: 4096, flags: 0)
  }
}
