import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// The queue in front of the database's one writer, across threads and processes.
///
/// SQLite's own waiting is polling with growing pauses: beside a bulk writer a waiting `create` took one to three
/// seconds. Here a writer takes two locks of the kernel's in order, `queue` then `holder`. A process that waits for `holder` sits on
/// `queue`, so a bulk writer that has just let go cannot come round again before the one who waited. The locks are
/// `flock` locks on descriptors of this process, so a dead process holds none.
final class WriteLock: Sendable {
  private static let holderName = "holder.lock"
  private let queue: Descriptor?
  private let holder: Descriptor?
  /// Orders the threads of this process before they ask the kernel; `flock` locks do not exclude within one.
  private let threads = FairMutex()
  // Only touched by the holder of `threads`.
  /// Whether this process kept `holder` when the last thread let go.
  nonisolated(unsafe) private var isKept = false

  init(directory: URL) throws(StoreError) {
    queue = try WriteLock.open("queue.lock", in: directory)
    holder = try WriteLock.open(Self.holderName, in: directory)
  }

  /// The lock of a store that is open for reading only: nobody asks for it.
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

  /// Whether this is still the lock of the store in a directory. The caller holds it.
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
    // A waiter of another process sits on `queue`: it goes first.
    guard try FileLock.take(queue.number, LOCK_EX | LOCK_NB) else { return false }
    defer { flock(queue.number, LOCK_UN) }
    isTaken = try FileLock.take(holder.number, LOCK_EX | LOCK_NB)
    return isTaken
  }

  /// Runs something while no process opens, changes or closes the store.
  ///
  /// It has `queue`, too: a process that closes the store and finds `holder` taken while it has `queue` would take this one for a process that has the
  /// store open; see `leaveStore`.
  ///
  /// - Returns: What `body` returned; `nil`, and nothing was done, when somebody has one of the locks, and so the store.
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

  /// Takes the lock, after everybody who came before.
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

  /// Takes `holder`, and runs something before anybody else can ask for it.
  private func waitForHolder<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    _ = try FileLock.take(queue.number, LOCK_EX)
    defer { flock(queue.number, LOCK_UN) }
    _ = try FileLock.take(holder.number, LOCK_EX)
    do { return try body() } catch {
      flock(holder.number, LOCK_UN)
      throw error
    }
  }

  /// Takes the lock to open the store, and says so before a process that closes it can look; see `leaveStore`.
  ///
  /// - Parameter arrival: Takes the open lock. It runs while this process has both locks.
  /// - Throws: Why the kernel gives no lock, or what `arrival` throws; then the lock is not held.
  func lockForOpening<Result>(_ arrival: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    threads.lock()
    do { return try waitForHolder(arrival) } catch {
      threads.unlock()
      throw error
    }
  }

  /// Leaves a store, one process after another.
  ///
  /// Waits for the process that holds `queue`. It may be opening the store, and would not find it in use once this process has left; or it is leaving, too,
  /// and each would rely on the other. So whoever has `holder` when this process has `queue` has the store open, and stays.
  ///
  /// - Parameters:
  ///   - end: Run with the lock; not run where another process has it.
  ///   - departure: Gives the open lock back, before anybody else can ask who has the store open.
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

  /// Keeps other threads of this process from writing, if that needs no waiting.
  func tryEnter() -> Bool { threads.tryLock() }
  func enter() { threads.lock() }
  func leave() { threads.unlock() }

  /// - Parameter keepingProcessesOut: Whether only threads of this process may come in now.
  func unlock(keepingProcessesOut: Bool = false) {
    isKept = keepingProcessesOut
    if !isKept { flock(holder.number, LOCK_UN) }
    threads.unlock()
  }
}

/// A mutex that serves in order of arrival: a thread that unlocks and locks again goes behind those who wait.
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
