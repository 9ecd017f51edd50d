import CFuse3
import Glibc

/// The file descriptors of one thread.
enum ThreadDescriptors {
  /// Gives the calling thread a table of descriptors of its own, with only the standard three and this one.
  ///
  /// For threads that make the kernel drop something. Such a thread waits, uninterruptibly, for a program that
  /// changes the same folder, and that program may wait for our answer: if this process is killed then, neither goes on
  /// until the connection is ended. While the thread exists, its descriptors stay open. With a common table the dead
  /// process would hold the store's locks, and every other mount and command would wait for them.
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
