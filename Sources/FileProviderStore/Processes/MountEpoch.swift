import CLinux
import Foundation
import Glibc

/// Identifies a stretch of time in which nothing that was written to a disk can be lost, except by damage: one run of the machine, and one life of
/// the disk's file system in it. A disk that is unplugged loses what was not synchronized, as after a loss of power; then its file system is
/// unmounted, and another one begins when it is back.
///
/// A mount is not the same: each mount namespace has mounts of its own of one file system, with other numbers, and so a process in a container
/// would take for lost what another process is making.
enum MountEpoch {
  /// - Parameters:
  ///   - descriptor: The descriptor of a file on the disk.
  ///   - boot: This run of the machine.
  /// - Returns: `nil` if the system does not report it.
  static func current(of descriptor: Int32, boot: BootIdentity?) -> UInt64? {
    guard let boot else { return nil }
    var status = statx()
    // The number of the mount is never given twice since Linux 6.8; before that, the number of an unmounted disk may come back.
    let emptyPath = Int32(0x1000)
    let (unique, reused) = (UInt32(0x4000), UInt32(0x1000))
    guard descriptor >= 0, statx(descriptor, "", emptyPath, unique | reused, &status) == 0 else { return nil }
    let number = fileSystem(of: descriptor, status) ?? status.stx_mnt_id
    return boot.number ^ (number &* 0x9e37_79b9_7f4a_7c15)
  }

  /// The number of a file system's folder in sysfs. The kernel makes that folder when a disk is mounted the first time and removes it with the last of
  /// its mounts, in whatever namespaces they are, and gives out no such number twice (`__kernfs_new_node` in fs/kernfs/dir.c).
  ///
  /// - Returns: `nil` where there is no such folder: then the number of the mount has to do.
  private static func fileSystem(of descriptor: Int32, _ status: borrowing statx) -> UInt64? {
    var (system, folder) = (statfs(), stat())
    let device = "/sys/dev/block/\(status.stx_dev_major):\(status.stx_dev_minor)"
    guard fstatfs(descriptor, &system) == 0, let type = types[UInt32(truncatingIfNeeded: system.f_type)],
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: device),
      let name = target.split(separator: "/").last, stat("/sys/fs/\(type)/\(name)", &folder) == 0
    else { return nil }
    return UInt64(folder.st_ino)
  }

  /// The names of file systems in `/sys/fs`, by their numbers (linux/magic.h).
  private static let types: [UInt32: String] = [0xef53: "ext4", 0x5846_5342: "xfs", 0xf2f5_2010: "f2fs"]
}
