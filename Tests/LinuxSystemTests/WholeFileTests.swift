import Glibc
import LinuxSystem
import Testing

@Suite struct WholeFileTests {
  /// A pipe gives and takes what it has room for, 64 KiB at a time.
  @Test(arguments: [0, 1, 3, 1 << 20]) func `all bytes are written and read, whatever their number was thought to be`(
    size: Int
  ) throws {
    guard let pipe = Pipe(), let copy = pipe.writing.duplicate() else { throw Errno.last }
    let writing = copy.release()
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let isStarted = NativeThread.start(name: "writer") {
      try? WholeFile.write(bytes, to: writing)
      close(writing)
    }
    try #require(isStarted)
    let reading = pipe.closingWriting()
    #expect(try WholeFile.read(reading.number, about: size, atMost: 1 << 20) == bytes)
  }

  @Test func `no more is read than is wanted`() throws {
    guard let file = Descriptor(opening: "/dev/zero", O_RDONLY) else { throw Errno.last }
    #expect(try WholeFile.read(file.number, about: 10, atMost: 1000).count == 1000)
    #expect(try WholeFile.read(file.number, about: 5000, atMost: 1000).count == 1000)
  }

  @Test func `errors are reported`() throws {
    guard let full = Descriptor(opening: "/dev/full", O_WRONLY), let folder = Descriptor(opening: "/", O_RDONLY) else {
      throw Errno.last
    }
    #expect(throws: Errno(number: ENOSPC)) { try WholeFile.write([1], to: full.number) }
    #expect(throws: Errno(number: EISDIR)) { try WholeFile.read(folder.number, about: 1, atMost: 10) }
  }
}
