package import Foundation
import Glibc
import LinuxSystem

/// Waits for commits of any process, this one included.
///
/// One thread waits; any thread may cancel. A wake-up means that something may have changed, but not what.
package final class ChangeWaiter: Sendable {
  private let watch: Descriptor
  /// A byte in this pipe cancels the wait.
  private let cancellation: LinuxSystem.Pipe

  /// - Parameter wakeFile: The store's wake file.
  convenience init(wakeFile: URL) throws(StoreError) { try self.init(wakeFiles: [wakeFile]) }

  /// Waits for commits in any of some stores, which need not be opened.
  package convenience init(storesIn directories: [URL]) throws(StoreError) {
    try self.init(wakeFiles: directories.map(WakeFile.url(in:)))
  }

  private init(wakeFiles: [URL]) throws(StoreError) {
    guard let watch = Descriptor(owning: inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))) else {
      throw StoreError(errno: errno, "cannot watch for changes")
    }
    for file in wakeFiles where inotify_add_watch(watch.number, file.path, UInt32(IN_MODIFY)) < 0 {
      throw StoreError(errno: errno, "cannot watch \(file.path)")
    }
    guard let cancellation = LinuxSystem.Pipe(), cancellation.makeNonBlocking() else {
      throw StoreError(errno: errno, "cannot watch for changes")
    }
    self.watch = watch
    self.cancellation = cancellation
  }

  /// Makes this and every later `wait` return at once. May be called from any thread, and from a signal handler.
  package func cancel() {
    var byte: UInt8 = 0
    _ = write(cancellation.writing.number, &byte, 1)
  }

  /// Sleeps until any process may have committed.
  ///
  /// - Parameter milliseconds: The longest sleep; negative for no end.
  /// - Returns: Whether it was woken by a commit; false when the time has passed or the wait was cancelled.
  package func wait(milliseconds: Int32) -> Bool {
    var descriptors = [
      pollfd(fd: watch.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: cancellation.reading.number, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&descriptors, 2, milliseconds)
    guard count > 0, descriptors[1].revents == 0 else { return false }
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while Glibc.read(watch.number, buffer.baseAddress, buffer.count) > 0 {}
    }
    return true
  }

  /// Whether `cancel` was called.
  package var isCancelled: Bool {
    var state = pollfd(fd: cancellation.reading.number, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0
  }

  /// Sleeps for a while. Commits do not end it, `cancel` does.
  func rest(nanoseconds: UInt64) {
    let end = MonotonicClock.now + nanoseconds
    var now = MonotonicClock.now
    while now < end {
      var state = pollfd(fd: cancellation.reading.number, events: Int16(POLLIN), revents: 0)
      // Rounded up, so that the sleep does not end early.
      if poll(&state, 1, Int32(min((end - now) / 1_000_000 + 1, 60_000))) > 0 { return }
      now = MonotonicClock.now
    }
  }
}
