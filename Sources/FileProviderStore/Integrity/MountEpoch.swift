import CLinux
import Glibc

/// Identifies a stretch of time in which nothing that was written to a disk can be lost, except by damage: one run of the machine, and one mount
/// of the disk. A disk that is unplugged loses what was not synchronized, as after a loss of power.
enum MountEpoch {
  /// - Parameters:
  ///   - descriptor: The descriptor of a file on the disk.
  ///   - boot: This run of the machine.
  /// - Returns: `nil` if the system does not tell.
  static func current(of descriptor: Int32, boot: BootIdentity?) -> UInt64? {
    guard let boot else { return nil }
    var status = statx()
    // Never given twice since Linux 6.8; before that, the number of an unmounted disk may come back.
    let emptyPath = Int32(0x1000)
    let (unique, reused) = (UInt32(0x4000), UInt32(0x1000))
    guard descriptor >= 0, statx(descriptor, "", emptyPath, unique | reused, &status) == 0 else { return nil }
    return boot.number ^ (status.stx_mnt_id &* 0x9e37_79b9_7f4a_7c15)
  }
}
