import Foundation
import Glibc
import LinuxSystem

/// Tells whether another process has the store open: each process holds this lock, shared, as long as it has the store open.
///
/// It is taken and tested by the holder of the store's write lock, so that two processes that test at the same time cannot miss each other. Like
/// all `flock` locks it is released when the process ends, however it ends.
///
/// A process that has the store open for reading only holds another lock, `reading.lock`: it has not made sure that no generation is used twice, so
/// the next opening has to.
final class OpenLock: Sendable {
  private static let name = "open.lock"
  private static let readingName = "reading.lock"
  /// The files in a store on which the processes that have it open hold shared locks.
  static let names = [name, readingName]

  private let descriptor: Descriptor?

  /// Takes the lock. The caller holds the write lock.
  ///
  /// - Throws: `inputOutput` when there is no such lock here.
  init(directory: URL) throws(StoreError) {
    let owner = StoreOwner(of: directory)
    // Made for processes that open the store for reading only, and make no files.
    _ = owner.open(directory.appendingPathComponent(Self.readingName).path)
    let path = directory.appendingPathComponent(Self.name).path
    guard let file = owner.open(path) else { throw StoreError(errno: errno, "cannot open \(path)") }
    descriptor = consume file
    _ = try FileLock.take(descriptor.number, LOCK_SH)
  }

  /// Takes the lock of a process that only reads. It waits while another process tests for a moment who has the store open (`StoreUse`). On a
  /// read-only disk, or where the file is missing, there is no lock, and none is needed: no process can change or move that store.
  init(reading directory: URL) {
    descriptor = Descriptor(
      opening: directory.appendingPathComponent(Self.readingName).path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    if descriptor.number >= 0 { _ = try? FileLock.take(descriptor.number, LOCK_SH) }
  }

  /// Releases the lock: this process does not have the store open any more.
  func unlock() { flock(descriptor.number, LOCK_UN) }

  /// Whether no other process has the store open. The caller holds the write lock, so no process can open the store until it is released.
  func isOnly() throws(StoreError) -> Bool {
    let isOnly = try FileLock.take(descriptor.number, LOCK_EX | LOCK_NB)
    // Converting a lock releases the old one first, and may leave none (flock(2)).
    _ = try FileLock.take(descriptor.number, LOCK_SH)
    return isOnly
  }
}

/// `flock`, with what can go wrong.
enum FileLock {
  /// Takes a lock, and waits for it unless `operation` says not to.
  ///
  /// - Returns: Whether it was taken.
  /// - Throws: Why the kernel gives no lock. Then nothing may be done that the lock protects.
  static func take(_ descriptor: Int32, _ operation: Int32) throws(StoreError) -> Bool {
    while flock(descriptor, operation) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw StoreError(errno: errno, "cannot lock the store")
      }
    }
    return true
  }
}
