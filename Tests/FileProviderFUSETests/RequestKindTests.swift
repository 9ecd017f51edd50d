import CFuse3
import Glibc
import Testing

@testable import FileProviderFUSE

/// What is said of a request before it is decoded.
@Suite struct RequestKindTests {
  private func onlyReads(_ operation: fuse_opcode, flags: Int32? = nil) -> Bool {
    var header = fuse_in_header()
    header.opcode = operation.rawValue
    var bytes = withUnsafeBytes(of: header) { Array($0) }
    // The flags come first in both kinds of requests that have them, but for the handle of one that is closed.
    if operation == FUSE_RELEASE { bytes += [UInt8](repeating: 0xff, count: 8) }
    if let flags { bytes += withUnsafeBytes(of: flags) { Array($0) } + [UInt8](repeating: 0xff, count: 12) }
    return bytes.withUnsafeBytes { RequestKind.onlyReads($0) }
  }

  @Test func `what only reads is told from changes`() {
    for operation in [FUSE_LOOKUP, FUSE_GETATTR, FUSE_READ, FUSE_READDIRPLUS, FUSE_BATCH_FORGET, FUSE_IOCTL] {
      #expect(onlyReads(operation))
    }
    for operation in [FUSE_WRITE, FUSE_CREATE, FUSE_UNLINK, FUSE_SETATTR, FUSE_FLUSH, FUSE_INIT, FUSE_DESTROY] {
      #expect(!onlyReads(operation))
    }
    #expect(!RequestKind.onlyReads(UnsafeRawBufferPointer(start: nil, count: 0)))
  }

  @Test func `a document is open for reading or for writing`() {
    for operation in [FUSE_OPEN, FUSE_RELEASE] {
      #expect(onlyReads(operation, flags: O_RDONLY))
      #expect(onlyReads(operation, flags: O_RDONLY | O_NONBLOCK))
      for flags in [O_WRONLY, O_RDWR, O_RDONLY | O_TRUNC] { #expect(!onlyReads(operation, flags: flags)) }
      // A request that ends too early.
      #expect(!onlyReads(operation))
    }
  }
}
