import CFuse3
import Synchronization

/// Predicts large writes, which arrive through a pipe.
///
/// What a request is cannot be known before it is read or moved into the pipe, and moving a small one there costs an
/// additional system call: 0.4 µs. So the pipe is used only after two large writes in quick succession: a file that is
/// written at once and closed never pays for it.
final class LargeWrites: Sendable {
  /// The size from which the pipe pays: a write of 1 MiB costs the daemon 290 µs instead of 480, one of 128 KiB 56
  /// instead of 70, one of 16 KiB 13.5 instead of 15.1, and one of 8 KiB or less the same.
  static let smallest = 16 << 10
  /// How many other requests may come in between: when a write is cut in two the rest is small, and a program that asks
  /// for the attributes of what it writes makes the kernel ask for `security.capability` as well.
  private static let patience = 3

  /// For how many more requests the last large write is remembered; by `patience` more when it was not the first.
  /// Written by the thread that answers; a lost write does no harm.
  private let left = Atomic<Int>(0)
  private let largestSize = Atomic<Int>(0)

  /// The largest write that was agreed upon with the kernel, in bytes; 0 until then.
  var largest: Int {
    get { largestSize.load(ordering: .relaxed) }
    set { largestSize.store(newValue, ordering: .relaxed) }
  }

  var isNextExpected: Bool { left.load(ordering: .relaxed) > Self.patience }

  /// Notes a request that was received.
  @inline(__always) func note(_ operation: UInt32, size: Int) {
    let left = left.load(ordering: .relaxed)
    if operation == FUSE_WRITE.rawValue && size >= Self.smallest {
      self.left.store(left > 0 ? 2 * Self.patience : Self.patience, ordering: .relaxed)
    } else if left > 0 {
      self.left.store(left == Self.patience + 1 ? 0 : left - 1, ordering: .relaxed)
    }
  }

  /// Expects no large write until two more have arrived.
  func end() { left.store(0, ordering: .relaxed) }
}
