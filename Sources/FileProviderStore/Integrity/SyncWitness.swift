import CLinux
import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// The newest generation that was known to be on the disk, in the file `witness` beside the database.
///
/// A database that ends before it is damaged: nothing else takes back what was synchronized. The number is written after a synchronization has
/// returned, so it is never too high. No request waits until the number itself is on the disk, because a number that is too low does no harm.
/// At most once a second the kernel is asked to begin writing it.
final class SyncWitness: Sendable {
  private let descriptor: Descriptor
  private let store: UUID
  private let state: Mutex<State>

  private struct State {
    var generation: Generation
    var nextFlush: UInt64 = 0
  }

  static func url(in directory: URL) -> URL { directory.appendingPathComponent("witness") }

  /// - Throws: When the file cannot be made.
  init(directory: URL, store: UUID) throws(StoreError) {
    let path = Self.url(in: directory).path
    guard let file = StoreOwner(of: directory).open(path) else {
      throw StoreError(errno: errno, "cannot open \(path)")
    }
    var known = WitnessRecord(from: file.number)
    if known?.isOf(store) == false { known = nil }
    let record = known ?? WitnessRecord(generation: .zero, store: store)
    if known == nil { record.write(to: file.number) }
    descriptor = file
    self.store = store
    state = Mutex(State(generation: Generation(rawValue: record.generation)))
  }

  /// Notes that everything up to a generation is on the disk.
  ///
  /// - Parameter isLast: Whether to wait until this note is on the disk as well.
  func note(_ generation: Generation, isLast: Bool = false) {
    state.withLock { state in
      guard generation > state.generation else { return isLast ? flush() : () }
      // Another process may have written a higher number. A lower one is still true.
      state.generation = generation
      WitnessRecord(generation: generation, store: store).write(to: descriptor.number)
      let now = MonotonicClock.now
      if isLast {
        flush()
      } else if now > state.nextFlush {
        state.nextFlush = now + Self.pause
        _ = sync_file_range(descriptor.number, 0, 0, Self.begins)
      }
    }
  }

  private func flush() { fdatasync(descriptor.number) }

  private static let pause: UInt64 = 1_000_000_000
  /// `SYNC_FILE_RANGE_WRITE`: begins to write, and does not wait.
  private static let begins: UInt32 = 2
}
