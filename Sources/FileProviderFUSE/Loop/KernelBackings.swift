import CFuse3
import FileProviderFileSystem
import Glibc
import Synchronization

/// The files that the kernel reads and writes itself, as it is told of them by its device (Linux 6.9, *Documentation/filesystems/fuse/fuse-passthrough.rst*).
final class KernelBackings: Sendable {
  private let device: Int32
  private let hasEnded = Atomic<Bool>(false)

  /// `FUSE_DEV_IOC_BACKING_OPEN` and `FUSE_DEV_IOC_BACKING_CLOSE`, which these headers do not have.
  private static let (open, close): (UInt, UInt) = (0x4010_e501, 0x4004_e502)

  /// `struct fuse_backing_map`
  private struct Map {
    var descriptor: Int32
    var flags: UInt32 = 0
    var padding: UInt64 = 0
  }

  init(device: Int32) { self.device = device }

  var registry: BackingRegistry {
    BackingRegistry(
      add: { [self] descriptor in
        var map = Map(descriptor: descriptor)
        return ioctl(device, Self.open, &map)
      },
      remove: { [self] number in
        // With the device the kernel has closed them all.
        if hasEnded.load(ordering: .acquiring) { return }
        var number = UInt32(bitPattern: number)
        _ = ioctl(device, Self.close, &number)
      })
  }

  /// To be called before the device is closed.
  func end() { hasEnded.store(true, ordering: .releasing) }
}
