import CLinux
import Glibc

/// Signals to processes that others have named.
package enum ProcessSignal {
  /// Sends a signal to a process, if it is a user's and no other's.
  ///
  /// The number may come from an attacker, or belong to another process by now.
  ///
  /// - Returns: Whether it was sent.
  @discardableResult
  package static func send(_ signal: Int32, to process: Int32, of user: UInt32) -> Bool {
    guard process > 1 else { return false }
    // Opened before the check: the process that has the number then gets the signal.
    let handle = Descriptor(owning: open_process(process))
    guard handle.number >= 0 || errno != ESRCH, belongs(process, to: user) else { return false }
    // The kernel has no such call before 5.3.
    return handle.number < 0 ? kill(process, signal) == 0 : signal_process(handle.number, signal) == 0
  }

  /// Whether all of a process's users are one: the real, the effective, the saved one, and that of its files (proc_pid_status(5)).
  private static func belongs(_ process: Int32, to user: UInt32) -> Bool {
    guard let text = ProcessFile.text("/proc/\(process)/status") else { return false }
    let users = text.split(separator: "\n").first { $0.hasPrefix("Uid:") }?.split(whereSeparator: \.isWhitespace)
    return users.map { $0.count == 5 && $0.dropFirst().allSatisfy { $0 == "\(user)" } } ?? false
  }

  /// Whether a debugger looks into a process (“TracerPid”).
  package static func isTraced(_ process: Int32) -> Bool {
    let text = ProcessFile.text("/proc/\(process)/status") ?? ""
    return text.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }.map { !$0.hasSuffix("\t0") } ?? false
  }
}

/// Files of `/proc`, which have no size to be asked for.
enum ProcessFile {
  static func text(_ path: String) -> String? {
    guard let file = Descriptor(opening: path, O_RDONLY) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 16384)
    var count = read(file.number, &buffer, buffer.count)
    while count < 0 && errno == EINTR { count = read(file.number, &buffer, buffer.count) }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
