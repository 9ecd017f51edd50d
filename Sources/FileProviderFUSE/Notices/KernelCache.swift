import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Glibc

/// The kernel's caches of a mount, and how to drop parts of them.
struct KernelCache: @unchecked Sendable {
  // Sendable: libfuse's notifications may be sent from any thread.
  let session: OpaquePointer

  /// The kernel's device.
  var device: Int32 { fuse_session_fd(session) }

  /// Drops something. May wait for a listing that is under way in the same folder.
  func drop(_ notice: KernelNotice) {
    switch notice {
    case .name(let parent, let name):
      _ = name.withCString { fuse_lowlevel_notify_inval_entry(session, parent.rawValue, $0, strlen($0)) }
    case .node(let inode): fuse_lowlevel_notify_inval_inode(session, inode.rawValue, 0, 0)
    case .everything: dropNames()
    }
  }

  /// Drops the attributes of a node alone, which waits for nothing: also from inside a request.
  func dropAttributes(of inode: InodeNumber) {
    fuse_lowlevel_notify_inval_inode(session, inode.rawValue, -1, 0)
  }

  /// Makes the kernel ask again for every name it knows (Linux 6.16, `FUSE_NOTIFY_INC_EPOCH`).
  ///
  /// - Returns: Whether the kernel could.
  @discardableResult
  func dropNames() -> Bool {
    var header = fuse_out_header(len: UInt32(MemoryLayout<fuse_out_header>.size), error: 8, unique: 0)
    return write(device, &header, MemoryLayout<fuse_out_header>.size) > 0
  }
}
