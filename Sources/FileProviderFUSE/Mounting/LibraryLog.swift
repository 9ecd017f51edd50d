import CFuse3
import Foundation
import Glibc
import Logging
import Synchronization

/// Passes libfuse's messages to our logger, and the last of them into the error when a mount fails.
enum LibraryLog {
  private static let logger = Mutex<Logger?>(nil)
  private static let lastMessage = Mutex<String?>(nil)

  /// The last message of libfuse since the previous call.
  static var last: String? {
    lastMessage.withLock { message in
      defer { message = nil }
      return message
    }
  }

  static func divert(to new: Logger) {
    logger.withLock { $0 = new }
    _ = last
    fuse_set_log_func { _, format, arguments in
      guard let format, let arguments else { return }
      let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
        return String(cString: buffer.baseAddress!)
      }
      let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
      LibraryLog.lastMessage.withLock { $0 = line.hasPrefix("fuse: ") ? String(line.dropFirst(6)) : line }
      LibraryLog.logger.withLock { $0 }?.debug("libfuse: \(line)")
    }
  }
}
