import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderStore

/// In what stretch of time nothing that was written to a disk gets lost.
@Suite(.enabled(if: SmallDisk.loopProblem == nil, "a disk on a loop device is needed")) struct MountEpochTests {
  private func epoch(_ path: String) -> UInt64? {
    guard let file = Descriptor(opening: path, O_RDONLY) else { return nil }
    return MountEpoch.current(of: file.number, boot: .current)
  }

  /// A process in another mount namespace, as in a container, has another mount of the same file system: it loses nothing of what this one writes.
  @Test func `it is the same in each mount namespace`() throws {
    typealias Unshare = @convention(c) (Int32) -> Int32
    let unshare = unsafeBitCast(try #require(dlsym(nil, "unshare")), to: Unshare.self)
    let place = try TestDirectory("epoch")
    let disk = try SmallDisk(at: place.path, .loop(type: "ext4", blockSize: 4096), megabytes: 16)
    let here = try #require(epoch(disk.path))
    // A thread may leave the namespace of its process, which ends with it (`CLONE_NEWNS`).
    let there = Monitor<[UInt64?]>([])
    let path = disk.path
    NativeThread.start(name: "namespace") {
      let result = unshare(0x0002_0000) == 0 ? epoch(path) : nil
      there.withLock { $0.append(result) }
    }
    #expect(there.wait { $0.first } == here)
  }

  /// A disk that was taken away and is back may have lost something.
  @Test func `it ends when the disk is unmounted`() throws {
    let place = try TestDirectory("epoch")
    let disk = try SmallDisk(at: place.path, .loop(type: "ext4", blockSize: 4096), megabytes: 16)
    let before = try #require(epoch(disk.path))
    try disk.remount()
    #expect(try #require(epoch(disk.path)) != before)
  }
}
