import FileProviderFileSystem
import FileProviderStore
import Glibc
import LinuxSystem
import Logging

/// The thread that puts what is written among the recents.
final class RecentsThread: @unchecked Sendable {
  // Sendable: `hasEnded` is only looked at and changed under the lock of `ended`.
  private let marker: RecentsMarker
  private let ended = Condition()
  private var hasEnded = true

  init(_ fileSystem: FileSystem, logger: Logger) { marker = RecentsMarker(fileSystem, logger: logger) }

  /// - Returns: Whether the system had a thread for it.
  func start() -> Bool {
    ended.withLock { hasEnded = false }
    let hasStarted = NativeThread.start(name: "recents", stackSize: 512 << 10) { [self] in
      marker.run()
      noteEnd()
    }
    if !hasStarted { noteEnd() }
    return hasStarted
  }

  /// Returns when what was held back is marked, or after some seconds.
  func stop() {
    marker.stop()
    ended.withLock { _ = ended.wait(until: .after(.seconds(5))) { hasEnded } }
  }

  private func noteEnd() {
    ended.withLock {
      hasEnded = true
      ended.broadcast()
    }
  }
}
