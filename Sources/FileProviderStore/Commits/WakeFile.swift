import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// The file that a writer touches after each commit, and that waiting readers watch.
///
/// The events of the database's own files come before a commit is visible: a reader that looks at once sees nothing in
/// 10–30 % of cases (measured). This one is written when the commit is done.
///
/// It is also a witness: it survives the process, so within one epoch (`MountEpoch`) a database that ends before the generation in it is damaged.
final class WakeFile: Sendable {
  let url: URL
  /// `nil` where it is missing and may not be made.
  private let descriptor: Descriptor?
  private let epoch: UInt64
  /// The store's identity, which is written into the file; set once, when it is known.
  private let store = Mutex<UUID?>(nil)

  /// - Parameters:
  ///   - access: For reading only, the file may be missing.
  ///   - boot: This run of the machine.
  init(directory: URL, access: StoreAccess = .changing, boot: BootIdentity?) throws(StoreError) {
    url = Self.url(in: directory)
    if access == .reading {
      descriptor = Descriptor(opening: url.path, O_RDONLY)
    } else {
      guard let file = StoreOwner(of: directory).open(url.path) else {
        throw StoreError(errno: errno, "cannot open \(url.path)")
      }
      descriptor = consume file
    }
    epoch = MountEpoch.current(of: descriptor.number, boot: boot) ?? 0
  }

  static func url(in directory: URL) -> URL { directory.appendingPathComponent("wake") }

  /// Wakes the readers. A failure does no harm: they also compare the database's version every second.
  func touch(_ generation: Generation) {
    // Without the store's identity the file is no witness, and only wakes.
    record(generation, of: store.withLock { $0 } ?? WitnessRecord.nobody).write(to: descriptor.number)
  }

  /// Makes it a witness of a database that was opened, and of later commits.
  func vouch(for store: UUID, at generation: Generation) {
    self.store.withLock { $0 = store }
    let record = record(generation, of: store)
    // Writing the same again would wake the readers for nothing.
    if WitnessRecord(from: descriptor.number) != record { record.write(to: descriptor.number) }
  }

  private func record(_ generation: Generation, of store: UUID) -> WitnessRecord {
    WitnessRecord(generation: generation, epoch: epoch, store: store)
  }

  /// The newest generation that the file tells of.
  var generation: Generation {
    var value: Int64 = 0
    _ = pread(descriptor.number, &value, MemoryLayout<Int64>.size, 0)
    return Generation(rawValue: value)
  }

  /// The newest generation that the file tells of; `nil` if the file is of another store or another epoch, or cannot be read.
  static func witnessed(in directory: URL, of store: UUID, boot: BootIdentity?) -> Generation? {
    guard let file = Descriptor(opening: url(in: directory).path, O_RDONLY | O_NONBLOCK),
      let record = WitnessRecord(from: file.number), record.isOf(store),
      let epoch = MountEpoch.current(of: file.number, boot: boot), record.epoch == epoch
    else { return nil }
    return Generation(rawValue: record.generation)
  }
}

/// Waits for commits of any process, this one included.
///
/// One thread waits; any thread may cancel. A wake-up says that something may have changed, but not what.
package final class ChangeWaiter: Sendable {
  private let watch: Descriptor
  /// A byte in this pipe cancels the wait.
  private let cancellation: LinuxSystem.Pipe

  /// - Parameter wakeFile: The store's wake file.
  init(wakeFile: URL) throws(StoreError) {
    guard let watch = Descriptor(owning: inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))) else {
      throw StoreError(errno: errno, "cannot watch for changes")
    }
    guard inotify_add_watch(watch.number, wakeFile.path, UInt32(IN_MODIFY)) >= 0,
      let cancellation = LinuxSystem.Pipe(), cancellation.makeNonBlocking()
    else { throw StoreError(errno: errno, "cannot watch \(wakeFile.path)") }
    self.watch = watch
    self.cancellation = cancellation
  }

  /// Makes this and every later `wait` return at once. May be called from any thread, and from a signal handler.
  package func cancel() {
    var byte: UInt8 = 0
    _ = write(cancellation.writing.number, &byte, 1)
  }

  /// Sleeps until any process may have committed.
  ///
  /// - Parameter milliseconds: The longest sleep; negative for no end.
  /// - Returns: Whether it was woken by a commit; false when the time has passed or the wait was cancelled.
  package func wait(milliseconds: Int32) -> Bool {
    var descriptors = [
      pollfd(fd: watch.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: cancellation.reading.number, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&descriptors, 2, milliseconds)
    guard count > 0, descriptors[1].revents == 0 else { return false }
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while Glibc.read(watch.number, buffer.baseAddress, buffer.count) > 0 {}
    }
    return true
  }

  /// Whether `cancel` was called.
  package var isCancelled: Bool {
    var state = pollfd(fd: cancellation.reading.number, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0
  }

  /// Sleeps for a while. Commits do not end it, `cancel` does.
  func rest(nanoseconds: UInt64) {
    let end = MonotonicClock.now + nanoseconds
    var now = MonotonicClock.now
    while now < end {
      var state = pollfd(fd: cancellation.reading.number, events: Int16(POLLIN), revents: 0)
      // Rounded up, so that the sleep does not end early.
      if poll(&state, 1, Int32(min((end - now) / 1_000_000 + 1, 60_000))) > 0 { return }
      now = MonotonicClock.now
    }
  }
}
