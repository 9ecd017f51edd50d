import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// The write lock of a store: one thread of one process writes at a time, in order of arrival.
///
/// SQLite waits for its own lock by polling with growing pauses: beside a bulk writer a waiting `create` took one to three seconds. Here a
/// writer takes two `flock` locks in order, `queue` and then `holder`. A process that waits for `holder` keeps `queue`, so a bulk writer that
/// has just released the lock cannot take it again before that process. The locks belong to descriptors of the process, so they end with it.
final class WriteLock: Sendable {
  private static let holderName = "holder.lock"
  private let queue: Descriptor?
  private let holder: Descriptor?
  /// Orders the threads of this process: `flock` locks do not exclude threads from each other.
  private let threads = FairMutex()
  // Only used by the holder of `threads`.
  /// Whether this process kept `holder` when its last thread released the write lock.
  nonisolated(unsafe) private var isKept = false
  /// Since when a thread waits for another process, on the monotonic clock; 0 while none does.
  private let waiting = Atomic<UInt64>(0)

  init(directory: URL) throws(StoreError) {
    queue = try WriteLock.open("queue.lock", in: directory)
    holder = try WriteLock.open(Self.holderName, in: directory)
    Self.all.withLock { $0[ObjectIdentifier(self)] = Reference(lock: self) }
  }

