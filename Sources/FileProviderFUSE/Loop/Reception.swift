import CFuse3
import Glibc

/// What waiting for a request has come to.
enum Reception: Equatable {
  /// A request of so many bytes.
  case request(Int)
  /// There is no request yet, and something else to do.
  case otherWork
  /// Nothing came; the next try may bring something.
  case again
  /// The mount is gone.
  case end
  /// The system refused, or what came is no request: an error number.
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
