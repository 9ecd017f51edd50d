import CFuse3
import Glibc
import LinuxSystem

/// A pipe through which requests come in, so that the bytes of a large write go from the kernel to their file without
/// passing through our memory.
final class RequestPipe {
  private let pipe: Pipe

  /// `SPLICE_F_NONBLOCK`, which the module map leaves out.
  static let nonBlocking: UInt32 = 2

  /// - Parameter contents: The size of the largest write. The pipe must take its pages and one more for the header,
  ///   because the kernel drops a request that finds no room.
  /// - Returns: `nil` when the system has no such pipe. Without privileges one holds 1 MiB at most, unless the administrator allows
  ///   more (`/proc/sys/fs/pipe-max-size`).
  init?(holding contents: Int) {
    let needed = contents + sysconf(Int32(_SC_PAGESIZE))
    guard let pipe = Pipe(), pipe.makeNonBlocking(), Pipe.setSize(Int32(needed), of: pipe.writing.number) >= needed
    else { return nil }
    self.pipe = pipe
  }

  /// Where to read.
  var output: Int32 { pipe.reading.number }

  /// Moves one request into the pipe, which must be empty.
  ///
  /// - Returns: What `splice(2)` does.
  func take(from device: Int32, atMost size: Int) -> Int {
    splice(device, nil, pipe.writing.number, nil, size, Self.nonBlocking)
  }

  /// Reads exactly `count` bytes.
  ///
  /// - Returns: Whether there were as many.
  func read(into memory: UnsafeMutableRawPointer, _ count: Int) -> Bool {
    var done = 0
    while done < count {
      let length = Glibc.read(output, memory + done, count - done)
      if length < 0 && errno == EINTR { continue }
      guard length > 0 else { return false }
      done += length
    }
    return true
  }

  /// Takes out what is left.
  ///
  /// - Parameter room: Memory to be overwritten.
  func empty(_ room: UnsafeMutableRawBufferPointer) {
    while true {
      let length = Glibc.read(output, room.baseAddress, room.count)
      if length == 0 || (length < 0 && errno != EINTR) { return }
    }
  }
}
