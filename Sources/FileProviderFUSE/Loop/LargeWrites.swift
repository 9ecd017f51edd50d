import CFuse3
import Synchronization

/// Foretells large writes, which come in through a pipe.
///
/// What a request is cannot be known before it is read or moved into the pipe, and one that was moved there for nothing
/// costs a system call more: 0.4 µs. So the pipe is used only while large writes come one after another.
final class LargeWrites: Sendable {
  /// The size of a request from which on it pays: a write of 1 MiB costs the daemon 290 µs instead of 480, one of 128 KiB
  /// 56 instead of 70, one of 16 KiB 13.5 instead of 15.1; of 8 KiB or less the same.
  static let smallest = 16 << 10
  /// How many requests that are none may come in between: of a write that is cut in two the rest is small, and who asks
  /// for the attributes of what it writes makes the kernel ask for `security.capability` as well.
  private static let patience = 3

  /// How many of the next requests may be a large write. Written by whoever answers; a lost write does no harm.
  private let expected = Atomic<Int>(0)
  private let largestSize = Atomic<Int>(0)

  /// The most that the bytes of a write can be; 0 until that is agreed upon.
  var largest: Int {
    get { largestSize.load(ordering: .relaxed) }
    set { largestSize.store(newValue, ordering: .relaxed) }
  }

  var isNextExpected: Bool { expected.load(ordering: .relaxed) > 0 }

  /// Notes a request that was received.
  @inline(__always) func note(_ operation: UInt32, size: Int) {
    if operation == FUSE_WRITE.rawValue && size >= Self.smallest {
      expected.store(Self.patience, ordering: .relaxed)
    } else {
      let left = expected.load(ordering: .relaxed)
      if left > 0 { expected.store(left - 1, ordering: .relaxed) }
    }
  }

  /// Expects none until one has come.
  func end() { expected.store(0, ordering: .relaxed) }
}
