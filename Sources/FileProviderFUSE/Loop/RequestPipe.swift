import CFuse3
import Glibc
import LinuxSystem
import Synchronization

/// The pipes of a mount that no thread has: a thread takes one when it is to read a large write, and puts it back when it no longer reads.
///
/// So a mount that rests has the pipe of the thread that waits for a request, at most.
final class RequestPipes: Sendable {
  /// Carries a pipe between threads.
  private struct Box: @unchecked Sendable {
    // Sendable: taken out of a locked list by one thread, which puts it back when it no longer uses it.
    let pipe: RequestPipe
  }

  /// For the threads that take turns at reading. Others are closed.
  private static let mostIdle = 2
  private let idle = Mutex<[Box]>([])

  /// - Parameter contents: The size of the largest write in bytes.
  /// - Returns: An empty pipe; `nil` when the system does not give one.
  func take(holding contents: Int) -> RequestPipe? {
    idle.withLock { $0.popLast() }?.pipe ?? RequestPipe(holding: contents)
  }

  /// - Parameter pipe: An empty one.
  func put(_ pipe: RequestPipe) {
    let box = Box(pipe: pipe)
    idle.withLock { if $0.count < Self.mostIdle { $0.append(box) } }
  }

  /// Closes all.
  func rest() {
    let boxes = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    withExtendedLifetime(boxes) {}
  }
}

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
