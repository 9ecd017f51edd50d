import FileProviderStore
import Glibc
import Synchronization

/// The files that were written through the mount and not examined yet: filled by the threads that answer requests,
/// emptied by `RecentsMarker`.
final class WrittenFiles: Sendable {
  private struct State {
    var files: [WrittenFile] = []
    var isOpen = false
  }

  private let state = Mutex(State())
  /// A byte in this pipe wakes the thread that empties the list; -1 without one.
  private let pipe: (reading: Int32, writing: Int32)

  /// The most files that are kept: more between two checks are not a person's.
  private static let capacity = 4096

  init() {
    var ends: [Int32] = [-1, -1]
    _ = Glibc.pipe(&ends)
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    pipe = (ends[0], ends[1])
  }

  deinit {
    close(pipe.reading)
    close(pipe.writing)
  }

  /// Begins to keep what is written.
  func open() { state.withLock { $0.isOpen = true } }

  /// Stops keeping what is written.
  func end() { state.withLock { $0.isOpen = false } }

  /// Notes a file. Cheap: it is called before a program's `close` is answered.
  ///
  /// - Parameter process: The process that closed it, and waits.
  func append(_ item: ItemID, by process: Int32) {
    let file = WrittenFile(item: item, writer: WriterIdentity(of: process), moment: MonotonicClock.now, time: .now)
    let isFirst = state.withLock { state in
      guard state.isOpen, state.files.count < Self.capacity else { return false }
      state.files.append(file)
      return state.files.count == 1
    }
    if isFirst { wake() }
  }

  /// Empties the list.
  func take() -> [WrittenFile] {
    state.withLock { state in
      let files = state.files
      state.files.removeAll(keepingCapacity: true)
      return files
    }
  }

  /// Wakes the thread that waits.
  func wake() {
    var byte: UInt8 = 0
    _ = write(pipe.writing, &byte, 1)
  }

  /// Waits until there is something, or `wake` is called.
  func wait() {
    var state = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
    poll(&state, 1, -1)
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while read(pipe.reading, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
