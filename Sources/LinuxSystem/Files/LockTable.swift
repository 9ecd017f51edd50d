import Glibc

/// The kernel's table of locks (proc_locks(5)).
package enum LockTable {
  /// The process that has an exclusive lock of a file (flock(2)).
  ///
  /// - Returns: `nil` where none has, or where it is unknown: another disk may have this one's number.
  package static func holder(of path: String) -> Int32? {
    var status = stat()
    guard stat(path, &status) == 0, let text = text else { return nil }
    return holder(of: UInt64(status.st_ino), on: UInt64(status.st_dev), in: text)
  }

  static func holder(of file: UInt64, on device: UInt64, in table: String) -> Int32? {
    for line in table.split(separator: "\n") {
      // “1: FLOCK ADVISORY WRITE 4711 fd:01:1234 0 EOF”; a lock that is waited for has an arrow before its kind.
      let fields = line.split(separator: " ")
      guard fields.count > 5, fields[1] == "FLOCK", fields[3] == "WRITE" else { continue }
      let place = fields[5].split(separator: ":")
      guard place.count == 3, let major = UInt32(place[0], radix: 16), let minor = UInt32(place[1], radix: 16),
        UInt64(place[2]) == file, DeviceNumber.make(major: major, minor: minor) == device
      else { continue }
      return Int32(fields[4])
    }
    return nil
  }

  private static var text: String? {
    guard let file = Descriptor(opening: "/proc/locks", O_RDONLY) else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(file.number, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }
}
