import CFuse3
import FileProviderFileSystem
import Glibc

// Requests that come in through a pipe. libfuse is given the part that it looks at, as if all had been read; the bytes
// of a large write stay in the pipe, and `write` takes them from there.
extension SessionCore {
  /// The header of a write request, which precedes its bytes.
  private static let headSize = MemoryLayout<fuse_in_header>.size + MemoryLayout<fuse_write_in>.size

  /// Receives one request: through the worker's pipe if it is likely to be a large write.
  @inline(__always) func receiveRequest(_ worker: Worker) -> Reception {
    guard worker.seat < requestReaders.count else { return .end }
    let requestReader = requestReaders[worker.seat]
    if largeWrites.isNextExpected {
      if let pipe = worker.takePipe() { return receive(worker, through: pipe, requestReader) }
      // Do not ask the system for a pipe at every request.
      largeWrites.end()
    }
    let reception = requestReader.read(into: worker.memory)
    if case .request(let count) = reception { worker.buffer.size = count }
    return reception
  }

  private func receive(_ worker: Worker, through pipe: RequestPipe, _ requestReader: RequestReader) -> Reception {
    let reception = requestReader.move(into: pipe, atMost: largeWrites.largest + Worker.headRoom)
    switch reception {
    case .request(let count):
      guard let left = read(count, from: pipe, into: worker.memory) else {
        pipe.empty(worker.memory)
        return .failure(EIO)
      }
      worker.buffer.size = count
      worker.bytesInPipe = left
      return reception
    case .failure:
      // Whatever the error is, the next read without a pipe meets it again or succeeds.
      largeWrites.end()
      return .again
    case .otherWork, .idle, .again, .end: return reception
    }
  }

  /// Reads a request from a pipe, but for the bytes of a large write.
  ///
  /// - Returns: How many bytes are left in the pipe; `nil` if the pipe did not have what it should.
  private func read(_ count: Int, from pipe: RequestPipe, into memory: UnsafeMutableRawBufferPointer) -> Int? {
    guard let memory = memory.baseAddress, count >= MemoryLayout<fuse_in_header>.size else { return nil }
    let head = count < LargeWrites.smallest ? count : Self.headSize
    guard pipe.read(into: memory, head) else { return nil }
    if head == count { return 0 }
    if memory.load(as: fuse_in_header.self).opcode == FUSE_WRITE.rawValue { return count - head }
    return pipe.read(into: memory + head, count - head) ? 0 : nil
  }
}
