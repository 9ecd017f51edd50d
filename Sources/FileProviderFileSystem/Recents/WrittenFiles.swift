import FileProviderStore
import Glibc
import LinuxSystem
import Synchronization

/// The files that were written through the mount and not examined yet: filled by the threads that answer requests,
/// emptied by `RecentsMarker`.
final class WrittenFiles: Sendable {
  private struct State {
    var files: [WrittenFile] = []
    var isOpen = false
  }

  private let state = Mutex(State())
  /// A byte in it wakes the reader of the list; `nil` if there is none.
  private let pipe: Pipe?

  /// Maximum number of files kept: more between two checks are not a user's.
  private static let capacity = 4096

  init() {
    guard let pipe = Pipe(), pipe.makeNonBlocking() else {
      self.pipe = nil
      return
    }
    self.pipe = consume pipe
  }

  /// The numbers of the pipe's ends; negative without one.
  private var ends: (reading: Int32, writing: Int32) {
    switch pipe {
    case .some(let pipe): (pipe.reading.number, pipe.writing.number)
    case .none: (-1, -1)
    }
  }

  /// Begins to keep what is written.
  func open() { state.withLock { $0.isOpen = true } }

  /// Stops keeping what is written.
  func end() { state.withLock { $0.isOpen = false } }

  /// Notes a file. Cheap: it is called before a program's `close` is answered.
  ///
  /// - Parameter process: The process that closed it, and waits.
  func append(_ item: ItemID, by process: Int32) {
    let file = WrittenFile(item: item, writer: ProgramIdentity(of: process), moment: MonotonicClock.now, time: .now)
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
    _ = write(ends.writing, &byte, 1)
  }

  /// Waits until there is something, or `wake` is called.
  func wait() {
    var state = pollfd(fd: ends.reading, events: Int16(POLLIN), revents: 0)
    poll(&state, 1, -1)
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      while read(ends.reading, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
