import CLinux
import Glibc
import LinuxSystem

/// Wakes the thread that polls several descriptors (eventfd(2)).
final class Waker: Sendable {
  private let descriptor: Descriptor

  /// - Throws: When the system has no more descriptors.
  init() throws(Errno) {
    guard let made = Descriptor(owning: eventfd(0, O_CLOEXEC | O_NONBLOCK)) else { throw .last }
    descriptor = made
  }

  var polled: pollfd { pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0) }

  func wake() {
    var one: UInt64 = 1
    _ = write(descriptor.number, &one, 8)
  }

  /// Sleeps until it is woken the next time.
  func clear() {
    var count: UInt64 = 0
    _ = read(descriptor.number, &count, 8)
  }
}
