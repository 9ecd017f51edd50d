import CLinux
import Glibc

/// The two ends of a pipe (pipe(7)), neither of them for programs that this one starts.
package struct Pipe: ~Copyable, Sendable {
  package let reading: Descriptor
  package let writing: Descriptor

  /// - Returns: `nil` where the system has no more descriptors, with the reason in `errno`.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0, let reading = Descriptor(owning: ends[0]),
      let writing = Descriptor(owning: ends[1])
    else { return nil }
    self.reading = reading
    self.writing = writing
  }

  /// Closes the writing end: readers reach the end when no other process has it open.
  package consuming func closingWriting() -> Descriptor { reading }

  /// Makes calls on both ends return at once where they would wait (`O_NONBLOCK`).
  package borrowing func makeNonBlocking() -> Bool {
    fcntl(reading.number, F_SETFL, O_NONBLOCK) == 0 && fcntl(writing.number, F_SETFL, O_NONBLOCK) == 0
  }

  /// Makes a pipe hold more or less (`F_SETPIPE_SZ`, fcntl(2)).
  ///
  /// - Parameters:
  ///   - size: In bytes; the kernel rounds up to a power of two of pages.
  ///   - descriptor: Either end.
  /// - Returns: The size it has now; negative where that is refused, or where it is no pipe.
  @discardableResult
  package static func setSize(_ size: Int32, of descriptor: Int32) -> Int32 { fcntl(descriptor, setPipeSize, size) }

  /// `F_SETPIPE_SZ`, which the module map leaves out.
  private static let setPipeSize: Int32 = 1031
}
