import Glibc

/// The path of what a process executes (`/proc/PID/exe` in proc(5)), without the mark of a file that was replaced while it runs.
///
/// - Parameter process: The number of a process or of a thread; 0 and less where that is not known.
/// - Returns: `nil` where the process has ended, is the kernel's, or belongs to another user and is not accessible.
package func executablePath(of process: Int32) -> String? {
  guard process > 0 else { return nil }
  let path = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer -> String? in
    let count = buffer.baseAddress.map { readlink("/proc/\(process)/exe", $0, buffer.count) } ?? -1
    return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
  let mark = " (deleted)"
  return path.map { $0.hasSuffix(mark) ? String($0.dropLast(mark.count)) : $0 }
}
