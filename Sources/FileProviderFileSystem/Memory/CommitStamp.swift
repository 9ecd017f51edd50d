import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// The store's wake file, mapped: its number changes with every commit that has rows in the log.
///
/// Reading it costs a load. What was read from the store stays valid while the number is the same. The number is
/// written right after a commit becomes visible, so an answer may be that much out of date, which no program can distinguish
/// from having asked that much earlier.
///
/// A writer that is killed between its commit and that write leaves the old number behind. The reader that finds the
/// commit in the log raises the number with `raise`, which invalidates every `StampedMemory`, in every mount.
///
/// The mounts of a provider's domain also count their requests in it: uploads then give way to programs.
final class CommitStamp: Sendable {
  // Unmapped only with this object.
  nonisolated(unsafe) private let value: UnsafeMutableRawPointer?

  init(directory: URL) {
    var status = stat()
    let size = WakeLayout.size
    guard let file = Descriptor(openingFile: directory.appendingPathComponent("wake").path, O_RDWR),
      fstat(file.number, &status) == 0, status.st_size >= size || ftruncate(file.number, off_t(size)) == 0,
      let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0), mapped != MAP_FAILED
    else {
      value = nil
      return
    }
    value = mapped
  }

  deinit { if let value { munmap(value, WakeLayout.size) } }

  /// - Returns: `nil` when the file could not be mapped.
  @inline(__always) var current: Generation? {
    guard let value else { return nil }
    return Generation(
      rawValue: value.assumingMemoryBound(to: Atomic<Int64>.self).pointee.load(ordering: .acquiring))
  }

  /// Counts a request. Of two at the same moment one may be missed, for which nothing has to be locked.
  @inline(__always) func countRequest() {
    guard let value else { return }
    let count = (value + WakeLayout.requestCount).assumingMemoryBound(to: Atomic<UInt64>.self)
    count.pointee.store(count.pointee.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// Makes the number at least that of a commit that was found in the log.
  ///
  /// It only grows: an earlier number would make what was remembered under it valid again. So the number of a writer
  /// that has logged more meanwhile is not overwritten. This wakes no reader; each finds the commit as the caller did.
  func raise(to generation: Generation) {
    guard let value = value?.assumingMemoryBound(to: Atomic<Int64>.self) else { return }
    var known = value.pointee.load(ordering: .acquiring)
    while known < generation.rawValue {
      let (exchanged, original) = value.pointee.compareExchange(
        expected: known, desired: generation.rawValue, ordering: .acquiringAndReleasing)
      if exchanged { return }
      known = original
    }
  }
}
