import Glibc
import LinuxSystem

/// Where a session has mounted something: it unmounts what it mounted, and nothing else.
///
/// Another file system may have been mounted there since. As long as the kernel has not ended the session's connection,
/// no other file system has its device number.
struct MountedPlace: Sendable {
  private let path: String
  /// The kernel's device.
  private let connection: Int32
  /// The minor number of the mount's device; `nil` when somebody has taken it off already.
  private let device: UInt32?

  /// To be made right after something was mounted.
  ///
  /// - Parameters:
  ///   - path: The mount point, absolute and without links.
  ///   - connection: The kernel's device, open.
  init(_ path: String, connection: Int32) {
    self.path = path
    self.connection = connection
    device = KernelMount.mount(at: path)?.minor
  }

  /// Unmounts, even while programs use the mount. To be called before the connection is closed.
  func unmount() { if isOwnMountThere { Mountpoint.detach(path) } }

  private var isOwnMountThere: Bool {
    var state = pollfd(fd: connection, events: 0, revents: 0)
    guard let device, poll(&state, 1, 0) >= 0, state.revents & Int16(POLLERR) == 0 else { return false }
    return KernelMount.mount(at: path)?.minor == device
  }
}
