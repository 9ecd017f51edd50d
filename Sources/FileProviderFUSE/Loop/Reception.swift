import CFuse3
import Glibc

/// The result of waiting for a request.
enum Reception: Equatable {
  /// The size of a request in bytes.
  case request(Int)
  /// There is no request yet, and something else to do.
  case otherWork
  /// No request arrived within the reader's patience.
  case idle
  /// No request arrived; the next try may find one.
  case again
  /// The mount has ended.
  case end
  /// The read failed, or returned no request: an error number.
  case failure(Int32)

  /// - Parameter count: What a call on the kernel's device has just returned, with `errno` set.
  @inline(__always) init(_ count: Int) {
    if count >= MemoryLayout<fuse_in_header>.size {
      self = .request(count)
    } else {
      self = count < 0 ? Reception(refused: errno) : .failure(EIO)
    }
  }

  private init(refused number: Int32) {
    switch number {
    // The program was interrupted before its request was read.
    case ENOENT, EINTR: self = .again
    case ENODEV: self = .end
    default: self = .failure(number)
    }
  }
}
