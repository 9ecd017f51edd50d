import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// A file beside the database that holds room on a disk that copies on write.
///
/// There a block that is written anew is another one, so room inside a file is of no use for writing it. The file is given up for a commit
/// that must not fail and taken back as soon as there is some room. Meanwhile another writer may take it.
final class ReserveFile: Sendable {
  /// A commit that removes something writes some twenty pages; there may be many before something becomes free.
  static let wholeSize: Int64 = 4 << 20
  /// How long to wait before trying again to take back what there is no room for.
  private static let pause: Int64 = 1_000_000_000

  private let descriptor: Descriptor?
  private let isShort = Atomic<Bool>(true)
  private let lastTried = Atomic<Int64>(0)

  /// Takes the room, or as much of it as there is.
  init(directory: URL) {
    descriptor = StoreOwner(of: directory).open(Self.path(in: directory))
    replenish()
  }

  static func path(in directory: URL) -> String { directory.appendingPathComponent("reserve").path }

  /// Gives up the room.
  ///
  /// - Returns: Whether there was any.
  func release() -> Bool {
    let held = size
    isShort.store(true, ordering: .relaxed)
    lastTried.store(Timestamp.now.rawValue, ordering: .relaxed)
    return held > 0 && ftruncate(descriptor.number, 0) == 0
  }

  /// Whether some of the room could not be taken, or was given up, by this process or another one.
  var isIncomplete: Bool {
    if isShort.load(ordering: .relaxed) { return true }
    guard size < Self.wholeSize else { return false }
    isShort.store(true, ordering: .relaxed)
    return true
  }

  /// Takes back what was given up, some time after it was tried last.
  @inline(__always) func replenishIfShort() {
    guard isShort.load(ordering: .relaxed) else { return }
    if Timestamp.now.rawValue - lastTried.load(ordering: .relaxed) > Self.pause { replenish() }
  }

  /// Takes back what was given up, as far as there is room.
  func replenish() {
    let descriptor = descriptor.number
    guard descriptor >= 0 else { return }
    lastTried.store(Timestamp.now.rawValue, ordering: .relaxed)
    var held = size
    var step = Self.wholeSize
    while held < Self.wholeSize && step >= 16 << 10 {
      let wanted = min(held + step, Self.wholeSize)
      if posix_fallocate(descriptor, 0, off_t(wanted)) == 0 {
        held = wanted
      } else {
        // What it got before it found no more would otherwise pass for the whole.
        ftruncate(descriptor, off_t(held))
        step /= 2
      }
    }
    isShort.store(held < Self.wholeSize, ordering: .relaxed)
  }

  /// What is held now.
  var size: Int64 {
    var status = stat()
    return fstat(descriptor.number, &status) == 0 ? Int64(status.st_size) : 0
  }
}
