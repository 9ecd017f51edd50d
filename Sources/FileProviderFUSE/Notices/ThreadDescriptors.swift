import CFuse3
import Glibc

/// The file descriptors of one thread.
enum ThreadDescriptors {
  /// Gives the calling thread a table of descriptors of its own, in which there are only the standard three and this one.
  ///
  /// For threads that tell the kernel to drop something. That waits, uninterruptibly, for whoever changes the same folder, and he may wait for
  /// an answer of ours: when this process is killed, neither ever goes on, until somebody ends the connection. As long as the thread is there, its
  /// descriptors are: with a common table the store's locks would be held by a process that is dead, and every other mount and command
  /// would wait for them.
  static func keepOnly(_ descriptor: Int32) {
    let first = UInt32(STDERR_FILENO + 1)
    let kept = UInt32(descriptor)
    // Where the kernel (before 5.9) cannot, the table stays common.
    if kept > first {
      guard close_range(first, kept - 1, unshare) == 0 else { return }
      close_range(kept + 1, .max, 0)
    } else {
      close_range(kept + 1, .max, unshare)
    }
  }

  /// `CLOSE_RANGE_UNSHARE`
  private static let unshare: Int32 = 1 << 1
}
