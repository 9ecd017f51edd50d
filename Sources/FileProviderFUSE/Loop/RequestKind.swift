import CFuse3
import Glibc

/// What can be said of a request before it is decoded.
enum RequestKind {
  /// Whether a request changes nothing but what the kernel has open or has looked up. In rare cases it commits what somebody else has changed, which
  /// harms nobody.
  ///
  /// - Parameter request: As the kernel sent it.
  @inline(__always) static func onlyReads(_ request: UnsafeRawBufferPointer) -> Bool {
    guard request.count >= MemoryLayout<fuse_in_header>.size else { return false }
    let operation = request.loadUnaligned(as: fuse_in_header.self).opcode
    switch fuse_opcode(operation) {
    case FUSE_LOOKUP, FUSE_FORGET, FUSE_BATCH_FORGET, FUSE_GETATTR, FUSE_READLINK, FUSE_READ, FUSE_LSEEK, FUSE_OPENDIR,
      FUSE_READDIR, FUSE_READDIRPLUS,
      FUSE_RELEASEDIR, FUSE_STATFS, FUSE_GETXATTR, FUSE_LISTXATTR, FUSE_INTERRUPT, FUSE_IOCTL:
      return true
    case FUSE_OPEN: return opensForReading(request, at: MemoryLayout.offset(of: \fuse_open_in.flags))
    case FUSE_RELEASE: return opensForReading(request, at: MemoryLayout.offset(of: \fuse_release_in.flags))
    default: return false
    }
  }

  /// Whether the flags of open(2) at an offset behind a request's header only allow reading.
  private static func opensForReading(_ request: UnsafeRawBufferPointer, at offset: Int?) -> Bool {
    let offset = MemoryLayout<fuse_in_header>.size + (offset ?? 0)
    guard request.count >= offset + MemoryLayout<UInt32>.size else { return false }
    let flags = Int32(bitPattern: request.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    return flags & (O_ACCMODE | O_TRUNC) == O_RDONLY
  }
}
