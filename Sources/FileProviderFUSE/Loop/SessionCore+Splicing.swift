import CFuse3
import FileProviderFileSystem
import Glibc

// Requests that come in through a pipe. libfuse is given the part that it looks at, as if all had been read; the bytes
// of a large write stay in the pipe, and `write` takes them from there.
extension SessionCore {
  /// The header of a write request, which precedes its bytes.
  private static let headSize = MemoryLayout<fuse_in_header>.size + MemoryLayout<fuse_write_in>.size
  /// The room that libfuse's buffer has for it.
  private static let headRoom = 4096

  /// Receives one request: through the worker's pipe if it is likely to be a large write.
  ///
  /// - Returns: As `fuse_session_receive_buf`.
  @inline(__always) func receiveRequest(_ worker: Worker) -> Int32 {
    // libfuse allocates the buffer when it reads.
    guard largeWrites.isNextExpected, let memory = worker.buffer.mem, let pipe = worker.pipe, let requests else {
      return fuse_session_receive_buf(session, &worker.buffer)
    }
    let count = requests.move(into: pipe, atMost: largeWrites.largest + Self.headRoom)
    guard count >= 0 else { return failure(errno) }
    guard let left = read(count, from: pipe, into: memory) else {
      pipe.empty(memory, count)
      return -EIO
    }
    worker.buffer.size = count
    worker.bytesInPipe = left
    return Int32(count)
  }

  /// Reads a request from a pipe, but for the bytes of a large write.
  ///
  /// - Returns: How many bytes are left in the pipe; `nil` if the pipe did not have what it should.
  private func read(_ count: Int, from pipe: RequestPipe, into memory: UnsafeMutableRawPointer) -> Int? {
    guard count >= MemoryLayout<fuse_in_header>.size else { return nil }
    let head = count < LargeWrites.smallest ? count : Self.headSize
    guard pipe.read(into: memory, head) else { return nil }
    if head == count { return 0 }
    if memory.load(as: fuse_in_header.self).opcode == FUSE_WRITE.rawValue { return count - head }
    return pipe.read(into: memory + head, count - head) ? 0 : nil
  }

  private func failure(_ number: Int32) -> Int32 {
    switch number {
    // There is something else to do.
    case EAGAIN: return -EAGAIN
    case ENODEV:
      // The mount is gone.
      fuse_session_exit(session)
      return 0
    default:
      // Whatever the error is, the next read without a pipe meets it again or succeeds.
      largeWrites.end()
      return -EINTR
    }
  }
}
