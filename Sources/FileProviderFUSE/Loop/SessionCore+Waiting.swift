import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Glibc
import LinuxSystem

// Requests that wait for the source hold no thread. Their bytes are kept, libfuse forgets them, and they are answered
// from their beginning when they are due.
extension SessionCore {
  /// Answers a request that waited and is due, if there is one.
  @inline(__always) func answerDue(_ worker: Worker) -> Bool {
    guard let waiting = fileSystem.parked else { return false }
    let time = waiting.attentionTime
    guard time != .max, time == 0 || time <= MonotonicClock.now, let due = waiting.takeDue() else { return false }
    worker.context.answer = due.answer
    defer { worker.context.answer = nil }
    var bytes = due.request.bytes
    bytes.withUnsafeMutableBytes { bytes in
      var buffer = fuse_buf()
      buffer.mem = bytes.baseAddress
      buffer.size = bytes.count
      answer(worker, buffer, count: bytes.count)
    }
    return true
  }

  /// Handles the kernel's message that a program has given up.
  ///
  /// A request that is just being parked is either still known to libfuse, which marks it, or parked already when it is
  /// searched for the second time.
  func interrupt(_ worker: Worker, _ buffer: inout fuse_buf) {
    guard let waiting = fileSystem.parked, let number = interrupted(worker.request) else {
      return fuse_session_process_buf(session, &buffer)
    }
    if waiting.interrupt(number) { return refuse(number, .interrupted) }
    fuse_session_process_buf(session, &buffer)
    if waiting.interrupt(number) { refuse(number, .interrupted) }
  }

  private func interrupted(_ request: UnsafeRawBufferPointer) -> UInt64? {
    let offset = MemoryLayout<fuse_in_header>.size
    guard request.count >= offset + MemoryLayout<fuse_interrupt_in>.size else { return nil }
    return request.loadUnaligned(fromByteOffset: offset, as: fuse_interrupt_in.self).unique
  }

  /// Answers all waiting requests, since no thread will serve them.
  func refuseWaiting() {
    for request in fileSystem.parked?.close() ?? [] { refuse(request.number, .notConnected) }
  }

  /// Answers a request that libfuse does not know any more.
  private func refuse(_ number: UInt64, _ error: ErrorNumber) {
    var header = fuse_out_header(
      len: UInt32(MemoryLayout<fuse_out_header>.size), error: -error.rawValue, unique: number)
    // The kernel may have ended the connection.
    _ = write(fuse_session_fd(session), &header, MemoryLayout<fuse_out_header>.size)
  }
}

extension Worker {
  /// Parks the current request until the source has delivered the missing listing or contents. Nothing is answered
  /// now.
  func park(_ request: fuse_req_t) {
    guard let need = context.need, let waiting = fileSystem.parked,
      self.request.count >= MemoryLayout<fuse_in_header>.size, takeFromPipe()
    else {
      fuse_reply_err(request, EIO)
      return
    }
    context.need = nil
    let number = self.request.loadUnaligned(as: fuse_in_header.self).unique
    guard waiting.park(ParkedRequest(number: number, bytes: Array(self.request)), for: need) else {
      fuse_reply_err(request, EAGAIN)
      return
    }
    if fuse_req_interrupted(request) != 0, waiting.interrupt(number) {
      fuse_reply_err(request, EINTR)
    } else {
      fuse_reply_none(request)
    }
  }
}
