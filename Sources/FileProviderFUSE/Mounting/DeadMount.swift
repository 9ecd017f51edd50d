import Glibc
import LinuxSystem

/// A mount whose serving process has died.
///
/// Mostly its connection ends with the process. It does not while a thread that was notifying the kernel to drop
/// something waits there for a program that waits for an answer (see `ThreadDescriptors`): then both hang, and so does
/// every program that uses the mount. The process stays as a zombie until the connection is ended.
package enum DeadMount {
  /// Makes everything that hangs in a mount fail.
  package static func endConnection(at path: String) {
    guard let entry = KernelMount.mount(at: path), entry.isFUSE else { return }
    endConnection(entry.minor, of: path)
  }

  /// Ends a connection through the kernel's list of connections, which is mounted if necessary.
  static func endConnection(_ minor: UInt32, of path: String) {
    FileIdentity.asProcess { abort(minor, of: path) }
  }

  private static func abort(_ minor: UInt32, of path: String) {
    let connections = "/sys/fs/fuse/connections"
    let file = "\(connections)/\(minor)/abort"
    if access(file, F_OK) != 0 { mount("none", connections, "fusectl", 0, nil) }
    guard let descriptor = Descriptor(opening: file, O_WRONLY) else {
      umount2(path, Int32(MNT_FORCE) | Int32(UMOUNT_NOFOLLOW))
      return
    }
    _ = write(descriptor.number, "1", 1)
  }
}
