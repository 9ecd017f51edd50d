import Foundation
import Glibc
import Synchronization

/// The file that a writer touches after each commit, and that waiting readers watch.
///
/// The events of the database's own files come before a commit is visible: a reader that looks at once sees nothing in
/// 10–30 % of cases (measured). This one is written when the commit is done.
///
/// It is a witness, too: what it says was committed survives the process, so within one epoch (`MountEpoch`) a database that ends before it is damaged.
final class WakeFile: Sendable {
  let url: URL
  private let descriptor: Int32
  private let epoch: UInt64
  /// Names the store in what is written; set once, when it is known.
  private let store = Mutex<UUID?>(nil)

  /// - Parameters:
  ///   - access: For reading only, the file may be missing.
  ///   - boot: This run of the machine.
  init(directory: URL, access: StoreAccess = .changing, boot: BootIdentity?) throws(StoreError) {
    url = Self.url(in: directory)
    descriptor =
      access == .reading ? open(url.path, O_RDONLY | O_CLOEXEC) : StoreOwner(of: directory).open(url.path)
    guard descriptor >= 0 || access == .reading else { throw StoreError(errno: errno, "cannot open \(url.path)") }
    epoch = MountEpoch.current(of: descriptor, boot: boot) ?? 0
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  static func url(in directory: URL) -> URL { directory.appendingPathComponent("wake") }

  /// Wakes the readers. A failure is theirs to survive: they also compare the database's version every second.
  func touch(_ generation: Generation) {
    // Without a name it is no witness, and only wakes.
    record(generation, of: store.withLock { $0 } ?? WitnessRecord.nobody).write(to: descriptor)
  }

  /// Has it vouch for a database that was opened, and for what is committed from now on.
  func vouch(for store: UUID, at generation: Generation) {
    self.store.withLock { $0 = store }
    let record = record(generation, of: store)
    // Nobody is woken for nothing.
    if WitnessRecord(from: descriptor) != record { record.write(to: descriptor) }
  }

  private func record(_ generation: Generation, of store: UUID) -> WitnessRecord {
    WitnessRecord(generation: generation, epoch: epoch, store: store)
  }

  /// The newest generation that the file tells of.
  var generation: Generation {
    var value: Int64 = 0
    _ = pread(descriptor, &value, MemoryLayout<Int64>.size, 0)
    return Generation(rawValue: value)
  }

  /// What it says of the store and the epoch that it is asked in; `nil` when nothing can be said.
  static func witnessed(in directory: URL, of store: UUID, boot: BootIdentity?) -> Generation? {
    let descriptor = open(url(in: directory).path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let record = WitnessRecord(from: descriptor), record.isOf(store),
      let epoch = MountEpoch.current(of: descriptor, boot: boot), record.epoch == epoch
    else { return nil }
    return Generation(rawValue: record.generation)
  }
}

/// Waits for commits of any process, this one included.
///
/// One thread waits; any may cancel. A wake-up says that something may have changed, never what.
package final class ChangeWaiter: Sendable {
  private let descriptor: Int32
  /// The two ends of a pipe; a byte in it cancels.
  private let cancellation: (reading: Int32, writing: Int32)

  /// - Parameter wakeFile: The store's wake file.
  init(wakeFile: URL) throws(StoreError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw StoreError(errno: errno, "cannot watch for changes") }
    var ends: [Int32] = [-1, -1]
    guard inotify_add_watch(descriptor, wakeFile.path, UInt32(IN_MODIFY)) >= 0,
      pipe(&ends) == 0
    else {
      let error = StoreError(errno: errno, "cannot watch \(wakeFile.path)")
      close(descriptor)
      throw error
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    cancellation = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(cancellation.reading)
    close(cancellation.writing)
  }

  /// Makes this and every later `wait` return at once. May be called from any thread, and from a signal handler.
  package func cancel() {
    var byte: UInt8 = 0
    _ = write(cancellation.writing, &byte, 1)
  }

  /// Sleeps until somebody may have committed.
  ///
  /// - Parameter milliseconds: The longest sleep; negative for no end.
  /// - Returns: Whether it was woken by a commit; false after the time, and when it was cancelled.
  package func wait(milliseconds: Int32) -> Bool {
    var descriptors = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: cancellation.reading, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&descriptors, 2, milliseconds)
    guard count > 0, descriptors[1].revents == 0 else { return false }
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while Glibc.read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
    return true
  }

  /// Whether `cancel` was called.
  package var isCancelled: Bool {
    var state = pollfd(fd: cancellation.reading, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0
  }
}
