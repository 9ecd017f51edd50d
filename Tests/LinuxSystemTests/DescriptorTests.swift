import Glibc
import LinuxSystem
import Testing

@Suite struct DescriptorTests {
  private func isOpen(_ number: Int32) -> Bool { fcntl(number, F_GETFD) >= 0 }

  /// A descriptor is closed when its owner ends, in whatever way, and started programs never inherit it.
  @Test func `it is closed with its owner`() throws {
    var number: Int32 = -1
    do {
      guard let file = Descriptor(opening: "/dev/null", O_RDONLY) else { throw Errno.last }
      number = file.number
      #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    }
    #expect(!isOpen(number))
  }

  /// The code that takes a descriptor over closes it.
  @Test func `it is given away open`() throws {
    guard let file = Descriptor(opening: "/dev/null", O_RDONLY) else { throw Errno.last }
    let number = file.release()
    #expect(isOpen(number))
    close(number)
  }

  /// A failure leaves its reason, also when other descriptors are closed on the way out.
  @Test func `a failure leaves its reason`() throws {
    func attempt() -> Bool {
      guard let file = Descriptor(opening: "/dev/null", O_RDONLY) else { return true }
      return Descriptor(opening: "/nowhere/at/all", O_RDONLY, in: file.number) != nil
    }
    let succeeded = attempt()
    let reason = errno
    #expect(!succeeded)
    #expect(reason == ENOENT)
  }

  @Test func `what a file system says only when a file is closed is heard`() throws {
    guard let file = Descriptor(opening: "/dev/null", O_WRONLY) else { throw Errno.last }
    close(file.number)
    #expect(file.close() == EBADF)
  }

  /// Closing the one end of a pipe lets the other see its end.
  @Test func `a pipe ends`() throws {
    guard let pipe = Pipe() else { throw Errno.last }
    #expect(write(pipe.writing.number, "x", 1) == 1)
    let reading = pipe.closingWriting()
    var byte: UInt8 = 0
    #expect(read(reading.number, &byte, 1) == 1)
    #expect(read(reading.number, &byte, 1) == 0)
  }

  /// System calls refuse the number of none, so that a missing file is a failure and never another file.
  @Test func `none is refused`() throws {
    let none = Descriptor(opening: "/nowhere/at/all", O_RDONLY)
    #expect(!isOpen(none.number))
    #expect(errno == EBADF)
    let some = Descriptor(opening: "/dev/null", O_RDONLY)
    #expect(isOpen(some.number))
  }

  /// What stands for contents can be shared, because it stays as it is.
  @Test func `a sealed file in memory stays as it is`() throws {
    guard let file = Descriptor.sealed(inMemory: "test", []) else { throw Errno.last }
    let (written, reason) = (write(file.number, "x", 1), errno)
    #expect(written == -1 && reason == EPERM)
    #expect(ftruncate(file.number, 1) == -1)
    var status = stat()
    #expect(fstat(file.number, &status) == 0 && status.st_size == 0)
    guard let other = Descriptor.sealed(inMemory: "test", Array("text".utf8)) else { throw Errno.last }
    #expect(write(other.number, "x", 1) == -1)
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(pread(other.number, &bytes, 8, 0) == 4 && bytes.starts(with: Array("text".utf8)))
  }
}
