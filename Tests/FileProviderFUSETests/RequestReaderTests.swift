import CFuse3
import Glibc
import Testing

@testable import FileProviderFUSE

/// The wait for requests, on a socket that keeps messages apart as the kernel's device does.
@Suite struct RequestReaderTests {
  private static let headerSize = MemoryLayout<fuse_in_header>.size

  private final class Device {
    let ends: [Int32]
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 8192, alignment: 8)

    init() {
      var ends: [Int32] = [-1, -1]
      socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends)
      self.ends = ends
    }

    deinit {
      for end in ends { close(end) }
      memory.deallocate()
    }

    func send(_ count: Int) { _ = write(ends[1], [UInt8](repeating: 7, count: count), count) }
  }

  /// A request is received whole; what is shorter than a request's header is none.
  @Test func `a request is received`() {
    let device = Device()
    let reader = RequestReader(descriptor: device.ends[0]) { .max }
    device.send(Self.headerSize + 100)
    #expect(reader.read(into: device.memory) == .request(Self.headerSize + 100))
    #expect(device.memory[Self.headerSize + 99] == 7)
    device.send(Self.headerSize - 1)
    #expect(reader.read(into: device.memory) == .failure(EIO))
  }

  /// A waiting thread is told of other work at once, even if the work came before the wait. A request comes first.
  @Test func `something else to do`() {
    let device = Device()
    let idle = RequestReader(descriptor: device.ends[0]) { 0 }
    #expect(idle.read(into: device.memory) == .otherWork)
    device.send(Self.headerSize)
    #expect(idle.read(into: device.memory) == .request(Self.headerSize))
    let interrupted = RequestReader(descriptor: device.ends[0]) { .max }
    interrupted.interrupt()
    #expect(interrupted.read(into: device.memory) == .otherWork)
  }

  /// A thread that only helps others waits for a moment, and says when it is over, however often it is called meanwhile for other work.
  @Test func `a thread that helps is not patient`() {
    let device = Device()
    let reader = RequestReader(descriptor: device.ends[0], patience: 1_000_000) { .max }
    var receptions: [Reception] = []
    while receptions.count < 100, receptions.last != .idle { receptions.append(reader.read(into: device.memory)) }
    #expect(receptions.last == .idle)
    #expect(receptions.dropLast().allSatisfy { $0 == .otherWork })
    device.send(Self.headerSize)
    #expect(reader.read(into: device.memory) == .request(Self.headerSize))
  }

  /// A mount that is gone ends the loop, an interruption does not, and everything else is told.
  @Test(arguments: [
    (ENODEV, Reception.end), (EINTR, .again), (ENOENT, .again), (ENOMEM, .failure(ENOMEM)), (EINVAL, .failure(EINVAL)),
  ])
  func `what the kernel refuses`(_ number: Int32, _ expected: Reception) {
    errno = number
    let reception = Reception(-1)
    #expect(reception == expected)
  }
}
