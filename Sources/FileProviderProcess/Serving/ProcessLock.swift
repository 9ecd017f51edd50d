import Glibc
package import LinuxSystem

/// The right to be the process of a store's provider: a lock that the kernel frees when the process ends, however it ends.
package final class ProcessLock: Sendable {
  private let file: Descriptor

  /// Takes the lock.
  ///
  /// - Parameter patience: How long it waits for a process that is ending: one that does not listen any more.
  /// - Returns: `nil` when another process has it and listens, or keeps it.
  /// - Throws: When there can be no such lock.
  package init?(_ place: ProcessPlace, patience: Duration = .seconds(20)) throws(Errno) {
    guard let opened = Descriptor(opening: place.lock, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK) else { throw .last }
    guard opened.isFile else { throw Errno(number: EINVAL) }
    let number = opened.number
    let isTaken = Deadline.after(patience).ask(every: .milliseconds(20)) {
      flock(number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK || Self.isListening(place)
    }
    guard isTaken, flock(number, LOCK_EX | LOCK_NB) == 0 else {
      if errno != EWOULDBLOCK { throw .last }
      return nil
    }
    file = opened
    // For debugging.
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(file.number, 0)
    _ = pwrite(file.number, text, text.count, 0)
  }

  private static func isListening(_ place: ProcessPlace) -> Bool { (try? place.connect(nil)) != nil }
}
