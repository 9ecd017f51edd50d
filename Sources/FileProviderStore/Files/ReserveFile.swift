import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// A file beside the database that reserves room on a disk that copies on write.
///
/// There a block that is overwritten becomes a new block, so room inside the database is of no use for writing to it. The file is truncated
/// for a commit that must not fail, and allocated again as soon as there is room. In between, another program may take the room.
final class ReserveFile: Sendable {
  /// In bytes. A commit that removes something writes some twenty pages, and many commits may come before anything becomes free.
  static let wholeSize: Int64 = 4 << 20
  /// How long to wait between two tries to take the room back, in nanoseconds.
  private static let pause: UInt64 = 1_000_000_000

  private let descriptor: Descriptor?
  private let isShort = Atomic<Bool>(true)
  /// By the monotonic clock.
  private let lastTried = Atomic<UInt64>(0)

  /// Takes the room, or as much of it as the disk has.
  init(directory: URL) {
    descriptor = StoreOwner(of: directory).open(Self.path(in: directory))
    replenish()
  }

  static func path(in directory: URL) -> String { directory.appendingPathComponent("reserve").path }

  /// Gives up the room.
  ///
  /// - Returns: Whether there was any.
  func giveUp() -> Bool {
    let held = size
    isShort.store(true, ordering: .relaxed)
    lastTried.store(MonotonicClock.now, ordering: .relaxed)
    return held > 0 && ftruncate(descriptor.number, 0) == 0
  }

  /// Whether some of the room is missing, whichever process has given it up.
  var isIncomplete: Bool {
    if isShort.load(ordering: .relaxed) { return true }
    guard size < Self.wholeSize else { return false }
    isShort.store(true, ordering: .relaxed)
    return true
  }

  /// Tries to take the room back, some time after the last try.
  @inline(__always) func replenishIfShort() {
    guard isShort.load(ordering: .relaxed) else { return }
    if MonotonicClock.now &- lastTried.load(ordering: .relaxed) > Self.pause { replenish() }
  }

  /// Takes the room back, as far as the disk has any.
  func replenish() {
    let descriptor = descriptor.number
    guard descriptor >= 0 else { return }
    lastTried.store(MonotonicClock.now, ordering: .relaxed)
    var held = size
    var step = Self.wholeSize
    while held < Self.wholeSize && step >= 16 << 10 {
      let wanted = min(held + step, Self.wholeSize)
      if posix_fallocate(descriptor, 0, off_t(wanted)) == 0 {
        held = wanted
      } else {
        // The failed call may have extended the file: its size would claim space that is not allocated.
        ftruncate(descriptor, off_t(held))
        step /= 2
      }
    }
    isShort.store(held < Self.wholeSize, ordering: .relaxed)
  }

  /// The room that is held now, in bytes.
  var size: Int64 {
    var status = stat()
    return fstat(descriptor.number, &status) == 0 ? Int64(status.st_size) : 0
  }
}
