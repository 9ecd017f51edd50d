import Glibc

/// Where the bytes of a write come from.
package enum WriteSource {
  /// From memory.
  case memory(UnsafeRawBufferPointer)
  /// A pipe that holds at least this many bytes, which are consumed.
  case pipe(Int32, count: Int)

  var count: Int {
    switch self {
    case .memory(let bytes): bytes.count
    case .pipe(_, let count): count
    }
  }

  /// What is left after the first bytes were written.
  func dropping(_ written: Int) -> WriteSource {
    switch self {
    case .memory(let bytes): .memory(UnsafeRawBufferPointer(rebasing: bytes[written...]))
    case .pipe(let pipe, let count): .pipe(pipe, count: count - written)
    }
  }

  /// Whether all bytes are still there: a write that failed has taken none.
  var isWhole: Bool {
    guard case .pipe(let pipe, let count) = self else { return true }
    var left: Int32 = 0
    return ioctl(pipe, UInt(FIONREAD), &left) == 0 && Int(left) >= count
  }

  /// Writes to a file at an offset.
  ///
  /// Bytes of a pipe that are not written may be in the pipe afterwards or not.
  ///
  /// - Returns: How many bytes were written; fewer than there are only when the disk is full.
  func write(to descriptor: Int32, at offset: Int64, _ calls: SystemCalls) throws(ErrorNumber) -> Int {
    switch self {
    case .memory(let bytes):
      return try Self.repeating(bytes.count) { done in
        pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset) + done)
      }
    case .pipe(let pipe, let count):
      do throws(ErrorNumber) {
        return try Self.repeating(count) { calls.splice(pipe, descriptor, offset + Int64($0), count - $0) }
      } catch {
        // Not every file system takes what is in a pipe, but then it has taken nothing.
        guard error == .invalid else { throw error }
        return try withBytes { (bytes) throws(ErrorNumber) in
          try Self.memory(bytes).write(to: descriptor, at: offset, calls)
        }
      }
    }
  }

  /// Runs a body on the bytes; those of a pipe are read into memory first.
  func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(ErrorNumber) -> Result
  ) throws(ErrorNumber) -> Result {
    switch self {
    case .memory(let bytes): return try body(bytes)
    case .pipe(let pipe, let count):
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
      defer { buffer.deallocate() }
      let length = try Self.repeating(count) { read(pipe, buffer.baseAddress! + $0, count - $0) }
      guard length == count else { throw .inputOutput }
      return try body(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Repeats a call until it has handled `count` bytes or fails.
  ///
  /// - Parameter call: Is given how many bytes are done; returns how many more it did, or a negative number with
  ///   `errno` set.
  /// - Throws: The first call's error. The error of a later one recurs when the caller continues from there.
  @inline(__always) private static func repeating(
    _ count: Int, _ call: (Int) -> Int
  ) throws(ErrorNumber) -> Int {
    var done = 0
    while done < count {
      let length = call(done)
      if length < 0 && errno == EINTR { continue }
      if length < 0 && done == 0 { throw .last }
      if length <= 0 { break }
      done += length
    }
    return done
  }
}
