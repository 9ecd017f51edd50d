import CLinux
import FileProviderDomains
import FileProviderProgram
import Foundation
import Glibc

/// The folder of the domains, and the disk that it is on.
enum StorageConditions {
  static func all() -> [Condition] {
    let base = DomainDirectory.base.path
    let place = nearestFolder(base)
    return [folder(base, nearest: place), fileSystem(of: place), room(on: place)]
  }

  /// A path, or the nearest folder above it that exists: where a command would begin to make folders.
  static func nearestFolder(_ path: String) -> String {
    var path = path
    while access(path, F_OK) != 0, errno == ENOENT, let slash = path.lastIndex(of: "/"), path != "/" {
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
    return path
  }

  private static func folder(_ path: String, nearest: String) -> Condition {
    let name = "domains"
    guard access(nearest, W_OK | X_OK) == 0 else {
      let remedy =
        errno == EROFS
        ? "make the disk writable; until then mount with -o ro"
        : nearest == path
          ? "“chown -R \(geteuid()) \(path)” as root"
          : "make \(path) as root and give it to this user, or set XDG_DATA_HOME to a folder of this user"
      return .problem(name, "\(nearest) cannot be written: \(System.reason())", remedy: remedy)
    }
    var status = stat()
    guard stat(nearest, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return .problem(name, "\(nearest) is not a folder", remedy: "remove it, or set XDG_DATA_HOME")
    }
    guard status.st_uid == geteuid() || nearest != path else {
      return .warning(
        name, "\(path) is a folder of user \(status.st_uid)",
        remedy: "work as that user, or unset XDG_DATA_HOME, which sudo may have left in the environment")
    }
    return .ok(name, nearest == path ? path : "none yet; \(path) will be made")
  }

  /// Magic numbers of file systems (statfs(2)) on which SQLite's write-ahead log is not safe, since its index is shared memory and its locks are those
  /// of one machine. Source: <https://sqlite.org/wal.html>.
  private static let shared: [UInt32: String] = [
    0x6969: "NFS", 0xff53_4d42: "CIFS", 0xfe53_4d42: "SMB", 0x0102_1997: "9P", 0x5346_414f: "AFS", 0x6573_5546: "FUSE",
    0x786f_4256: "VirtualBox", 0x00c3_6400: "Ceph",
  ]
  /// Those without owners, modes or links.
  private static let poor: [UInt32: String] = [0x4d44: "FAT", 0x2011_bab0: "exFAT"]
  private static let inMemory: [UInt32: String] = [0x0102_1994: "tmpfs", 0x8584_58f6: "ramfs"]

  private static func fileSystem(of folder: String) -> Condition {
    let name = "file system"
    var status = statfs()
    guard statfs(folder, &status) == 0 else {
      return .problem(name, "\(folder) cannot be examined: \(System.reason())", remedy: "check the disk")
    }
    let type = UInt32(truncatingIfNeeded: status.f_type)
    if let system = shared[type] {
      return .warning(
        name, "\(system), where SQLite's locks and shared memory may not work",
        remedy: "set XDG_DATA_HOME to a folder on a disk of this machine")
    }
    if let system = poor[type] {
      return .problem(
        name, "\(system), which keeps neither owners nor modes",
        remedy: "set XDG_DATA_HOME to a folder on ext4, XFS or Btrfs")
    }
    if let system = inMemory[type] {
      return .warning(
        name, "\(system), which is empty after the next boot", remedy: "set XDG_DATA_HOME to a folder on a disk")
    }
    return .ok(name, "has what SQLite needs")
  }

  /// With less than this nothing can be changed, and with less than that little can be downloaded.
  private static let (leastRoom, littleRoom) = (Int64(1 << 20), Int64(256 << 20))

  private static func room(on folder: String) -> Condition {
    let name = "free space"
    let remedy = "remove files, or “\(HostProgram.current.name) evict” contents that a provider has"
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return .warning(name, System.reason(), remedy: "check the disk") }
    let (product, isTooMuch) = Int64(clamping: status.f_bavail).multipliedReportingOverflow(
      by: Int64(clamping: status.f_frsize))
    let room = isTooMuch ? .max : product
    if status.f_files > 0, status.f_favail == 0 {
      return .problem(name, "no more files can be made in \(folder)", remedy: "remove files")
    }
    let finding = "\(HumanText.size(room)) in \(folder)"
    if room < leastRoom { return .problem(name, "only \(finding)", remedy: remedy) }
    return room < littleRoom ? .warning(name, "only \(finding)", remedy: remedy) : .ok(name, finding)
  }
}
