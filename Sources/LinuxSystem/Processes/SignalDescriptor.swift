import CLinux
import Glibc

/// Signals that a process reads from a descriptor when it is ready for them (signalfd(2)), for one that has no thread to spare for them.
package struct SignalDescriptor: ~Copyable {
  private let descriptor: Descriptor
  /// `sizeof(struct signalfd_siginfo)`.
  private static let recordSize = 128

  /// Blocks the signals in the calling thread: from now on they wait here.
  ///
  /// - Returns: `nil` where the system has no more descriptors, with the reason in `errno`.
  package init?(_ numbers: [Int32]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // SFD_NONBLOCK and SFD_CLOEXEC.
    guard let descriptor = Descriptor(owning: signalfd(-1, &signals, O_NONBLOCK | O_CLOEXEC)) else { return nil }
    self.descriptor = descriptor
  }

  /// A descriptor that becomes readable when a signal arrives.
  package var number: Int32 { descriptor.number }

  /// Consumes a pending signal.
  ///
  /// - Returns: Whether there was one.
  package borrowing func take() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: Self.recordSize, alignment: 8) { record in
      read(descriptor.number, record.baseAddress, record.count) == record.count
    }
  }
}
