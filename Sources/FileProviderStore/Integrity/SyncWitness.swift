import CLinux
import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// The newest generation that was known to be on the disk, in the file `witness` beside the database.
///
/// A database that ends before it is damaged: nothing else takes back what was synchronized. The number is written after a synchronization has
/// returned, so it never says too much, and nobody waits for it to get to the disk itself: one that lags only tells less. The disk is asked to
/// write it soon, at most once a second, since what was synchronized long ago is what damage is told by.
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
  /// - Parameter isLast: Whether to wait until the note is there as well.
  func note(_ generation: Generation, isLast: Bool = false) {
    state.withLock { state in
      guard generation > state.generation else { return isLast ? flush() : () }
      // Another process may have written a newer one: what goes back tells less, and is true.
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
  /// `SYNC_FILE_RANGE_WRITE`: the disk begins to write, and nobody waits.
  private static let begins: UInt32 = 2
}