  deinit { _ = Self.all.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) } }

  /// The lock of a store that is open for reading only. It is never taken.
  init() {
    queue = nil
    holder = nil
  }

  private static func open(_ name: String, in directory: URL) throws(StoreError) -> Descriptor {
    let path = directory.appendingPathComponent(name).path
    guard let file = StoreOwner(of: directory).open(path) else {
      throw StoreError(errno: errno, "cannot open \(path)")
    }
    return file
  }

  /// Whether this is still the lock of the store in a directory, which may have been moved. The caller holds it.
  func isIn(_ directory: URL) -> Bool {
    var (mine, named) = (stat(), stat())
    return fstat(holder.number, &mine) == 0 && stat(directory.appendingPathComponent(Self.holderName).path, &named) == 0
      && mine.st_ino == named.st_ino && mine.st_dev == named.st_dev
  }

  /// Takes the lock if that needs no waiting.
  ///
  /// - Throws: Why the kernel gives no lock at all.
  func tryLock() throws(StoreError) -> Bool {
    guard threads.tryLock() else { return false }
    if isKept { return true }
    var isTaken = false
    defer { if !isTaken { threads.unlock() } }
    // A waiting process holds `queue`: it comes first.
    guard try FileLock.take(queue.number, LOCK_EX | LOCK_NB) else { return false }
    defer { flock(queue.number, LOCK_UN) }
    isTaken = try FileLock.take(holder.number, LOCK_EX | LOCK_NB)
    return isTaken
  }

  /// Runs something while no process opens, changes or closes the store.
  ///
  /// It holds `queue`, too: a process that closes the store, holds `queue` and finds `holder` taken concludes that another process has the store
  /// open; see `leaveStore`.
  ///
  /// - Returns: What `body` returned; `nil`, and nothing was done, when another thread or process has one of the locks.
  /// - Throws: What `body` throws; why the kernel gives no lock at all.
  func ifFree<Result>(_ body: () throws -> Result) throws -> Result? {
    guard threads.tryLock() else { return nil }
    defer { threads.unlock() }
    guard !isKept, try FileLock.take(queue.number, LOCK_EX | LOCK_NB) else { return nil }
    defer { flock(queue.number, LOCK_UN) }
    guard try FileLock.take(holder.number, LOCK_EX | LOCK_NB) else { return nil }
    defer { flock(holder.number, LOCK_UN) }
    return try body()
  }

  /// Takes the lock, after all who asked for it earlier.
  ///
  /// - Throws: Why the kernel gives no lock; then nothing may be written.
  func lock() throws(StoreError) {
    threads.lock()
    if isKept { return }
    do { try waitForHolder {} } catch {
      threads.unlock()
      throw error
    }
  }

  /// Takes `holder`, and runs something while it still holds `queue`.
  private func waitForHolder<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    waiting.store(MonotonicClock.now, ordering: .relaxed)
    defer { waiting.store(0, ordering: .relaxed) }
    _ = try FileLock.take(queue.number, LOCK_EX)
    defer { flock(queue.number, LOCK_UN) }
    _ = try FileLock.take(holder.number, LOCK_EX)
    waiting.store(0, ordering: .relaxed)
    do { return try body() } catch {
      flock(holder.number, LOCK_UN)
      throw error
    }
  }

  /// Takes the lock to open the store, and the open lock before a process that closes the store can test it; see `leaveStore`.
  ///
  /// - Parameter arrival: Takes the open lock. It runs while this process has `queue` and `holder`.
  /// - Throws: Why the kernel gives no lock, or what `arrival` throws; then the lock is not held.
  func lockForOpening<Result>(_ arrival: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    threads.lock()
    do { return try waitForHolder(arrival) } catch {
      threads.unlock()
      throw error
    }
  }

  /// Closes the store for this process, after any other process that is opening or closing it.
  ///
  /// It first waits for `queue`. The process that holds `queue` may be opening the store, and must see that it was in use; or it may be closing the
  /// store, too, and then each of the two would leave the end of the epoch to the other. So, once this process has `queue`, a process that
  /// holds `holder` has the store open and is not closing it.
  ///
  /// - Parameters:
  ///   - end: Runs with the lock; does not run if another process has it.
  ///   - departure: Releases the open lock, before another process can test it.
  /// - Throws: Why the kernel gives no lock at all.
  func leaveStore(_ end: () -> Void, departure: () -> Void) throws(StoreError) {
    threads.lock()
    defer { threads.unlock() }
    if !isKept { _ = try FileLock.take(queue.number, LOCK_EX) }
    defer { if !isKept { flock(queue.number, LOCK_UN) } }
    let isHolder = isKept ? true : try FileLock.take(holder.number, LOCK_EX | LOCK_NB)
    if isHolder { end() }
    departure()
    if isHolder { flock(holder.number, LOCK_UN) }
  }

  /// Whether a thread has waited for another process for so long.
  func isWaiting(for time: Duration) -> Bool {
    let since = waiting.load(ordering: .relaxed)
    guard since != 0 else { return false }
    let now = MonotonicClock.now
    return now > since && Duration.nanoseconds(now - since) >= time
  }

  /// Keeps other threads of this process from writing, at a moment at which the process does not have the lock.
  func enterWithoutHolder() {
    while true {
      threads.lock()
      if !isKept { return }
      threads.unlock()
      // A group is committed soon.
      usleep(1000)
    }
  }

  /// Keeps other threads of this process from writing, if that is possible without waiting.
  func tryEnter() -> Bool { threads.tryLock() }
  func enter() { threads.lock() }
  func leave() { threads.unlock() }

  /// - Parameter keepingProcessesOut: Whether only threads of this process may take the lock next.
  func unlock(keepingProcessesOut: Bool = false) {
    isKept = keepingProcessesOut
    if !isKept { flock(holder.number, LOCK_UN) }
    threads.unlock()
  }
}

/// A mutex that serves in order of arrival: a thread that unlocks and locks again comes after the waiting threads.
private final class FairMutex: @unchecked Sendable {
  // `turn` protects `next` and `serving`.
  private let turn = Condition()
  private var next: UInt64 = 0
  private var serving: UInt64 = 0

  func tryLock() -> Bool {
    turn.withLock {
      guard next == serving else { return false }
      next += 1
      return true
    }
  }

  func lock() {
    turn.withLock {
      let ticket = next
      next += 1
      while serving != ticket { turn.wait() }
    }
  }

  func unlock() {
    let isAwaited = turn.withLock {
      serving += 1
      return next != serving
    }
    if isAwaited { turn.broadcast() }
  }
}
