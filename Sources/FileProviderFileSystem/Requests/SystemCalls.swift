import Glibc

/// The calls of the C library that Swift's module of it leaves out because they are in no standard.
///
/// A target that can import C supplies them. Each returns what the call returns, with `errno` set.
package struct SystemCalls: Sendable {
  /// `fallocate(2)`: descriptor, mode, offset, length.
  package var allocate: @Sendable (Int32, Int32, Int64, Int64) -> Int32
  /// `copy_file_range(2)`: from, its offset, to, its offset, length.
  package var copy: @Sendable (Int32, Int64, Int32, Int64, Int) -> Int
  /// `splice(2)` out of a pipe: the pipe, a file, its offset, length.
  package var splice: @Sendable (Int32, Int32, Int64, Int) -> Int

  package init(
    allocate: @escaping @Sendable (Int32, Int32, Int64, Int64) -> Int32 = { _, _, _, _ in
      errno = EOPNOTSUPP
      return -1
    },
    copy: @escaping @Sendable (Int32, Int64, Int32, Int64, Int) -> Int = { _, _, _, _, _ in
      errno = EOPNOTSUPP
      return -1
    },
    splice: @escaping @Sendable (Int32, Int32, Int64, Int) -> Int = { _, _, _, _ in
      errno = EINVAL
      return -1
    }
  ) {
    self.allocate = allocate
    self.copy = copy
    self.splice = splice
  }
}
