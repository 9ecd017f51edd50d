import Foundation
import Glibc

/// The record locks that a process has on a file, as the kernel lists them (proc_locks(5)). The file is not opened: a process that closes it loses its own.
package enum FileLocks {
  /// - Returns: For each lock the bytes, and whether others may have it, too.
  package static func ranges(of process: Int32, on path: String) throws -> [(bytes: ClosedRange<Int>, isShared: Bool)] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    // As makedev(3) puts it together.
    let number = UInt64(status.st_dev)
    let (major, minor) = (number >> 8 & 0xfff | number >> 32 & ~0xfff, number & 0xff | number >> 12 & 0xffff_ff00)
    let device = String(format: "%02llx:%02llx", major, minor)
    return try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 8, words[1] == "POSIX", Int32(words[4]) == process,
        words[5] == "\(device):\(status.st_ino)", let first = Int(words[6])
      else { return nil }
      return (first...(Int(words[7]) ?? .max), words[3] == "READ")
    }
  }
}
